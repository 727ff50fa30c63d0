import { skillStates } from '../store/index.ts'
import type { JobKind } from './job-kind.ts'

/** Workspaces at a time. */
const maxWorkspaces = 100

/** Publishes skills of earlier releases, and changes that need no review, in the workspaces where something has changed. */
export const skillPublication: JobKind = {
  kind: 'skill-publication',
  find: ({ store }) => skillStates.workspaces(store, maxWorkspaces),
  run: async (context, { subject: workspaceId }) => {
    const { publishDue } = await import('../domain/skills/automatic.ts')
    await publishDue(context, workspaceId)
    return { isDone: true }
  },
}
