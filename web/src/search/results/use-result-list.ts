import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { type Filter, maxQueryLength, pause } from '../use-search.ts'

/** Results of one request. */
const partSize = 50

/** The results for what is being typed, in parts; the former ones stay until the next are there. */
export function useResultList(input: { workspaceId: string; query: string }, filter: Filter) {
  const trimmed = input.query.trim().slice(0, maxQueryLength)
  const [query] = useDebouncedValue(trimmed, pause)
  const asked = { workspaceId: input.workspaceId, query, k: partSize, ...filter }
  const list = useInfiniteQuery({
    queryKey: ['search', 'list', asked],
    queryFn: ({ pageParam, signal }) =>
      client.search.find({ ...asked, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ nextOffset }) => nextOffset,
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  const parts = query === '' ? [] : (list.data?.pages ?? [])
  // A page that changed between two parts may be in both.
  const hits = new Map(parts.flatMap(({ results }) => results).map((hit) => [hit.pageId, hit]))
  const { total = 0 } = parts[0] ?? {}
  const { isTotalExact = false } = (list.hasNextPage ? parts[0] : parts.at(-1)) ?? {}
  return {
    query,
    hits: [...hits.values()],
    count: list.hasNextPage ? Math.max(total, hits.size) : hits.size,
    isCountExact: isTotalExact,
    /** Results can be missing, because pages are still being indexed. */
    isIndexing: parts.some((part) => part.isIndexing),
    /** Whether the results are those of what is typed now. */
    isSettled: trimmed === query && (!list.isFetching || list.isFetchingNextPage),
    error: query === '' ? null : list.error,
    refetch: list.refetch,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: list.fetchNextPage,
  }
}
