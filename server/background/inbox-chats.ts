import { clock } from '../lib/clock.ts'
import { inboxChats as chats } from '../store/index.ts'
import { atIntervals } from './at-intervals.ts'
import type { JobKind } from './job-kind.ts'

/** Entries that appear at the same time are in one message. */
const lookIntervalMs = 5000
/** Fewer than the worker reads ahead, so that a service that hangs hides no other jobs. */
const maxWorkspaces = 20

/** Sends messages of chat bots about new entries of inboxes. */
export const inboxChats: JobKind = {
  kind: 'inbox-chats',
  maxAtOnce: 2,
  find: atIntervals(lookIntervalMs, ({ store }) =>
    chats.workspaces(store, clock.now(), maxWorkspaces),
  ),
  run: async ({ store, integrations }, { subject }, { write, signal }) => {
    const { sendInboxMessages } = await import('../domain/chats/inbox-messages.ts')
    await sendInboxMessages({ store, integrations, write, signal }, subject)
    return { isDone: true }
  },
}
