import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { type Session, useSession } from './session.ts'

export type Workspace = Session['workspaces'][number]
type Current = { workspace: Workspace; select: (workspaceId: string) => void }

const remembered = 'quire.workspace'
const CurrentWorkspace = createContext<Current | undefined>(undefined)

/** Keeps which of the person's workspaces is open; `none` is shown to a person who has none. */
export function WorkspaceProvider({ children, none }: { children: ReactNode; none: ReactNode }) {
  const { workspaces } = useSession()
  const [id, setId] = useState(() => localStorage.getItem(remembered))
  const select = useCallback((workspaceId: string) => {
    localStorage.setItem(remembered, workspaceId)
    setId(workspaceId)
  }, [])
  const workspace = workspaces.find((one) => one.id === id) ?? workspaces[0]
  const current = useMemo(() => workspace && { workspace, select }, [workspace, select])
  return current === undefined ? (
    none
  ) : (
    <CurrentWorkspace value={current}>{children}</CurrentWorkspace>
  )
}

/** The open workspace, with the person's role in it. */
export function useWorkspace(): Current {
  const current = use(CurrentWorkspace)
  if (current === undefined) throw new Error('useWorkspace needs a WorkspaceProvider above it.')
  return current
}

/** What the person may do in the open workspace. */
export function useRights(): {
  canWrite: boolean
  /** Whether they may create pages at the top level. */
  canCreate: boolean
  canManage: boolean
  isOwner: boolean
  isGuest: boolean
} {
  const { role, isGuest } = useWorkspace().workspace
  const canManage = role === 'OWNER' || role === 'ADMIN'
  const canWrite = role !== 'VIEWER'
  const canCreate = canWrite && !isGuest
  return { canWrite, canCreate, canManage, isOwner: role === 'OWNER', isGuest }
}
