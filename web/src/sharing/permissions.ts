import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../lib/client.ts'
import { pageQuery } from '../lib/page-query.ts'
import { showFailure } from '../ui/undo.tsx'
import { t } from './messages.ts'

export type Permissions = Awaited<ReturnType<typeof client.permissions.get>>
export type Grant = Permissions['grants'][number]
export type Principal = Grant['principal']
export type Change = Omit<Parameters<typeof client.permissions.update>[0], 'workspaceId' | 'pageId'>

export type PageIds = { workspaceId: string; pageId: string }

export function permissionsKey({ workspaceId, pageId }: PageIds) {
  return ['permissions', workspaceId, pageId] as const
}

/** Who has access to a page. */
export function usePermissions(page: PageIds) {
  return useQuery({
    queryKey: permissionsKey(page),
    queryFn: ({ signal }) => client.permissions.get(page, { signal }),
  })
}

/** Changes who has access; the new permissions are shown as the server returns them. */
export function usePermissionsChange(page: PageIds) {
  const queries = useQueryClient()
  const options = {
    onSuccess: (permissions: Permissions) => {
      queries.setQueryData(permissionsKey(page), permissions)
      return refresh(queries, page)
    },
    onError: (error: Error) => {
      showFailure(t.notChanged, error)
      void queries.invalidateQueries({ queryKey: permissionsKey(page) })
    },
  }
  const update = useMutation({
    mutationFn: (change: Change) => client.permissions.update({ ...page, ...change }),
    ...options,
  })
  const reset = useMutation({
    mutationFn: () => client.permissions.reset(page),
    ...options,
  })
  return {
    change: update.mutate,
    reset: () => reset.mutate(),
    isPending: update.isPending || reset.isPending,
  }
}

/** Lists, levels and breadcrumbs may read differently. */
async function refresh(queries: QueryClient, { workspaceId, pageId }: PageIds): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['pages', 'children', workspaceId] }),
    queries.invalidateQueries({ queryKey: pageQuery(workspaceId, pageId).queryKey }),
    queries.invalidateQueries({ queryKey: ['permissions', 'shared'] }),
  ])
}
