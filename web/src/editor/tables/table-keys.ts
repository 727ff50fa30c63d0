import type { Editor } from '@tiptap/core'
import type { EditorView } from '@tiptap/pm/view'
import { addProps } from '../late-props.ts'
import { isReadFromRight } from './column-edges.ts'
import { cellAtCursor, goToCell, type Line, moveLine } from './move-lines.ts'

const moves: Readonly<Record<string, { line: Line; by: -1 | 1 }>> = {
  ArrowUp: { line: 'row', by: -1 },
  ArrowDown: { line: 'row', by: 1 },
  ArrowLeft: { line: 'column', by: -1 },
  ArrowRight: { line: 'column', by: 1 },
}

/** Alt and Shift with an arrow move the row or the column of the cursor. */
export function installTableKeys(editor: Editor): () => void {
  return addProps(editor, 'first', { keyDown: moveByKey })
}

function moveByKey(view: EditorView, event: KeyboardEvent): boolean {
  const move = moves[event.key]
  if (move === undefined || !event.altKey || !event.shiftKey) return false
  if (event.ctrlKey || event.metaKey || cellAtCursor(view.state) === undefined) return false
  const isBackwards = move.line === 'column' && isTableReadFromRight(view)
  moveBy(view, move.line, isBackwards ? -move.by : move.by)
  return true
}

/** Columns of a table that is read from the right begin there. */
export function isTableReadFromRight(view: EditorView): boolean {
  const cell = cellAtCursor(view.state)
  const dom = cell && view.nodeDOM(cell.start - 1)
  return dom instanceof HTMLElement && isReadFromRight(dom.querySelector('table') ?? dom)
}

/** Moves the row or column of the cursor by one. False at the edge of the table, and at merged cells. */
export function moveBy(view: EditorView, line: Line, by: number): boolean {
  const cell = cellAtCursor(view.state)
  if (cell === undefined) return false
  const from = line === 'row' ? cell.row : cell.column
  return moveTo(view, line, from, from + by)
}

export function moveTo(view: EditorView, line: Line, from: number, to: number): boolean {
  const cell = cellAtCursor(view.state)
  const { tr } = view.state
  if (cell === undefined || !moveLine(tr, cell, line, { from, to })) return false
  const isRow = line === 'row'
  goToCell(tr, cell.start, isRow ? to : cell.row, isRow ? cell.column : to)
  view.dispatch(tr.scrollIntoView())
  return true
}
