import type { ReactNode } from 'react'
import { IconLock } from '../../vendor/icons/icons.ts'
import { useRights } from '../lib/workspace.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { t } from './messages.ts'

/** Shows a setting to owners and admins, and tells everyone else whom to ask. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  const { canManage } = useRights()
  if (canManage) return children
  return (
    <EmptyState icon={<IconLock />} title={t.adminsOnlyTitle}>
      {t.adminsOnly}
    </EmptyState>
  )
}
