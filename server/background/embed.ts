import { buildEmbeddings } from '../domain/semantic/build.ts'
import { embedJob } from '../domain/semantic/settings.ts'
import { embeddings } from '../store/index.ts'
import type { JobKind } from './job-kind.ts'

const longestWait = 5 * 60_000
/** A refused key stays refused until somebody sets another, which makes the job due at once. */
const waitForSettings = 60 * 60_000

/** Brings the vectors of a workspace in step with its pages. */
export const embed: JobKind = {
  kind: embedJob,
  find: ({ store }) => embeddings.due(store),
  run: async (context, { subject, attempts }, control) => {
    const outcome = await buildEmbeddings(context, subject, control)
    if (outcome.isDone) return { isDone: true }
    if (control.signal.aborted) return { isDone: false, error: null, wait: 0, attempts }
    const { reason, fault, retryAfter } = outcome.failure
    const failures = outcome.progressed ? 1 : attempts + 1
    const backoff = Math.min(longestWait, 1000 * 2 ** Math.min(failures, 20))
    const wait = retryAfter ?? (fault === 'never' ? waitForSettings : backoff)
    return {
      isDone: false,
      error: reason,
      wait: Math.min(wait, waitForSettings),
      attempts: failures,
    }
  },
}
