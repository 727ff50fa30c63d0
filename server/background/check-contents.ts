import { checkNextContents } from '../domain/files/content-check.ts'
import { dayMs } from '../lib/clock.ts'
import type { JobKind } from './job-kind.ts'

const subject = 'all'

/** Verifies the contents of all files, a few at a time, over and over. */
export const checkContents: JobKind = {
  kind: 'check-contents',
  find: async ({ fileCheckIntervalMs }) => (fileCheckIntervalMs > 0 ? [subject] : []),
  run: async ({ store, files, fileCheckIntervalMs: intervalMs }, _job, { write, signal }) => {
    const wait =
      intervalMs > 0 ? await checkNextContents({ store, files, intervalMs, write, signal }) : dayMs
    return { isDone: false, error: null, retryInMs: wait, attempts: 0 }
  },
}
