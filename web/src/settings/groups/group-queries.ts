import { useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'

export type Group = Awaited<ReturnType<typeof client.groups.list>>['items'][number]

export function groupsKey(workspaceId: string) {
  return ['groups', workspaceId] as const
}

export function useGroups(workspaceId: string) {
  return useQuery({
    queryKey: groupsKey(workspaceId),
    queryFn: () => client.groups.list({ workspaceId, limit: 200 }),
  })
}
