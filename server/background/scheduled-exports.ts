import type { JobKind } from './job-kind.ts'

/** Exports all workspaces to the folder of the operator, when they are due. */
export const scheduledExports: JobKind = {
  kind: 'scheduled-exports',
  find: async ({ exportSchedule }) => (exportSchedule === undefined ? [] : ['all']),
  run: async (
    { store, contextFor, exportSchedule: schedule },
    _job,
    { signal, report = () => undefined },
  ) => {
    if (schedule === undefined) return { isDone: true }
    const { runScheduledExports } =
      await import('../domain/transfer/export/scheduled/scheduled-exports.ts')
    const retryInMs = await runScheduledExports({ store, contextFor, schedule, signal, report })
    return { isDone: false, error: null, retryInMs, attempts: 0 }
  },
}
