import { texts } from '../../../lib/texts.ts'

/** Apart from the other texts of unsent changes, since the home screen shows it. */
export const t = texts('pages.unsent.notice', {
  notice:
    '{count, plural, one {# unsent change is only in this browser.} other {# unsent changes are only in this browser.}} <link>Unsent changes</link>',
})
