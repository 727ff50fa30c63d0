import { clearWorkspace } from '../domain/people/workspace-removal.ts'
import { workspaceRemoval as removals } from '../store/index.ts'
import type { JobKind } from './job-kind.ts'

/** Removes deleted workspaces in batches. */
export const workspaceRemoval: JobKind = {
  kind: 'workspace-removal',
  find: ({ store }) => removals.list(store),
  run: async (_context, { subject }, { write, signal }) => {
    const isDone = await clearWorkspace(subject, write, signal)
    return isDone ? { isDone } : { isDone, error: null, retryInMs: 0, attempts: 0 }
  },
}
