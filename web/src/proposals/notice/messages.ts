import { texts } from '../../lib/texts.ts'

/** Of their own, so that a page loads no others. */
export const t = texts('proposals.notice', {
  onPage:
    '{count, plural, one {# open proposal changes this page.} other {# open proposals change this page.}} <link>Review</link>',
  suggest: 'Suggest changes',
})
