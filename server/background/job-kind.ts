import type { App } from '../app.ts'
import type { Integrations } from '../domain/context.ts'
import type { BuildContext } from '../domain/semantic/build.ts'
import type { Transaction } from '../store/index.ts'

export type JobContext = BuildContext & {
  integrations: Integrations
  files: App['files']
  /** Milliseconds between two checks of all contents; 0 is none. */
  fileCheckInterval: number
}

/** What is to be done of a kind, and how often it failed before. */
export type Job = { subject: string; attempts: number }

export type JobControl = {
  /** Writes, and renews the lease in the same transaction; throws when another holds the job now. */
  write: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>
  /** Aborted when the server stops. */
  signal: AbortSignal
}

export type JobOutcome =
  | { isDone: true }
  | {
      isDone: false
      /** For a person. Null when nothing is wrong, as at a stop. */
      error: string | null
      /** Milliseconds until the next try. */
      wait: number
      attempts: number
    }

/** What there is to do of one kind: how it is found, and how it is done. */
export type JobKind = {
  kind: string
  /** Subjects with something to do; asked again and again, so a job lost anywhere comes back. */
  find: (context: JobContext) => Promise<string[]>
  run: (context: JobContext, job: Job, control: JobControl) => Promise<JobOutcome>
}
