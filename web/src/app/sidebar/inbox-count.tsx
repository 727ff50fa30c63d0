import { Badge, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { t } from '../messages.ts'

/** Mentions on a page come without an event of their own. */
const pollMs = 60_000

/** The number of unread entries of the inbox, where there are any. */
export function InboxCount() {
  const { workspace } = useWorkspace()
  const workspaceId = workspace.id
  const { data: count = 0 } = useQuery({
    queryKey: ['inbox', 'unread', { workspaceId }],
    queryFn: async ({ signal }) =>
      (await client.inbox.list({ workspaceId, state: 'unread', limit: 1 }, { signal })).unread,
    refetchInterval: pollMs,
    retry: false,
  })
  if (count === 0) return null
  return (
    <Badge size="sm" color="red.9">
      <span aria-hidden>{formatNumber(count)}</span>
      <VisuallyHidden>{t.inboxUnread({ count })}</VisuallyHidden>
    </Badge>
  )
}
