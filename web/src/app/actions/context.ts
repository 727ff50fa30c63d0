import type { MantineColorScheme } from '@mantine/core'
import type { useRights } from '../../lib/workspace.tsx'

/** What actions need to run. */
export type ActionContext = {
  workspaceId: string
  go: (path: string, state?: object) => void
  rights: ReturnType<typeof useRights> & { isAdministrator: boolean }
  setColorScheme: (scheme: MantineColorScheme) => void
  signOut: () => void
}
