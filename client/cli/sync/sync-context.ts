import type { Client, ClientOptions } from '../../index.ts'

/** What a synchronization of one folder works with. */
export type SyncContext = {
  /** The folder, with links resolved. */
  root: string
  client: Client
  options: ClientOptions
  workspaceId: string
  /** The page whose subpages the folder has; null for all pages. */
  underPageId: string | null
  /** Says what was done. */
  report: (line: string) => void
  warn: (line: string) => void
  /** Undefined where no person is there. */
  confirm: ((question: string) => Promise<boolean>) | undefined
  isConfirmed: boolean
  isWindows: boolean
  today: () => string
  signal: AbortSignal
  /** Called around each change of either side; tests end the program there. */
  step: () => void
}
