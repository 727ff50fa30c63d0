import { clock } from '../lib/clock.ts'
import { inboxSettings } from '../store/index.ts'
import { atIntervals } from './at-intervals.ts'
import type { JobKind } from './job-kind.ts'

/** Entries that appear at the same time are in one message. */
const lookIntervalMs = 5000
const maxWorkspaces = 100

/** Sends messages of chat bots about new entries of inboxes. */
export const inboxChats: JobKind = {
  kind: 'inbox-chats',
  find: atIntervals(lookIntervalMs, ({ store }) =>
    inboxSettings.chatWorkspaces(store, clock.now(), maxWorkspaces),
  ),
  run: async ({ store, integrations }, { subject }, { write, signal }) => {
    const { sendInboxMessages } = await import('../domain/chats/inbox-messages.ts')
    await sendInboxMessages({ store, integrations, write, signal }, subject)
    return { isDone: true }
  },
}
