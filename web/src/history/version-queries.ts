import { queryOptions } from '@tanstack/react-query'
import type { PageDocument } from '../../../content/document.ts'
import { client } from '../lib/client.ts'

type Place = { workspaceId: string; pageId: string }

export type Version = Awaited<ReturnType<typeof client.history.list>>['versions'][number]
type Comparison = Awaited<ReturnType<typeof client.history.compare>>
export type DiffLine = Comparison['lines'][number]
export type HeadChange = Comparison['changes'][number]

/** As many versions as a person looks through; older ones are found by the API. */
const shown = 200

export function versionsQuery(place: Place) {
  return queryOptions({
    queryKey: ['history', 'list', place],
    queryFn: ({ signal }) => client.history.list({ ...place, limit: shown }, { signal }),
  })
}

export function comparisonQuery(place: Place, from: number | undefined, to: number) {
  return queryOptions({
    queryKey: ['history', 'compare', place.workspaceId, `${place.pageId} ${from ?? ''} ${to}`],
    queryFn: async ({ signal }): Promise<Comparison> => {
      if (from !== undefined) return client.history.compare({ ...place, from, to }, { signal })
      const { markdown } = await client.history.get({ ...place, version: to }, { signal })
      const texts = markdown.trimEnd().split('\n')
      return { lines: texts.map((text) => ({ kind: 'added', text })), changes: [] }
    },
    // A version never changes.
    staleTime: Infinity,
  })
}

export function versionQuery(place: Place, version: number) {
  return queryOptions({
    queryKey: ['history', 'get', place.workspaceId, `${place.pageId} ${version}`],
    queryFn: async ({ signal }) => {
      const found = await client.history.get({ ...place, version }, { signal })
      // SAFETY: the server stores only content that it has checked as a document.
      return { title: found.title, content: found.content as PageDocument }
    },
    staleTime: Infinity,
  })
}
