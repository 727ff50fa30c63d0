import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useRights } from '../../lib/workspace.tsx'
import { EmptyState } from '../../ui/screens/empty-state.tsx'

/** Where events go is a matter of owners and admins. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  const { canManage } = useRights()
  if (canManage) return children
  return (
    <EmptyState icon={<IconLock />} title="Not for your role">
      Only owners and admins see and change webhooks. Members lists who they are.
    </EmptyState>
  )
}
