import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Editor } from '@tiptap/core'
import { findMoves } from '../../../../content/steps/find-moves.ts'
import {
  goBehind,
  markdownIn,
  openEditor,
  positionOf,
} from '../../../../test/support/web/editor.ts'
import {
  canMove,
  cellAtCursor,
  goToCell,
  type Line,
  moveLine,
  setColumnWidth,
} from './move-lines.ts'

const markdown = '| a | b | c |\n| - | - | - |\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n| 7 | 8 | 9 |'

function cellAt(editor: Editor, text: string) {
  goBehind(editor, text)
  const cell = cellAtCursor(editor.state)
  assert.ok(cell)
  return cell
}

function move(text: string, line: Line, by: number) {
  const editor = openEditor(markdown)
  const cell = cellAt(editor, text)
  const from = line === 'row' ? cell.row : cell.column
  const { tr } = editor.state
  const isMoved = moveLine(tr, cell, line, { from, to: from + by })
  tr.doc.check()
  editor.view.dispatch(tr)
  const rows = markdownIn(editor)
    .split('\n')
    .filter((row) => !row.includes('-'))
    .map((row) => row.replaceAll(/[| ]/g, ''))
  return { editor, isMoved, rows, moves: findMoves(tr.steps, tr.docs).length }
}

describe('a row or column that is moved', () => {
  it('goes up and down as one move', () => {
    const { rows, moves, editor } = move('1', 'row', 2)
    assert.deepEqual(rows, ['abc', '456', '789', '123'])
    assert.equal(moves, 1)
    editor.commands.undo()
    assert.equal(markdownIn(editor), openText())
    assert.deepEqual(move('8', 'row', -1).rows, ['abc', '123', '789', '456'])
  })

  it('goes left and right in every row', () => {
    const { rows, moves } = move('a', 'column', 2)
    assert.deepEqual(rows, ['bca', '231', '564', '897'])
    assert.equal(moves, 4)
    assert.deepEqual(move('6', 'column', -1).rows, ['acb', '132', '465', '798'])
  })

  it('stays where a header is, and in the table', () => {
    for (const [text, by] of [
      ['1', -1],
      ['a', 1],
      ['7', 1],
    ] as const) {
      assert.equal(move(text, 'row', by).isMoved, false, text)
    }
    assert.equal(move('1', 'column', -1).isMoved, false)
  })

  it('does not go through merged cells', () => {
    const editor = openEditor(markdown)
    const cell = cellAt(editor, '1')
    assert.equal(canMove(cell, 'row', 1, 2), true)
    editor.view.dispatch(
      editor.state.tr.setNodeAttribute(positionOf(editor, '4') - 2, 'rowspan', 2),
    )
    assert.equal(canMove(cellAt(editor, '1'), 'row', 1, 2), false)
  })

  it('is found by the cursor, which goes with it', () => {
    const editor = openEditor(markdown)
    const cell = cellAt(editor, '5')
    assert.deepEqual([cell.row, cell.column], [2, 1])
    const { tr } = editor.state
    goToCell(tr, cell.start, 3, 2)
    assert.equal(tr.selection.$head.parent.textContent, '9')
    assert.equal(cellAtCursor(openEditor('text').state), undefined)
  })
})

describe('the width of a column', () => {
  it('is set in all its cells, and stays in the document', () => {
    const editor = openEditor(markdown)
    const { tr } = editor.state
    setColumnWidth(tr, cellAt(editor, '2'), 1, 240)
    editor.view.dispatch(tr)
    const widths = editor.state.doc.firstChild?.children.map((row) =>
      row.children.map(({ attrs }) => attrs['colwidth']),
    )
    assert.deepEqual(
      widths,
      Array.from({ length: 4 }, () => [null, [240], null]),
    )
    assert.equal(markdownIn(editor), openText())
  })
})

function openText(): string {
  return markdownIn(openEditor(markdown))
}
