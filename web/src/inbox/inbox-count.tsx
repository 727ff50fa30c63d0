import { Badge, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../lib/numbers.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { t } from './messages.ts'
import { unreadQuery } from './queries.ts'

/** The number of unread entries, where there are any. */
export function InboxCount() {
  const { workspace } = useWorkspace()
  const { data: count = 0 } = useQuery(unreadQuery(workspace.id))
  if (count === 0) return null
  return (
    <Badge size="sm" color="red.9">
      <span aria-hidden>{formatNumber(count)}</span>
      <VisuallyHidden>{t.unreadCount({ count })}</VisuallyHidden>
    </Badge>
  )
}
