import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Plugin, type Transaction } from '@tiptap/pm/state'
import { fixTablesKey } from '@tiptap/pm/tables'
import {
  goBehind,
  markdownIn,
  openEditor,
  positionOf,
} from '../../../../test/support/web/editor.ts'
import { cellAtCursor, moveLine, setColumnWidth } from './move-lines.ts'

const markdown = '| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |'

/** An editor whose second row lost its last cell, as it can be until the server mends it. */
function openUneven() {
  const editor = openEditor(markdown)
  const isNoMend = (transaction: Transaction) => transaction.getMeta(fixTablesKey) === undefined
  editor.registerPlugin(new Plugin({ filterTransaction: isNoMend }))
  goBehind(editor, '2')
  const { $from } = editor.state.selection
  const { tr } = editor.state
  const depth = $from.depth - 1
  editor.view.dispatch(tr.delete($from.before(depth), $from.after(depth)))
  return editor
}

function rowsIn(editor: ReturnType<typeof openEditor>): string[] {
  const rows = markdownIn(editor).split('\n')
  return rows.filter((row) => !row.includes('-')).map((row) => row.replaceAll(/[| ]/g, ''))
}

describe('an uneven table', () => {
  it('loses the row of the cursor, and no other row stands twice', () => {
    const editor = openUneven()
    goBehind(editor, '1')
    assert.ok(editor.commands.deleteRow())
    assert.deepEqual(rowsIn(editor), ['ab', '34'])
    editor.state.doc.check()
  })

  it('loses the column of the cursor, and no row', () => {
    const editor = openUneven()
    goBehind(editor, 'b')
    assert.ok(editor.chain().deleteColumn().run())
    assert.deepEqual(rowsIn(editor), ['a', '1', '3'])
  })

  it('gets new rows and columns', () => {
    const editor = openUneven()
    goBehind(editor, '4')
    assert.ok(editor.can().addRowAfter())
    assert.ok(editor.commands.addRowAfter())
    assert.ok(editor.commands.addColumnBefore())
    assert.deepEqual(rowsIn(editor), ['ab', '1', '34', ''])
  })

  it('has cells merged and headers without losing a row', () => {
    const editor = openUneven()
    const cells = ['1', '3'].map((text) => positionOf(editor, text) - 2)
    const [anchorCell = 0, headCell = 0] = cells
    editor.commands.setCellSelection({ anchorCell, headCell: headCell + 5 })
    assert.ok(editor.commands.mergeCells())
    editor.state.doc.check()
    assert.match(editor.state.doc.textContent, /^ab134$/)
    goBehind(editor, '1')
    assert.ok(editor.commands.splitCell())
    assert.ok(editor.commands.toggleHeaderColumn())
    assert.ok(editor.commands.toggleHeaderRow())
    editor.state.doc.check()
    assert.match(editor.state.doc.textContent, /^ab134$/)
  })

  it('has rows and columns that are not moved, but sized', () => {
    const editor = openUneven()
    goBehind(editor, '3')
    const { tr } = editor.state
    const cell = cellAtCursor(editor.state)
    assert.ok(cell)
    assert.equal(moveLine(tr, cell, 'column', { from: 1, to: 0 }), false)
    setColumnWidth(tr, cell, 1, 200)
    tr.doc.check()
    assert.deepEqual(
      tr.doc.firstChild?.children.map(({ lastChild }) => lastChild?.attrs['colwidth']),
      [[200], null, [200]],
    )
  })
})
