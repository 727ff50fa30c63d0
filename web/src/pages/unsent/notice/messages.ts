import { texts } from '../../../lib/texts.ts'

/** Apart from the other texts of unsent changes, since the home screen shows it. */
export const t = texts('pages.unsent.notice', {
  notice:
    '{count, plural, one {# page has changes that are only in this browser.} other {# pages have changes that are only in this browser.}} <link>Unsent changes</link>',
})
