import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { client } from '../lib/client.ts'
import { type Children, childrenQuery, type ParentId, type TreePage } from './children.ts'
import { isMore, moreId, sharedId, toParentId } from './drop.ts'
import type { Lists } from './lists.ts'
import { t } from './messages.ts'

export type TreeData = {
  lists: Lists
  isLoading: boolean
  error: Error | null
  getItem: (itemId: string) => TreePage
  getChildren: (itemId: string) => string[]
}

const nothing: TreePage = { id: '', title: '', icon: null, children: 0 }

/** The lists of the top and of every open page, and what the tree component reads from them. */
export function useLists(
  workspaceId: string,
  expanded: readonly string[],
  isGuest: boolean,
): TreeData {
  const queries = useQueryClient()
  const parents = useMemo<ParentId[]>(
    () => [null, ...new Set(expanded.filter((id) => id !== sharedId))],
    [expanded],
  )
  const { loaded, isSettled, isLoading, error } = useQueries({
    queries: parents.map((parentId) => childrenQuery(client, queries, { workspaceId, parentId })),
    combine: useCallback(
      (results: { data?: Children | undefined; isPending: boolean; error: Error | null }[]) => ({
        loaded: new Map(
          results.flatMap(({ data }, index) => {
            const parentId = parents[index]
            return data === undefined || parentId === undefined ? [] : [[parentId, data] as const]
          }),
        ),
        isSettled: results.every(({ isPending }) => !isPending),
        isLoading: results[0]?.isPending ?? true,
        // A list that is there is better than why it is not a newer one.
        error: results[0]?.data === undefined ? (results[0]?.error ?? null) : null,
      }),
      [parents],
    ),
  })
  const lists = useSettledLists(loaded, isSettled)
  const pages = useMemo(
    () => new Map([...lists.values()].flatMap((list) => list.pages).map((page) => [page.id, page])),
    [lists],
  )
  const shared = useMemo(
    () => (isGuest ? [] : (lists.get(null)?.pages.filter(({ isShared }) => isShared) ?? [])),
    [lists, isGuest],
  )
  const children = useMemo(() => {
    const ids = new Map([...lists].map(([parentId, list]) => [parentId, idsOf(parentId, list)]))
    if (shared.length === 0) return ids
    const sharedIds = shared.map(({ id }) => id)
    const own = ids.get(null)?.filter((id) => !sharedIds.includes(id)) ?? []
    return new Map<ParentId, string[]>([...ids, [null, [...own, sharedId]], [sharedId, sharedIds]])
  }, [lists, shared])
  return {
    lists,
    isLoading,
    error,
    getItem: (itemId) => {
      if (itemId === sharedId) {
        return { id: sharedId, title: t.sharedWithMe, icon: null, children: shared.length }
      }
      return isMore(itemId) ? nothing : (pages.get(itemId) ?? nothing)
    },
    getChildren: (itemId) => (isMore(itemId) ? [] : (children.get(toParentId(itemId)) ?? [])),
  }
}

function idsOf(parentId: ParentId, { pages, nextOffset }: Children): string[] {
  const ids = pages.map(({ id }) => id)
  return nextOffset === null ? ids : [...ids, moreId(parentId)]
}

/**
 * At first the top, then all that was left open at once: drawn as they arrive, 60 lists of a hundred
 * pages took 500 ms of a processor, and take 230 so.
 */
function useSettledLists(loaded: Lists, isSettled: boolean): Lists {
  const [isFirst, setFirst] = useState(true)
  if (isFirst && isSettled) setFirst(false)
  const top = loaded.get(null)
  const onlyTop = useMemo<Lists>(() => new Map(top === undefined ? [] : [[null, top]]), [top])
  return isFirst && !isSettled ? onlyTop : loaded
}
