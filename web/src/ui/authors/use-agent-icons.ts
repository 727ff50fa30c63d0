import { useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'

const none: ReadonlyMap<string, string | null> = new Map()

/** The agent accounts of the open workspace with their icons, by ID. Empty until they are known, and for guests. */
export function useAgentIcons(): ReadonlyMap<string, string | null> {
  const { workspace } = useWorkspace()
  const { data } = useQuery({
    queryKey: ['members', workspace.id],
    queryFn: () => client.members.list({ workspaceId: workspace.id }),
    enabled: !workspace.isGuest,
    staleTime: 300_000,
    retry: false,
    select: iconsOf,
  })
  return data ?? none
}

type Member = Awaited<ReturnType<typeof client.members.list>>['members'][number]

function iconsOf({ members }: { members: readonly Member[] }): ReadonlyMap<string, string | null> {
  const agents = members.filter(({ kind }) => kind === 'agent')
  return new Map(agents.map(({ id, icon }) => [id, icon]))
}
