import { clock, dayMs } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import {
  agentAccounts,
  events,
  inboxChanges,
  runs,
  type Store,
  type Transaction,
  wantedLinks,
  watches,
} from '../../store/index.ts'
import { type KnownEvent, readEvent } from '../events/stored-events.ts'

/** Read and written in one step: other writes come in between. */
const batchSize = 200
/** Older events make no entries, as after a backup is restored. */
const maxAgeMs = 7 * dayMs
/** Unread entries about watched pages that a person gets, so that an import leaves room for others. */
const maxChanges = 100
/** An entry about a run that was read before this time comes back when the run goes on. */
const returnsAfterMs = 3_600_000

const ofWatchedPages = new Set(['page.created', 'page.updated', 'page.moved', 'page.restored'])

const appearing = new Set([
  'page.created',
  'page.moved',
  'page.restored',
  'page.permissions_changed',
])

/** Of a page, or of a run. */
type Change = { actorId: string; runId: string | null; sequence: number }

type Write = <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>

/**
 * Makes entries of the next events of a workspace: for those who watch a page that someone else changed, and for
 * those whose agent or program changed pages. Notes pages that wikilinks wait for. The cursor advances in the same transaction, so that of several processes
 * one makes the entries. Returns whether there may be more.
 */
export async function takeEvents(
  store: Store,
  workspaceId: string,
  write: Write,
): Promise<{ hasMore: boolean }> {
  const from = await inboxChanges.cursor(store, workspaceId)
  const rows = await events.since(store, workspaceId, from, batchSize)
  const last = rows.at(-1)
  if (last === undefined) return { hasMore: false }
  const since = clock.now() - maxAgeMs
  const recent = rows
    .filter(({ createdAt }) => createdAt >= since)
    .map(({ rightsVersion: _version, ...row }) => readEvent({ ...row, workspaceId }, 'changes'))
    .filter((event): event is KnownEvent => event.isKnown && event.type.startsWith('page.'))
  const isAdvanced = await write(async (transaction) => {
    const range = { from, to: last.sequence }
    if (!(await inboxChanges.advance(transaction, workspaceId, range))) return false
    await addChanges(transaction, workspaceId, recent)
    await addRuns(transaction, workspaceId, recent)
    await wantedLinks.noteFound(transaction, workspaceId, pagesThatAppeared(recent))
    return true
  })
  return { hasMore: isAdvanced && rows.length === batchSize }
}

async function addChanges(
  transaction: Transaction,
  workspaceId: string,
  recent: readonly KnownEvent[],
): Promise<void> {
  if (!(await watches.hasAny(transaction, workspaceId))) return
  const pages = Map.groupBy(
    recent.filter(({ type }) => ofWatchedPages.has(type)),
    pageOf,
  )
  for (const [pageId, changes] of pages) {
    const watchers = await watches.watchers(transaction, { workspaceId, pageId })
    if (watchers.length === 0) continue
    // Who watches the page learns of its newest change by someone else.
    const actors = new Map<string, Change>()
    for (const { actorId, runId, sequence } of changes) {
      actors.delete(actorId)
      actors.set(actorId, { actorId, runId, sequence })
    }
    const newest = [...actors.values()].toReversed()
    for (const [change, userIds] of shared(newest, watchers)) {
      const entry = { ...change, workspaceId, pageId, id: newId(), at: clock.now() }
      await inboxChanges.addChange(transaction, entry, userIds, maxChanges)
    }
  }
}

/** The newest change since each of the people watches that someone else made. */
function shared(
  newest: readonly Change[],
  people: readonly watches.Watcher[],
): Map<Change, string[]> {
  const found = new Map<Change, string[]>()
  for (const { userId, fromSequence } of people) {
    const change = newest.find(
      ({ actorId, sequence }) => actorId !== userId && sequence > fromSequence,
    )
    if (change !== undefined) found.set(change, [...(found.get(change) ?? []), userId])
  }
  return found
}

/** The owner of an agent, and the person whose key a program uses, get one entry for each run. */
async function addRuns(
  transaction: Transaction,
  workspaceId: string,
  recent: readonly KnownEvent[],
): Promise<void> {
  const newest = new Map(recent.map(({ runId, sequence }) => [runId, sequence] as const))
  newest.delete(null)
  if (newest.size === 0) return
  const agents = await agentAccounts.list(transaction, workspaceId)
  const owners = new Map(agents.map(({ userId, ownerId }) => [userId, ownerId]))
  const at = clock.now()
  for (const [runId, sequence] of newest) {
    const run = runId === null ? undefined : await runs.get(transaction, workspaceId, runId)
    if (run === undefined || run.keyId === null) continue
    const { id, userId: actorId } = run
    const userId = owners.get(actorId) ?? actorId
    const entry = { workspaceId, id: newId(), userId, actorId, runId: id, sequence, at }
    await inboxChanges.addRun(transaction, entry, at - returnsAfterMs)
  }
}

/** Pages that wikilinks can wait for: they are new, or have another title, location or other readers. */
function pagesThatAppeared(recent: readonly KnownEvent[]): string[] {
  const found = recent.filter(
    ({ type, data }) =>
      appearing.has(type) || ('changed' in data && data.changed.includes('title')),
  )
  return [...new Set(found.map(pageOf))]
}

function pageOf({ data }: KnownEvent): string {
  return 'pageId' in data ? data.pageId : ''
}
