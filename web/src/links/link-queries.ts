import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { client } from '../lib/client.ts'

export type PageIds = { workspaceId: string; pageId: string }

type Backlinks = Awaited<ReturnType<typeof client.pageLinks.backlinks>>
export type Backlink = Backlinks['items'][number]
export type Mention = Awaited<ReturnType<typeof client.pageLinks.mentions>>['items'][number]
export type Broken = Awaited<ReturnType<typeof client.pageLinks.broken>>['items'][number]
export type Sentence = Backlink['sentence']
export type ListedPage = Backlink['page']

type Part<Item> = { items: Item[]; nextCursor: string | null }

/** A list that comes in parts. */
function useParts<Data extends Part<unknown>>(
  queryKey: readonly unknown[],
  load: (cursor: { cursor?: string }, options: { signal: AbortSignal }) => Promise<Data>,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      load(pageParam === '' ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last: Data) => last.nextCursor,
    // Other pages change what is listed, and no change of this page tells of them.
    staleTime: 0,
  })
}

export function useBacklinks(page: PageIds) {
  return useParts(['links', 'backlinks', page], (part, options) =>
    client.pageLinks.backlinks({ ...page, limit: 30, ...part }, options),
  )
}

/** How many links lead to a page. */
export function useBacklinkCount(page: PageIds): number {
  const { data } = useQuery({
    queryKey: ['links', 'count', page],
    queryFn: ({ signal }) => client.pageLinks.backlinks({ ...page, limit: 1 }, { signal }),
  })
  return data?.links ?? 0
}

export function useMentions(page: PageIds) {
  return useQuery({
    queryKey: ['links', 'mentions', page],
    queryFn: ({ signal }) => client.pageLinks.mentions({ ...page, limit: 20 }, { signal }),
    staleTime: 0,
  })
}

/** Broken links of one page, or without it of all that the person can read. */
export function useBroken({ workspaceId, pageId }: { workspaceId: string; pageId?: string }) {
  const asked = pageId === undefined ? { workspaceId } : { workspaceId, pageId }
  return useParts(['links', 'broken', asked], (part, options) =>
    client.pageLinks.broken({ ...asked, limit: 30, ...part }, options),
  )
}

export function useOrphans(workspaceId: string) {
  return useParts(['links', 'orphans', workspaceId], (part, options) =>
    client.pageLinks.orphans({ workspaceId, limit: 50, ...part }, options),
  )
}

export function useTags(workspaceId: string, prefix: string) {
  return useParts(['tags', 'list', workspaceId, prefix], (part, options) =>
    client.tags.list({ workspaceId, prefix, limit: 100, ...part }, options),
  )
}

export function useTagPages(workspaceId: string, tag: string) {
  return useParts(['tags', 'pages', workspaceId, tag], (part, options) =>
    client.tags.pages({ workspaceId, tag, limit: 50, ...part }, options),
  )
}
