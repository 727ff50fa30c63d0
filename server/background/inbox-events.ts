import { clock } from '../lib/clock.ts'
import { inboxChanges, type Store } from '../store/index.ts'
import type { JobKind } from './job-kind.ts'

/** Changes that follow one another make one entry, and busy workspaces cost little. */
const lookIntervalMs = 3000
const maxWorkspaces = 100
const nextLooks = new WeakMap<Store, number>()

/** Makes entries of inboxes from events: changes to watched pages, and runs of agents. */
export const inboxEvents: JobKind = {
  kind: 'inbox-events',
  find: async ({ store }) => {
    const now = clock.now()
    if (now < (nextLooks.get(store) ?? 0)) return []
    nextLooks.set(store, now + lookIntervalMs)
    return inboxChanges.behind(store, maxWorkspaces)
  },
  run: async ({ store }, { subject }, { write, signal }) => {
    const { takeEvents } = await import('../domain/inbox/from-events.ts')
    while (!signal.aborted && (await takeEvents(store, subject, write)).hasMore);
    return { isDone: true }
  },
}
