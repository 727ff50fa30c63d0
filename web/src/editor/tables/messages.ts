import { texts } from '../../lib/texts.ts'

export const t = texts('editor.tables', {
  row: 'Row actions',
  column: 'Column actions',
  insertRowAbove: 'Insert row above',
  insertRowBelow: 'Insert row below',
  insertColumnBefore: 'Insert column before',
  insertColumnAfter: 'Insert column after',
  moveUp: 'Move up',
  moveDown: 'Move down',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  headerRow: 'Header row',
  headerColumn: 'Header column',
  wider: 'Wider',
  narrower: 'Narrower',
  deleteRow: 'Delete row',
  deleteColumn: 'Delete column',
})
