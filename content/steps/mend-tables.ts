import type { Node } from 'prosemirror-model'
import type { Transform } from 'prosemirror-transform'
import { sharedEnd, sharedStart } from './shared-children.ts'

/** Whether all rows of a table have the same width. */
export function isEven(table: Node): boolean {
  const widths = rowWidths(table)
  return widths.length === table.childCount && widths.every((width) => width === widths[0])
}

/** Columns that each row fills, with the cells that reach into it from above. */
function rowWidths(table: Node): number[] {
  const widths = Array.from({ length: table.childCount }, () => 0)
  table.forEach((row, _offset, index) => {
    row.forEach(({ attrs }) => {
      const [colspan, rowspan] = [span(attrs['colspan']), span(attrs['rowspan'])]
      for (let at = index; at < index + rowspan; at += 1) widths[at] = (widths[at] ?? 0) + colspan
    })
  })
  return widths
}

function span(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : 1
}

/**
 * Adds the cells that rows lack after two people changed a table at once: one added a column, the other a row. Only
 * the server does so, when it accepts a batch: if each client did, the table would grow without end.
 */
export function mendTables(before: Node, tr: Transform): void {
  for (const { table, pos } of unevenTables(before, tr.doc).toReversed()) mend(tr, table, pos)
}

type Found = { readonly table: Node; readonly pos: number }

/** The tables that became uneven. A table that was uneven before stays as it is. */
function unevenTables(before: Node, after: Node): Found[] {
  const found: Found[] = []
  visitChanged(before, after, 0, (old, table, pos) => {
    if (!isEven(table) && (old === undefined || isEven(old))) found.push({ table, pos })
  })
  return found
}

type Visit = (before: Node | undefined, table: Node, pos: number) => void

/** Visits the tables that `before` does not share. `start` is the position of the content of `after`. */
function visitChanged(before: Node | undefined, after: Node, start: number, visit: Visit): void {
  const first = before === undefined ? 0 : sharedStart(before, after)
  const last = after.childCount - (before === undefined ? 0 : sharedEnd(before, after, first))
  const isAligned = before !== undefined && before.childCount === after.childCount
  let pos = start
  for (let index = 0; index < last; index += 1) {
    const node = after.child(index)
    if (index >= first && node.isBlock && !node.isTextblock) {
      const old = isAligned ? before.child(index) : undefined
      if (node.type.name === 'table') visit(old, node, pos)
      visitChanged(old, node, pos + 1, visit)
    }
    pos += node.nodeSize
  }
}

/** Cells are added at the end of a short row. A cell that reaches below the last row is shortened. */
function mend(tr: Transform, table: Node, start: number): void {
  const first = tr.steps.length
  const at = (pos: number) => tr.mapping.slice(first).map(start + 1 + pos, 1)
  shortenSpans(tr, table, at)
  const widths = rowWidths(table)
  const width = Math.max(...widths.slice(0, table.childCount))
  table.forEach((row, offset, index) => {
    const missing = width - (widths[index] ?? 0)
    if (missing <= 0) return
    const { tableCell, tableHeader } = table.type.schema.nodes
    const type = index === 0 && row.lastChild?.type === tableHeader ? tableHeader : tableCell
    const cells = Array.from({ length: missing }, () => type?.createAndFill())
    tr.insert(
      at(offset + row.nodeSize - 1),
      cells.filter((cell) => !!cell),
    )
  })
}

function shortenSpans(tr: Transform, table: Node, at: (pos: number) => number): void {
  table.forEach((row, offset, index) => {
    row.forEach((cell, inRow) => {
      const limit = table.childCount - index
      if (span(cell.attrs['rowspan']) <= limit) return
      tr.setNodeAttribute(at(offset + 1 + inRow), 'rowspan', limit)
    })
  })
}
