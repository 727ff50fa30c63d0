import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PageDocument } from '../../../content/document.ts'
import { client } from '../lib/client.ts'

type PageIds = { workspaceId: string; pageId: string }

export type Version = Awaited<ReturnType<typeof client.history.list>>['versions'][number]
type Comparison = Awaited<ReturnType<typeof client.history.compare>>
export type DiffLine = Comparison['lines'][number]
export type AuthoredPart = Awaited<
  ReturnType<typeof client.history.authors>
>['blocks'][number]['parts'][number]
export type UnacceptedRun = Awaited<ReturnType<typeof client.history.unaccepted>>['runs'][number]
export type HeadChange = Comparison['changes'][number]

/** Enough versions to look through; the API lists older ones. */
const versionLimit = 200

export function versionsQuery(page: PageIds) {
  return queryOptions({
    queryKey: ['history', 'list', page],
    queryFn: ({ signal }) => client.history.list({ ...page, limit: versionLimit }, { signal }),
  })
}

export function comparisonQuery(page: PageIds, from: number | undefined, to: number) {
  return queryOptions({
    queryKey: ['history', 'compare', page.workspaceId, `${page.pageId} ${from ?? ''} ${to}`],
    queryFn: async ({ signal }): Promise<Comparison> => {
      if (from !== undefined) return client.history.compare({ ...page, from, to }, { signal })
      const { markdown } = await client.history.get({ ...page, version: to }, { signal })
      const texts = markdown.trimEnd().split('\n')
      return { lines: texts.map((text) => ({ kind: 'added', text })), changes: [] }
    },
    // A version never changes.
    staleTime: Infinity,
  })
}

export function versionQuery(page: PageIds, version: number) {
  return queryOptions({
    queryKey: ['history', 'get', page.workspaceId, `${page.pageId} ${version}`],
    queryFn: async ({ signal }) => {
      const found = await client.history.get({ ...page, version }, { signal })
      // SAFETY: the server stores only content that it has checked as a document.
      return { title: found.title, content: found.content as PageDocument }
    },
    staleTime: Infinity,
  })
}

/** Blocks whose authors are asked for at once. */
const blocksAtOnce = 100

export function authorsQuery(page: PageIds, version: number) {
  return infiniteQueryOptions({
    queryKey: ['history', 'authors', page.workspaceId, `${page.pageId} ${version}`],
    queryFn: ({ pageParam, signal }) =>
      client.history.authors({ ...page, version, ...pageParam, limit: blocksAtOnce }, { signal }),
    initialPageParam: { offset: 0, part: 0 },
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
  })
}

/** Text of programs on the current page that no person has accepted or edited. */
export function unacceptedQuery(page: PageIds) {
  return queryOptions({
    queryKey: ['history', 'unaccepted', page.workspaceId, page.pageId],
    queryFn: ({ signal }) => client.history.unaccepted(page, { signal }),
    staleTime: 0,
    retry: false,
  })
}
