import { clock } from '../lib/clock.ts'
import { inboxSettings } from '../store/index.ts'
import type { JobKind } from './job-kind.ts'

const maxWorkspaces = 100

/** Sends emails about unread entries of inboxes. */
export const inboxDigests: JobKind = {
  kind: 'inbox-digests',
  find: async ({ store, integrations }) =>
    integrations.mail === undefined
      ? []
      : inboxSettings.workspaces(store, clock.now(), maxWorkspaces),
  run: async ({ store, integrations }, { subject }, { write, signal }) => {
    const { sendDigests } = await import('../domain/inbox/digest.ts')
    await sendDigests({ store, integrations, write, signal }, subject)
    return { isDone: true }
  },
}
