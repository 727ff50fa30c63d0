import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Ownership, PageType } from '../../../server/lib/vocabulary.ts'
import { client } from '../lib/client.ts'

export type Filter = {
  ownership?: Ownership
  type?: PageType
  underPageId?: string
  authorId?: string
  tag?: string
  updatedFrom?: string
  updatedBefore?: string
}

export type SearchHit = Awaited<ReturnType<typeof client.search.find>>['results'][number]

/** Short enough to feel immediate, long enough not to ask for every letter. */
export const pause = 120
export const maxQueryLength = 500

/** The results for what is being typed; the former ones stay until the next are there. */
export function useSearch(input: { workspaceId: string; query: string; k: number }) {
  const trimmed = input.query.trim().slice(0, maxQueryLength)
  const [query] = useDebouncedValue(trimmed, pause)
  const asked = { ...input, query }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['search', 'find', asked],
    queryFn: ({ signal }) => client.search.find(asked, { signal }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  return {
    query,
    hits: query === '' ? [] : (data?.results ?? []),
    /** Results can be missing, because pages are still being indexed. */
    isIndexing: query !== '' && data?.isIndexing === true,
    /** Whether the results are those of what is typed now. */
    isSettled: trimmed === query && !isFetching,
    error: query === '' ? null : error,
    refetch,
  }
}
