import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { displayTitle } from '../../lib/page-title.ts'
import { useRecent } from '../../lib/recent.ts'
import { useRights } from '../../lib/workspace.tsx'
import type { ParentId } from '../children.ts'

export type MoveTarget = {
  key: string
  id: ParentId
  title: string
  icon: string | null
  /** The titles of its ancestors. */
  path: string
}

const topLevel: MoveTarget = { key: 'top', id: null, title: '', icon: null, path: '' }
const pauseMs = 120
const shown = 20

type Options = { workspaceId: string; pages: readonly { id: string }[]; typed: string }

/** Where pages can move: the top level and recent pages, or what is found; never into themselves. */
export function useTargets({ workspaceId, pages, typed }: Options): {
  targets: MoveTarget[]
  isSettled: boolean
} {
  const { canCreate } = useRights()
  const wanted = typed.trim()
  const [query] = useDebouncedValue(wanted, pauseMs)
  const { data, isFetching } = useQuery({
    queryKey: ['search', 'find', { workspaceId, query, k: shown }],
    queryFn: ({ signal }) => client.search.find({ workspaceId, query, k: shown }, { signal }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  const recent = useRecent(workspaceId).data?.pages ?? []
  const moved = new Set(pages.map(({ id }) => id))
  if (wanted === '') {
    const targets = recent
      .filter(({ id }) => !moved.has(id))
      .map(({ id, title, icon }) => ({ key: id, id, title, icon, path: '' }))
    return { targets: canCreate ? [topLevel, ...targets] : targets, isSettled: true }
  }
  const targets = (query === '' ? [] : (data?.results ?? []))
    .filter(({ pageId, above }) => !moved.has(pageId) && !above.some(({ id }) => moved.has(id)))
    .map(({ pageId, title, icon, above }) => ({
      key: pageId,
      id: pageId,
      title,
      icon,
      path: above.map(({ title }) => displayTitle(title)).join(' / '),
    }))
  return { targets, isSettled: wanted === query && !isFetching }
}
