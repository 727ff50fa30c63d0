import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from './messages.ts'
import {
  type Group,
  groupKey,
  groupName,
  useChangeValue,
  type ViewAddress,
  type ViewColumn,
  type ViewPart,
  type ViewRow,
} from './view-queries.ts'

type Parts = InfiniteData<ViewPart, string | null>
export type Move = { row: ViewRow; from: Group; to: Group }

/** Moves cards between the columns of a board, which sets the property that they are grouped by. */
export function useMoveCard(address: ViewAddress, groupColumn: ViewColumn | undefined) {
  const queries = useQueryClient()
  const changeValue = useChangeValue(address.workspaceId)
  const [announced, setAnnounced] = useState('')
  const move = ({ row, from, to }: Move) => {
    if (groupColumn === undefined || from.id === to.id) return
    showMoved(queries, address, { row, from, to }, groupColumn.name)
    void changeValue({ pageId: row.id, column: groupColumn, value: to.value })
    const page = row.title || t.untitled
    setAnnounced(t.cardMoved({ page, column: groupName(to) }))
  }
  return { move, announced }
}

/** Shows the card in its new column until the server has answered. */
function showMoved(
  queries: QueryClient,
  address: ViewAddress,
  { row, from, to }: Move,
  column: string,
): void {
  const moved = { ...row, values: { ...row.values, [column]: to.value } }
  for (const { id } of [from, to]) {
    void queries.cancelQueries({ queryKey: groupKey(address, id) })
    queries.setQueryData<Parts>(groupKey(address, id), (known) => {
      if (known === undefined) return known
      const without = known.pages.map((part) => ({
        ...part,
        rows: part.rows.filter((one) => one.id !== row.id),
      }))
      const [first, ...others] = without
      const hasCard = id === to.id && first !== undefined
      const pages = hasCard ? [{ ...first, rows: [moved, ...first.rows] }, ...others] : without
      return { ...known, pages }
    })
  }
}
