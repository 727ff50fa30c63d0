import { buildEmbeddings } from '../domain/semantic/build.ts'
import { embedJob } from '../domain/semantic/settings.ts'
import { embeddings } from '../store/index.ts'
import type { JobKind } from './job-kind.ts'

const maxRetryMs = 5 * 60_000
/** After a permanent error such as a refused key. New settings make the job due at once. */
const settingsRetryMs = 60 * 60_000

/** Updates the vectors of a workspace. */
export const embed: JobKind = {
  kind: embedJob,
  find: ({ store }) => embeddings.due(store),
  run: async (context, { subject, attempts }, control) => {
    const outcome = await buildEmbeddings(context, subject, control)
    if (outcome.isDone) return { isDone: true }
    if (control.signal.aborted) return { isDone: false, error: null, retryInMs: 0, attempts }
    const { reason, fault, retryAfter } = outcome.failure
    const failures = outcome.progressed ? 1 : attempts + 1
    const backoff = Math.min(maxRetryMs, 1000 * 2 ** Math.min(failures, 20))
    const retryInMs = retryAfter ?? (fault === 'never' ? settingsRetryMs : backoff)
    return {
      isDone: false,
      error: reason,
      retryInMs: Math.min(retryInMs, settingsRetryMs),
      attempts: failures,
    }
  },
}
