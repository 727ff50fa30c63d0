import type { ResolvedPos } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { CellSelection, mergeCells, splitCell, TableMap } from 'prosemirror-tables'
import { countOf, moveLine, setColumnWidth } from '../../../web/src/editor/tables/move-lines.ts'
import type { TableAt } from '../../../web/src/editor/tables/move-lines.ts'
import type { Random } from './random.ts'
import { runAt, runWith } from './run-command.ts'

type TableEdit = (state: EditorState, table: TableAt, random: Random) => Transaction | undefined

/** Merges or splits cells, moves a row or column, or sets the width of a column. */
export function editTable(state: EditorState, random: Random): Transaction | undefined {
  const tables: TableAt[] = []
  state.doc.descendants((node, pos) => {
    if (node.type.name === 'table') tables.push({ node, start: pos + 1 })
  })
  if (tables.length === 0) return undefined
  return random.pick([merge, split, moveRowOrColumn, resize])(state, random.pick(tables), random)
}

/** Merges a cell with the one beside it or below it. */
const merge: TableEdit = (state, { start }, random) => {
  const isWide = random.next() < 0.5
  const chosen = random.next()
  const select = ($start: ResolvedPos) => {
    const node = $start.node()
    const map = TableMap.get(node)
    const cell = Math.floor(chosen * map.map.length)
    const rect = map.findCell(map.map[cell] ?? 0)
    const [row, column] = isWide ? [rect.top, rect.right] : [rect.bottom, rect.left]
    const other = map.map[Math.min(row, map.height - 1) * map.width + column] ?? 0
    return CellSelection.create($start.doc, $start.pos + (map.map[cell] ?? 0), $start.pos + other)
  }
  return runWith(state, mergeCells, start, select)
}

const split: TableEdit = (state, { node, start }, random) => {
  const merged = [...new Set(TableMap.get(node).map)].filter((pos) => {
    const { colspan, rowspan } = node.nodeAt(pos)?.attrs ?? {}
    return Number(colspan) > 1 || Number(rowspan) > 1
  })
  return merged.length > 0 ? runAt(state, splitCell, start + random.pick(merged) + 2) : undefined
}

const moveRowOrColumn: TableEdit = ({ tr }, table, random) => {
  const line = random.pick(['row', 'column'] as const)
  const count = countOf(table, line)
  const isMoved = moveLine(tr, table, line, { from: random.below(count), to: random.below(count) })
  return isMoved ? tr : undefined
}

const resize: TableEdit = ({ tr }, table, random) => {
  setColumnWidth(tr, table, random.below(countOf(table, 'column')), 80 + random.below(200))
  return tr
}
