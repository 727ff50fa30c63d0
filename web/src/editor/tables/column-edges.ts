import { cellAround, TableMap } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'
import type { TableAt } from './move-lines.ts'

/** The end of a column, where its width is changed. */
export type ColumnEdge = TableAt & {
  readonly dom: HTMLTableElement
  readonly column: number
  /** A cell that ends or starts at the edge. */
  readonly cell: Element
  readonly isAtEnd: boolean
  /** Where the edge is in the window. */
  readonly x: number
}

type Pointer = { readonly target: EventTarget | null; readonly clientX: number }

/** The edge of a column within so many pixels of the pointer: the end of its own cell, or of the column before. */
export function edgeNear(
  view: EditorView,
  { target, clientX }: Pointer,
  reach: number,
): ColumnEdge | undefined {
  const cell = target instanceof Element ? target.closest('td, th') : null
  if (cell === null || !view.dom.contains(cell)) return undefined
  const { start, end } = edgesOf(cell)
  if (Math.abs(clientX - end) <= reach) return edgeOf(view, cell, true)
  return Math.abs(clientX - start) <= reach ? edgeOf(view, cell, false) : undefined
}

/** The end of the column that a cell is in, or of the one before it. */
export function edgeOf(view: EditorView, cell: Element, isAtEnd: boolean): ColumnEdge | undefined {
  const $cell = cellAround(view.state.doc.resolve(view.posAtDOM(cell, 0)))
  const dom = cell.closest('table')
  if ($cell === null || dom === null) return undefined
  const [node, tableStart] = [$cell.node(-1), $cell.start(-1)]
  const { left, right } = TableMap.get(node).findCell($cell.pos - tableStart)
  const column = (isAtEnd ? right : left) - 1
  if (column < 0) return undefined
  const { start, end } = edgesOf(cell)
  return { node, start: tableStart, dom, column, cell, isAtEnd, x: isAtEnd ? end : start }
}

function edgesOf(cell: Element): { start: number; end: number } {
  const { left, right } = cell.getBoundingClientRect()
  return isReadFromRight(cell) ? { start: right, end: left } : { start: left, end: right }
}

/** A table is read in the direction of its own text, whatever that of the page is. */
export function isReadFromRight(element: Element): boolean {
  return getComputedStyle(element.closest('table') ?? element).direction === 'rtl'
}

/** The width on the screen, from a row where a cell is in this column alone. */
export function columnWidth({ node, dom, column }: ColumnEdge): number | undefined {
  const map = TableMap.get(node)
  for (let row = 0; row < map.height; row += 1) {
    const pos = map.map[row * map.width + column]
    const cell = pos === undefined ? null : node.nodeAt(pos)
    if (pos === undefined || cell?.attrs['colspan'] !== 1) continue
    const { top } = map.findCell(pos)
    const element = dom.rows[top]?.cells[node.child(top).children.indexOf(cell)]
    if (element !== undefined) return element.getBoundingClientRect().width
  }
  return undefined
}
