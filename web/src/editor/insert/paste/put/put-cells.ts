import { Fragment, type Node as PageNode } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import {
  __clipCells as clipCells,
  __insertCells as insertCells,
  CellSelection,
  isInTable,
  selectedRect,
  TableMap,
} from '@tiptap/pm/tables'

/** A table in a table fills its cells, from the one with the cursor. Undefined for anything else. */
export function putCells(state: EditorState, blocks: Fragment): Transaction | undefined {
  if (!isInTable(state)) return undefined
  const { selection } = state
  const table =
    blocks.childCount === 1 && blocks.firstChild?.type.name === 'table'
      ? blocks.firstChild
      : undefined
  const isCells = selection instanceof CellSelection
  if (table === undefined && !isCells) return undefined
  const rect = selectedRect(state)
  const isOne = !isCells || (rect.right - rect.left === 1 && rect.bottom - rect.top === 1)
  const own = table === undefined ? oneCell(state, blocks) : areaOf(table)
  const area = isOne ? own : clipCells(own, rect.right - rect.left, rect.bottom - rect.top)
  const rows = area.rows.map((row, index) => likeTarget(row, rect, rect.top + index))
  let created: Transaction | undefined
  const dispatch = (transaction: Transaction) => {
    created = transaction
  }
  insertCells(state, dispatch, rect.tableStart, rect, { ...area, rows })
  return created === undefined ? undefined : alignAsHead(created, rect.tableStart)
}

type Target = { table: PageNode; left: number }
type Area = { width: number; height: number; rows: Fragment[] }

function areaOf(table: PageNode): Area {
  const { width, height } = TableMap.get(table)
  return { width, height, rows: table.children.map((row) => row.content) }
}

function oneCell(state: EditorState, blocks: Fragment): Area {
  const { tableCell } = state.schema.nodes
  return { width: 1, height: 1, rows: [Fragment.from(tableCell?.create(null, blocks))] }
}

/** What is filled in is a head only where there is one. */
function likeTarget(row: Fragment, { table, left }: Target, index: number): Fragment {
  const cells = table.maybeChild(index)?.children ?? []
  const { tableCell, tableHeader } = table.type.schema.nodes
  return Fragment.from(
    row.content.map((cell, column) => {
      const isHead = cells[left + column]?.type === tableHeader
      const type = isHead ? tableHeader : tableCell
      return type?.create({ ...cell.attrs, align: null }, cell.content) ?? cell
    }),
  )
}

/** Cells that were filled or added stand as the head of their column does. */
function alignAsHead(tr: Transaction, tableStart: number): Transaction {
  const table = tr.doc.nodeAt(tableStart - 1)
  const head = table?.firstChild?.children ?? []
  const isPlain = head.every(
    ({ type, attrs }) => type.name === 'tableHeader' && attrs['colspan'] === 1,
  )
  if (table === null || !isPlain) return tr
  table.forEach((row, offset, index) => {
    row.forEach((cell, cellOffset, column) => {
      const align: unknown = head[column]?.attrs['align'] ?? null
      if (index === 0 || cell.attrs['align'] === align || row.childCount !== head.length) return
      tr.setNodeAttribute(tableStart + offset + 1 + cellOffset, 'align', align)
    })
  })
  return tr
}
