import { texts } from '../../lib/texts.ts'

export const t = texts('editor.find', {
  title: 'Find in page',
  query: 'Find',
  replacement: 'Replace with',
  matchCase: 'Match case',
  wholeWord: 'Whole word',
  previous: 'Previous match',
  next: 'Next match',
  replace: 'Replace',
  replaceAll: 'Replace all',
  close: 'Close',
  none: 'No matches',
  position: '{active, number} of {count, number}',
  replaced: '{count, plural, one {# match} other {# matches}} replaced',
})
