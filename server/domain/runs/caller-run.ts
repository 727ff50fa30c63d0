import type { runs } from '../../store/index.ts'

/** The run that a write belongs to. */
export type CallerRun = {
  id: string
  /** Its row if the transaction of the write has to store it, or that it goes on. */
  unstored?: runs.RunRow
  /** Whether a transaction did; it may have been rolled back. */
  isPut?: boolean
  /** Called after that transaction. */
  onStored?: () => void
}

/** What tells the run of a caller. */
export type RunCaller = {
  userId: string
  keyId: string | undefined
  via: string
  sessionId?: string
  client?: { userAgent: string }
  program?: { name: string; title?: string | undefined }
  runName?: unknown
  /** Added to the name by the server, so that no program can add to the run. */
  runSuffix?: string
  /** What the server calls itself in a run of its own, such as a transfer. */
  runClient?: string
  visitor?: { id: string }
}
