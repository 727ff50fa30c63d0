import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../lib/client.ts'

export type ActivityItem = Awaited<ReturnType<typeof client.activity.list>>['items'][number]
export type ListedRun = Awaited<ReturnType<typeof client.runs.list>>['runs'][number]

const kinds = ['page', 'comment', 'proposal', 'file', 'member', 'audit'] as const
const actors = ['agents', 'people'] as const

/** The filters in the address of the screen. */
export type Filter = {
  by?: (typeof actors)[number]
  about?: (typeof kinds)[number]
  userId?: string
  runId?: string
  pageId?: string
}

export function readFilter(params: URLSearchParams): Filter {
  const by = actors.find((one) => one === params.get('by'))
  const about = kinds.find((one) => one === params.get('about'))
  const [userId, runId, pageId] = [params.get('person'), params.get('run'), params.get('page')]
  return {
    ...(by !== undefined && { by }),
    ...(about !== undefined && { about }),
    ...(userId !== null && { userId }),
    ...(runId !== null && { runId }),
    ...(pageId !== null && { pageId }),
  }
}

/** The address of the same list as JSON lines. */
export function exportAddress(workspaceId: string, filter: Filter): string {
  return `/v1/activity/export?${new URLSearchParams({ workspaceId, ...filter })}`
}

const pageSize = 50

export function activityQuery(workspaceId: string, filter: Filter) {
  return infiniteQueryOptions({
    queryKey: ['activity', 'list', { workspaceId, ...filter }],
    queryFn: ({ pageParam, signal }) =>
      client.activity.list(
        { workspaceId, ...filter, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** Runs of one person or agent, or of all. */
export function runsQuery(workspaceId: string, userId: string | undefined) {
  const filter = userId === undefined ? {} : { userId }
  return infiniteQueryOptions({
    queryKey: ['activity', 'runs', { workspaceId, ...filter }],
    queryFn: ({ pageParam, signal }) =>
      client.runs.list(
        { workspaceId, ...filter, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

export function runQuery(workspaceId: string, runId: string) {
  return queryOptions({
    queryKey: ['activity', 'run', { workspaceId, runId }],
    queryFn: ({ signal }) => client.runs.get({ workspaceId, runId }, { signal }),
    retry: false,
  })
}
