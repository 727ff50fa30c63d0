import { storeAbandoned } from '../domain/pages/journal/abandoned.ts'
import { clock } from '../lib/clock.ts'
import { steps } from '../store/index.ts'
import type { JobKind } from './job-kind.ts'

/** Open pages are stored at least every 10 s. */
const abandonedAfterMs = 15_000
const retryMs = 60_000

/** Stores what was typed on nodes that ended without storing it. */
export const abandonedPages: JobKind = {
  kind: 'abandoned-pages',
  find: ({ store }) => steps.behind(store, clock.now() - abandonedAfterMs),
  run: async (context, { subject: workspaceId, attempts }, { signal }) => {
    const before = clock.now() - abandonedAfterMs
    const left = await storeAbandoned(context, { workspaceId, before, signal })
    if (left === 0) return { isDone: true }
    if (signal.aborted) return { isDone: false, error: null, retryInMs: 0, attempts }
    const error = 'The journal of a page lacks changes. Run quire check.'
    return { isDone: false, error, retryInMs: retryMs, attempts: attempts + 1 }
  },
}
