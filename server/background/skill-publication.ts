import { skillDrafts } from '../store/index.ts'
import type { JobKind } from './job-kind.ts'

const subject = 'all'
const intervalMs = 15_000

/** Publishes skills of earlier releases, and changes that need no review. */
export const skillPublication: JobKind = {
  kind: 'skill-publication',
  find: async () => [subject],
  run: async (context, _job, { signal }) => {
    const { publishDue } = await import('../domain/skills/automatic.ts')
    for (let after = ''; !signal.aborted;) {
      const workspaceId = await skillDrafts.nextWorkspace(context.store, after)
      if (workspaceId === undefined) break
      await publishDue(context, workspaceId)
      after = workspaceId
    }
    return { isDone: false, error: null, retryInMs: signal.aborted ? 0 : intervalMs, attempts: 0 }
  },
}
