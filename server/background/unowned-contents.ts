import { noteUnowned, removeUnowned } from '../domain/files/unowned-contents.ts'
import type { JobKind } from './job-kind.ts'

const intervalMs = 6 * 3_600_000
const subject = 'files'

/** Removes the contents of deleted files and of interrupted uploads after a grace period. */
export const unownedContents: JobKind = {
  kind: 'unowned-contents',
  find: async () => [subject],
  run: async (context, _job, { signal }) => {
    await noteUnowned(context, signal)
    await removeUnowned(context, signal)
    return { isDone: false, error: null, retryInMs: signal.aborted ? 0 : intervalMs, attempts: 0 }
  },
}
