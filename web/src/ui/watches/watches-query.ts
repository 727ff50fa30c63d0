import { queryOptions } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'

/** The pages that the person watches. */
export function watchesQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['watches', 'list', { workspaceId }],
    queryFn: ({ signal }) => client.watches.list({ workspaceId }, { signal }),
  })
}
