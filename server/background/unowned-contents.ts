import { noteUnowned, removeUnowned } from '../domain/files/unowned-contents.ts'
import type { JobKind } from './job-kind.ts'

/** Looking through all contents is cheap beside what waits for it: bytes that nobody reads. */
const pause = 6 * 3_600_000
const everything = 'files'

/** Removes the bytes of deleted files and of uploads that were cut off, once they have lain for a while. */
export const unownedContents: JobKind = {
  kind: 'unowned-contents',
  find: async () => [everything],
  run: async (context, _job, { signal }) => {
    await noteUnowned(context, signal)
    await removeUnowned(context, signal)
    return { isDone: false, error: null, wait: signal.aborted ? 0 : pause, attempts: 0 }
  },
}
