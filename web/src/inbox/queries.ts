import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../lib/client.ts'

export type Entry = Awaited<ReturnType<typeof client.inbox.list>>['entries'][number]

export const states = ['unread', 'all', 'snoozed'] as const
export type State = (typeof states)[number]

const pageSize = 50
/** Mentions on a page come without an event of their own. */
const pollMs = 60_000

export function inboxQuery(workspaceId: string, state: State) {
  return infiniteQueryOptions({
    queryKey: ['inbox', 'list', { workspaceId, state }],
    queryFn: ({ pageParam, signal }) =>
      client.inbox.list(
        { workspaceId, state, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** The number of unread entries. */
export function unreadQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['inbox', 'unread', { workspaceId }],
    queryFn: async ({ signal }) =>
      (await client.inbox.list({ workspaceId, state: 'unread', limit: 1 }, { signal })).unread,
    refetchInterval: pollMs,
    retry: false,
  })
}
