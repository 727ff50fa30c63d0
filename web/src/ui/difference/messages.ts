import { texts } from '../../lib/texts.ts'

export const t = texts('ui.difference', {
  added: 'Added:',
  removed: 'Removed:',
  showUnchanged: '{count, plural, one {Show # unchanged line} other {Show # unchanged lines}}',
})
