import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { client } from '../lib/client.ts'

export type Entry = Awaited<ReturnType<typeof client.inbox.list>>['entries'][number]

export type OpenThread = Awaited<ReturnType<typeof client.comments.listOpen>>['threads'][number]

export const states = ['unread', 'all', 'snoozed'] as const
export type State = (typeof states)[number]

const pageSize = 50

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
    // The list stays while that of another state loads.
    placeholderData: keepPreviousData,
  })
}

export function openThreadsQuery(workspaceId: string) {
  return infiniteQueryOptions({
    // Changes to comments refresh it.
    queryKey: ['inbox', 'threads', { workspaceId }],
    queryFn: ({ pageParam, signal }) =>
      client.comments.listOpen(
        { workspaceId, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}
