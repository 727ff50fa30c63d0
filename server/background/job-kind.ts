import type { App } from '../app.ts'
import type { Integrations } from '../domain/context.ts'
import type { BuildContext } from '../domain/semantic/build.ts'
import type { ExportSchedule } from '../domain/transfer/export/scheduled/scheduled-exports.ts'
import type { Transaction } from '../store/index.ts'

export type JobContext = BuildContext & {
  integrations: Integrations
  files: App['files']
  contextFor: App['contextFor']
  /** Time between two checks of all contents; 0 switches them off. */
  fileCheckIntervalMs: number
  /** How long the journal of page changes is kept. */
  journalRetentionMs: number
  /** Undefined where the operator schedules no exports. */
  exportSchedule?: ExportSchedule | undefined
}

/** A job, with the number of failed attempts so far. */
export type Job = { subject: string; attempts: number }

export type JobControl = {
  /** Writes and renews the lease in one transaction; throws when another node took over. */
  write: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>
  /** Aborted when the server stops. */
  signal: AbortSignal
  /** Receives failures that do not end the job. */
  report?: (error: unknown) => void
}

export type JobOutcome =
  | { isDone: true }
  | {
      isDone: false
      /** Shown to people. Null without a failure, as after a stop. */
      error: string | null
      retryInMs: number
      attempts: number
    }

/** How jobs of one kind are found and run. */
export type JobKind = {
  kind: string
  /** Jobs of this kind that one server runs at once. Set it where other services can keep jobs waiting. */
  maxAtOnce?: number
  /**
   * Its writes succeed in one process only, so it runs without a lease and without a row in the store: one commit
   * instead of four. After a failure it is stored, to be repeated as the others are.
   */
  isUnleased?: true
  /** Subjects with work to do. It is polled, so a lost job comes back. */
  find: (context: JobContext) => Promise<string[]>
  run: (context: JobContext, job: Job, control: JobControl) => Promise<JobOutcome>
}
