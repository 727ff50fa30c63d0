import { client } from '../../lib/client.ts'
import { useParts } from '../../ui/rows/parts.ts'

export type Group = Awaited<ReturnType<typeof client.groups.list>>['items'][number]

export function groupsKey(workspaceId: string) {
  return ['groups', workspaceId] as const
}

export function useGroups(workspaceId: string) {
  return useParts([...groupsKey(workspaceId), 'list'], (part, options) =>
    client.groups.list({ workspaceId, ...part }, options),
  )
}
