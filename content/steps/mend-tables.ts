import type { Node, NodeType } from 'prosemirror-model'
import type { Transform } from 'prosemirror-transform'
import { type Budget, costOf, finish, type InParts, spend } from '../check/work.ts'
import { sharedEnd, sharedStart } from './shared-children.ts'

/** Whether all rows of a table have the same width, and no cell reaches below the last one. */
export function isEven(table: Node): boolean {
  const { widths, reachesBelow } = rowWidths(table)
  return !reachesBelow && widths.every((width) => width === widths[0])
}

/** Columns that each row fills, with the cells that reach into it from above. In time linear in the cells. */
function rowWidths(table: Node): { widths: number[]; reachesBelow: boolean } {
  const rows = table.childCount
  /** What the width of each row is more than that of the row above. */
  const added = Array.from({ length: rows + 1 }, () => 0)
  let reachesBelow = false
  table.forEach((row, _offset, index) => {
    row.forEach(({ attrs }) => {
      const [colspan, rowspan] = [span(attrs['colspan']), span(attrs['rowspan'])]
      const end = Math.min(index + rowspan, rows)
      reachesBelow ||= index + rowspan > rows
      added[index] = (added[index] ?? 0) + colspan
      added[end] = (added[end] ?? 0) - colspan
    })
  })
  let width = 0
  const widths = added.slice(0, rows).map((more) => (width += more))
  return { widths, reachesBelow }
}

function span(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : 1
}

/**
 * Adds the cells that rows lack after two people changed a table at once: one added a column, the other a row. Only
 * the server does so, when it accepts a batch: if each client did, the table would grow without end.
 */
export function mendTables(before: Node, tr: Transform): void {
  finish(mendTablesInParts(before, tr, { left: Infinity }))
}

/** Like `mendTables`, within a budget: a cell can be as wide as a thousand columns. */
export function* mendTablesInParts(
  before: Node,
  tr: Transform,
  budget: Budget,
): InParts<undefined> {
  const first = tr.steps.length
  for (const { table, pos } of unevenTables(before, tr.doc))
    yield* mend(tr, table, { start: pos, first, budget })
  return undefined
}

/**
 * Makes the table around a position even. Until the server mends a table it can be uneven in an editor, and commands
 * that delete rows or columns then take the wrong ones.
 */
export function mendTableAround(tr: Transform, pos: number): void {
  const $pos = tr.doc.resolve(pos)
  const first = tr.steps.length
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    const table = $pos.node(depth)
    if (table.type.name === 'table' && !isEven(table))
      finish(mend(tr, table, { start: $pos.before(depth), first, budget: { left: Infinity } }))
  }
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
      const old = isAligned ? ofType(before.child(index), node.type) : undefined
      if (node.type.name === 'table') visit(old, node, pos)
      visitChanged(old, node, pos + 1, visit)
    }
    pos += node.nodeSize
  }
}

function ofType(node: Node, type: NodeType): Node | undefined {
  return node.type === type ? node : undefined
}

/**
 * A short row gets its cells in the new columns. A cell that reaches below the last row is shortened. `first` is the
 * step before which the table starts there: one that contains it may have been mended since.
 */
function* mend(
  tr: Transform,
  table: Node,
  { start, first, budget }: { start: number; first: number; budget: Budget },
): InParts<undefined> {
  const at = (pos: number) => tr.mapping.slice(first).map(start + 1 + pos, 1)
  shortenSpans(tr, table, at)
  const { widths } = rowWidths(table)
  const width = widths.reduce((max, one) => Math.max(max, one), 0)
  const cells = widths.reduce((sum, one) => sum + width - one, 0)
  // Each is inserted by a step, which is mapped over those before it.
  spend(budget, (cells * cells) / 2)
  const columns = emptyColumns(table, width)
  let offset = 0
  for (const [index, row] of table.children.entries()) {
    const inRow = offset + 1
    offset += row.nodeSize
    const missing = width - (widths[index] ?? 0)
    const type = row.firstChild?.type ?? table.type.schema.nodes['tableCell']
    const cell = missing > 0 ? type?.createAndFill() : undefined
    if (!cell) continue
    for (const child of childrenToInsertAt(row, columns, missing)) {
      yield undefined
      const position = at(inRow + offsetOf(row, child))
      tr.insert(position, cell)
      const [doc, step] = [tr.docs.at(-1), tr.steps.at(-1)]
      if (doc !== undefined && step !== undefined) spend(budget, costOf(doc, step))
    }
  }
  return undefined
}

/** A column that was just added is empty in each row that has it. */
function emptyColumns(table: Node, width: number): number[] {
  const rows = table.children.filter(({ childCount }) => childCount === width)
  const hasSpans = table.children.some(({ children }) =>
    children.some(({ attrs }) => span(attrs['colspan']) > 1 || span(attrs['rowspan']) > 1),
  )
  if (hasSpans || rows.length === 0) return []
  return Array.from({ length: width }, (_, column) => column).filter((column) =>
    rows.every((row) => row.child(column).textContent === '' && row.child(column).nodeSize <= 4),
  )
}

/** The children of a short row before which a cell is inserted. */
function childrenToInsertAt(row: Node, columns: readonly number[], missing: number): number[] {
  const known = columns.slice(0, missing).map((column, index) => column - index)
  const children = [...known, ...Array.from({ length: missing - known.length }, () => Infinity)]
  return children.map((child) => Math.min(child, row.childCount))
}

function offsetOf(row: Node, child: number): number {
  return row.children.slice(0, child).reduce((size, { nodeSize }) => size + nodeSize, 0)
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
