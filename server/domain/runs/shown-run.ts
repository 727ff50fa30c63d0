import type { RunOf as StoredRun } from '../../store/index.ts'

/** The run of something that is shown. */
export type RunOf = StoredRun & { runId: string | null }
