import { clock } from '../lib/clock.ts'
import { inboxSettings } from '../store/index.ts'
import { atIntervals } from './at-intervals.ts'
import type { JobKind } from './job-kind.ts'

/** Emails are due at full hours. */
const lookIntervalMs = 60_000
const maxWorkspaces = 100

const look = atIntervals(lookIntervalMs, ({ store }) =>
  inboxSettings.workspaces(store, clock.now(), maxWorkspaces),
)

/** Sends emails about unread entries of inboxes. */
export const inboxDigests: JobKind = {
  kind: 'inbox-digests',
  find: async (context) => (context.integrations.mail === undefined ? [] : look(context)),
  run: async ({ store, integrations }, { subject }, { write, signal }) => {
    const { sendDigests } = await import('../domain/inbox/digest.ts')
    await sendDigests({ store, integrations, write, signal }, subject)
    return { isDone: true }
  },
}
