import { useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { useSession } from '../../lib/session.ts'
import { useRights, useWorkspace } from '../../lib/workspace.tsx'

type Change = {
  run: { isAgent: boolean } | null
  author: { id: string }
}

/** People revert their own runs and those of their programs and agents, owners and admins all. */
export function useCanRevert({ run, author }: Change): boolean {
  const { user } = useSession()
  const { workspace } = useWorkspace()
  const { canManage, canWrite, isGuest } = useRights()
  const isOwn = canManage || author.id === user.id
  const { data } = useQuery({
    queryKey: ['agents', workspace.id],
    queryFn: () => client.agentAccounts.list({ workspaceId: workspace.id }),
    enabled: run?.isAgent === true && canWrite && !isOwn && !isGuest,
    staleTime: 300_000,
    retry: false,
  })
  if (run === null || !canWrite) return false
  return isOwn || data?.agents.some(({ id, isManaged }) => isManaged && id === author.id) === true
}
