import { clock } from '../lib/clock.ts'
import { linkChanges, wantedLinks } from '../store/index.ts'
import { atIntervals } from './at-intervals.ts'
import type { JobKind } from './job-kind.ts'

const subject = 'all'
const intervalMs = 60_000
/** A title that someone types is renamed several times within seconds. */
const waitMs = 1500
const wantedIntervalMs = 1000
const maxWorkspaces = 100

/** Indexes the links and tags of pages of earlier releases, and after a restore. */
export const linkIndex: JobKind = {
  kind: 'link-index',
  find: async () => [subject],
  run: async (context, _job, { signal }) => {
    const { indexOutdated } = await import('../domain/links/index-pages.ts')
    await indexOutdated(context, signal)
    return { isDone: false, error: null, retryInMs: signal.aborted ? 0 : intervalMs, attempts: 0 }
  },
}

/** Gives links the new titles of renamed pages, and pages the new names of tags. */
export const linkUpdates: JobKind = {
  kind: 'link-updates',
  find: ({ store }) => linkChanges.workspaces(store, clock.now() - waitMs),
  run: async (context, { subject: workspaceId }, { signal }) => {
    const { makePendingChanges } = await import('../domain/links/pending-changes.ts')
    await makePendingChanges(context, workspaceId, signal)
    if (signal.aborted) return { isDone: false, error: null, retryInMs: 0, attempts: 0 }
    return { isDone: true }
  },
}

/** Makes links of the wikilinks to pages that did not exist before. */
export const wantedPages: JobKind = {
  kind: 'wanted-pages',
  find: atIntervals(wantedIntervalMs, ({ store }) => wantedLinks.workspaces(store, maxWorkspaces)),
  run: async (context, { subject: workspaceId }, { signal }) => {
    const { joinWanted } = await import('../domain/links/join-wanted.ts')
    await joinWanted(context, workspaceId, signal)
    if (signal.aborted) return { isDone: false, error: null, retryInMs: 0, attempts: 0 }
    return { isDone: true }
  },
}
