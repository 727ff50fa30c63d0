import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'

export function useRecent(workspaceId: string) {
  return useQuery({
    queryKey: ['recent', 'list', { workspaceId }],
    queryFn: ({ signal }) => client.recent.list({ workspaceId }, { signal }),
  })
}
