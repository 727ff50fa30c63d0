import { texts } from '../../lib/texts.ts'

export const t = texts('search.results', {
  minCount: 'At least {count, plural, one {# page} other {# pages}}',
  showMore: 'Show more',
  author: 'Author',
  anyAuthor: 'All authors',
  noAuthor: 'No one has this name',
  tag: 'Tag',
  anyTag: 'All tags',
  noTag: 'No tag begins so',
  changedFrom: 'Changed from',
  changedUntil: 'Changed until',
})
