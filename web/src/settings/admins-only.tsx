import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useRights } from '../lib/workspace.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'

/** Shows a setting to those who may change it, and says to others who may. */
export function AdminsOnly({ what = 'this', children }: { what?: string; children: ReactNode }) {
  const { canManage } = useRights()
  if (canManage) return children
  return (
    <EmptyState icon={<IconLock />} title="Not for your role">
      Only owners and admins see and change {what}. Ask one of them; Members lists who they are.
    </EmptyState>
  )
}
