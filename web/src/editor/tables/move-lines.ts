import type { Node as PageNode } from '@tiptap/pm/model'
import { Slice } from '@tiptap/pm/model'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { isInTable, selectedRect, TableMap } from '@tiptap/pm/tables'
import { ReplaceStep } from '@tiptap/pm/transform'
import { isEven } from '../../../../content/steps/mend-tables.ts'

/** A row or a column of a table. */
export type Line = 'row' | 'column'
export type TableAt = { readonly node: PageNode; readonly start: number }
export type CellAt = TableAt & { readonly row: number; readonly column: number }

/** The table that the cursor is in, and the cell. */
export function cellAtCursor(state: EditorState): CellAt | undefined {
  if (!isInTable(state)) return undefined
  const { table, tableStart, top, left } = selectedRect(state)
  return { node: table, start: tableStart, row: top, column: left }
}

export function countOf({ node }: TableAt, line: Line): number {
  const { width, height } = TableMap.get(node)
  return line === 'row' ? height : width
}

/** Whether a row or column can go to another index: not through merged cells, and not before a header. */
export function canMove(table: TableAt, line: Line, from: number, to: number): boolean {
  const count = countOf(table, line)
  if (from === to || to < 0 || to >= count || hasMerged(table) || !isEven(table.node)) return false
  return !(isHeader(table, line) && (from === 0 || to === 0))
}

/** Moves a row or column as moves of a live page: what others type in its cells goes with it. */
export function moveLine(
  tr: Transaction,
  table: TableAt,
  line: Line,
  { from, to }: { from: number; to: number },
): boolean {
  if (!canMove(table, line, from, to)) return false
  if (line === 'row') moveChild(tr, table.node, table.start, from, to)
  else moveCells(tr, table, from, to)
  return true
}

/** From the last row on, so that the positions of those before stay. */
function moveCells(tr: Transaction, { node, start }: TableAt, from: number, to: number): void {
  let end = start + node.content.size
  for (const row of node.children.toReversed()) {
    end -= row.nodeSize
    moveChild(tr, row, end + 1, from, to)
  }
}

function moveChild(tr: Transaction, parent: PageNode, start: number, from: number, to: number) {
  const positionOf = (index: number) =>
    parent.children.slice(0, index).reduce((pos, { nodeSize }) => pos + nodeSize, start)
  const child = parent.child(from)
  const pos = positionOf(from)
  const target = positionOf(to > from ? to + 1 : to)
  tr.step(new ReplaceStep(pos, pos + child.nodeSize, Slice.empty))
  const at = target > pos ? target - child.nodeSize : target
  tr.step(new ReplaceStep(at, at, tr.docs.at(-1)?.slice(pos, pos + child.nodeSize) ?? Slice.empty))
}

function hasMerged({ node }: TableAt): boolean {
  return node.children.some((row) =>
    row.children.some(({ attrs }) => Number(attrs['colspan']) > 1 || Number(attrs['rowspan']) > 1),
  )
}

function isHeader({ node }: TableAt, line: Line): boolean {
  const cells = line === 'row' ? node.child(0).children : node.children.map((row) => row.child(0))
  return cells.every(({ type }) => type.spec['tableRole'] === 'header_cell')
}

/** Selects the text of a cell's start, for example where a moved row stands. */
export function goToCell(tr: Transaction, start: number, row: number, column: number): void {
  const node = tr.doc.resolve(start).parent
  const map = TableMap.get(node)
  const pos = map.map[row * map.width + column]
  if (pos !== undefined) tr.setSelection(TextSelection.near(tr.doc.resolve(start + pos + 1)))
}

/** Sets the width of a column in pixels, which stays in the document. */
export function setColumnWidth(
  tr: Transaction,
  { node, start }: TableAt,
  column: number,
  width: number,
): void {
  const map = TableMap.get(node)
  const cells = new Set(
    Array.from({ length: map.height }, (_, row) => map.map[row * map.width + column] ?? 0),
  )
  for (const pos of cells) {
    const cell = node.nodeAt(pos)
    // In an uneven table a row can lack the cell.
    if (cell === null || pos === 0) continue
    const span = Number(cell.attrs['colspan'])
    const known: unknown = cell.attrs['colwidth']
    const widths: number[] = Array.isArray(known) ? known.map(Number) : Array(span).fill(0)
    const index = column - map.colCount(pos)
    tr.setNodeAttribute(start + pos, 'colwidth', widths.with(index, width))
  }
}
