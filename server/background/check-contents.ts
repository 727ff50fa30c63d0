import { checkNextContents } from '../domain/files/content-check.ts'
import type { JobKind } from './job-kind.ts'

const subject = 'all'

/** Reads the contents of all files again and again, a few at a time. It is never done. */
export const checkContents: JobKind = {
  kind: 'check-contents',
  find: async ({ fileCheckInterval }) => (fileCheckInterval > 0 ? [subject] : []),
  run: async ({ store, files, fileCheckInterval: interval }, _job, { write, signal }) => {
    const wait =
      interval > 0 ? await checkNextContents({ store, files, interval, write, signal }) : 86_400_000
    return { isDone: false, error: null, wait, attempts: 0 }
  },
}
