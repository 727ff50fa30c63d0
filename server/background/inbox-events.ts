import { inboxChanges, type Store } from '../store/index.ts'
import { atIntervals } from './at-intervals.ts'
import type { JobKind } from './job-kind.ts'

/** Changes that follow one another make one entry, and busy workspaces cost little. */
const lookIntervalMs = 3000
const maxWorkspaces = 100
/** Where the next look begins, so that no workspace waits for the others. */
const positions = new WeakMap<Store, string>()

/** Makes entries of inboxes from events: changes to watched pages, and runs of agents. */
export const inboxEvents: JobKind = {
  kind: 'inbox-events',
  isUnleased: true,
  find: atIntervals(lookIntervalMs, async ({ store }) => {
    const found = await inboxChanges.behind(store, positions.get(store) ?? '', maxWorkspaces)
    positions.set(store, found.length < maxWorkspaces ? '' : (found.at(-1) ?? ''))
    return found
  }),
  run: async ({ store }, { subject }, { write, signal }) => {
    const { takeEvents } = await import('../domain/inbox/from-events.ts')
    while (!signal.aborted && (await takeEvents(store, subject, write)).hasMore);
    return { isDone: true }
  },
}
