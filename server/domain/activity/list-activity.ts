import { idsBefore } from '../../lib/ids.ts'
import { startTimeSlice } from '../../lib/time-slices.ts'
import {
  activity,
  audit,
  type Reader,
  type RunOf,
  readableOf,
  runs,
  sections,
  type Viewer,
} from '../../store/index.ts'
import { type AuditItem, readAuditDetails } from '../administration/audit-log.ts'
import type { WorkspaceContext } from '../context.ts'
import { sequenceBefore } from '../events/sequence-before.ts'
import { readEvent, type StoredEvent } from '../events/stored-events.ts'
import { viewEvents } from '../events/views.ts'
import { type ActivityFilter, auditFits, eventFits, idsIn, pageOf } from './filter.ts'
import {
  afterAllEvents,
  afterAllIds,
  openPosition,
  type Position,
  sealPosition,
} from './positions.ts'

export type ActivityItem = { at: number; run: RunOf | undefined } & (
  | { kind: 'event'; event: StoredEvent; pageId: string | undefined }
  | { kind: 'audit'; entry: AuditItem }
)

export type ActivityRequest = {
  filter: ActivityFilter
  cursor?: string | undefined
  limit: number
  /** Whether the caller may read the audit log of the workspace. */
  hasAudit: boolean
}

/** `next`: where the list goes on; undefined at its end. A part can be empty although the list goes on. */
export type ActivityPart = { items: ActivityItem[]; next: string | undefined }

const batchSize = 200
/** Events and entries that one call reads. */
const maxRead = 4000

/**
 * What happened in a workspace, newest first, as far as the viewer can read it. Entries of the audit log about pages
 * that the viewer cannot read are left out. Throws VALIDATION_FAILED for another cursor.
 */
export async function listActivity(
  context: WorkspaceContext,
  { filter, cursor, limit, hasAudit }: ActivityRequest,
): Promise<ActivityPart> {
  const { store, viewer, signIn } = context
  const start =
    cursor === undefined
      ? await startOf(store, viewer, filter)
      : openPosition(signIn.secrets, viewer, cursor)
  const { about } = filter
  const none: Found = { items: [], end: undefined }
  const found = about === 'audit' ? none : await readEvents(store, viewer, filter, { start, limit })
  const isAudited = hasAudit && (about === undefined || about === 'audit')
  const audited = isAudited ? await readAudit(store, viewer, filter, { start, limit }) : none
  // What is older than where one of the lists stopped follows later, in order.
  const oldest = Math.max(found.end?.at ?? 0, audited.end?.at ?? 0)
  const items = [...found.items, ...audited.items]
    .filter(({ at }) => at >= oldest)
    .toSorted((one, other) => other.at - one.at)
    .slice(0, limit)
  const given = new Set(items)
  const isComplete = found.items.length + audited.items.length === items.length
  if (isComplete && found.end === undefined && audited.end === undefined) {
    return { items, next: undefined }
  }
  const next = {
    sequence: continueAt(found, given, ({ event }) => event.sequence) ?? start.sequence,
    auditId: continueAt(audited, given, ({ entry }) => entry.id) ?? start.auditId,
  }
  return { items, next: sealPosition(signIn.secrets, viewer, next) }
}

type Of<Kind extends ActivityItem['kind']> = Extract<ActivityItem, { kind: Kind }>
/** `end`: the last row that was read; undefined if there are no more. */
type Found<Item = never, Key = never> = {
  items: Item[]
  end: { at: number; key: Key } | undefined
}

/** The key that the next call goes on before; undefined if nothing was given. */
function continueAt<Item extends ActivityItem, Key extends string | number>(
  { items, end }: Found<Item, Key>,
  given: ReadonlySet<ActivityItem>,
  keyOf: (item: Item) => Key,
): Key | undefined {
  const isGiven = (item: Item) => given.has(item)
  if (items.every(isGiven) && end !== undefined) return end.key
  const last = items.findLast(isGiven)
  return last && keyOf(last)
}

async function startOf(
  reader: Reader,
  { workspaceId }: Viewer,
  { until }: ActivityFilter,
): Promise<Position> {
  if (until === undefined) return { sequence: afterAllEvents, auditId: afterAllIds }
  const sequence = (await sequenceBefore(reader, workspaceId, until)) + 1
  return { sequence, auditId: idsBefore(until).padEnd(afterAllIds.length, '0') }
}

type Part = { start: Position; limit: number }

/** Without a filter one batch is enough, and the row after the part says that the list goes on. */
function firstSize(limit: number): number {
  return Math.min(limit + 1, batchSize)
}

async function readEvents(
  reader: Reader,
  viewer: Viewer,
  filter: ActivityFilter,
  { start, limit }: Part,
): Promise<Found<Of<'event'>, number>> {
  const { workspaceId } = viewer
  const { since = 0 } = filter
  const whose = indexFor(filter)
  const items: Of<'event'>[] = []
  const timeSlice = startTimeSlice()
  let before = start.sequence
  let size = firstSize(limit)
  for (let read = 0; ; size = batchSize) {
    const part = { before, limit: size }
    const rows = await activity.newest(reader, workspaceId, whose, part)
    read += size
    const stored = rows.map((row) => readEvent({ ...row, workspaceId }, 'changes'))
    const [viewed, runOf] = await Promise.all([
      viewEvents(reader, viewer, stored),
      readRuns(reader, workspaceId, rows),
    ])
    for (const one of viewed) {
      if (one?.kind !== 'event') continue
      const { event } = one
      const run = event.runId === null ? undefined : runOf.get(event.runId)
      if (event.createdAt < since || !eventFits(event, run, filter)) continue
      items.push({ kind: 'event', at: event.createdAt, event, pageId: pageOf(event), run })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < size || last.createdAt < since) {
      return { items, end: undefined }
    }
    before = last.sequence
    if (items.length >= limit || read >= maxRead) {
      return { items, end: { at: last.createdAt, key: before } }
    }
    if (timeSlice.isOver()) await timeSlice.pause()
  }
}

/** The page first: only the store knows which proposals change it. */
function indexFor({ runId, pageId, userId }: ActivityFilter): activity.ActivityOf {
  if (pageId !== undefined) return { of: 'pageWithProposals', id: pageId }
  if (runId !== undefined) return { of: 'run', id: runId }
  return userId === undefined ? { of: 'workspace' } : { of: 'person', id: userId }
}

async function readAudit(
  reader: Reader,
  viewer: Viewer,
  filter: ActivityFilter,
  { start, limit }: Part,
): Promise<Found<Of<'audit'>, string>> {
  const { workspaceId } = viewer
  const { since = 0 } = filter
  const items: Of<'audit'>[] = []
  let before = start.auditId
  let size = firstSize(limit)
  for (let read = 0; ; size = batchSize) {
    const rows = await audit.before(reader, workspaceId, { before, limit: size })
    read += size
    const entries = rows.map((row) => ({ ...row, details: readAuditDetails(row.details, row.id) }))
    const [hidden, runOf] = await Promise.all([
      hiddenPages(reader, viewer, entries.flatMap(idsIn)),
      readRuns(reader, workspaceId, rows),
    ])
    for (const entry of entries) {
      const run = entry.runId === null ? undefined : runOf.get(entry.runId)
      if (entry.createdAt < since || !auditFits(entry, run, filter)) continue
      if (idsIn(entry).some((id) => hidden.has(id))) continue
      items.push({ kind: 'audit', at: entry.createdAt, entry, run })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < size || last.createdAt < since) {
      return { items, end: undefined }
    }
    before = last.id
    if (items.length >= limit || read >= maxRead) {
      return { items, end: { at: last.createdAt, key: before } }
    }
  }
}

/** Those of some IDs that are pages which the viewer cannot read. */
async function hiddenPages(
  reader: Reader,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (viewer.seesEverything) return new Set()
  const pages = await sections.ofPages(reader, viewer.workspaceId, [...new Set(ids)])
  const sectionIds = new Set(pages.map(({ sectionId }) => sectionId).filter((id) => id !== null))
  const readable = await readableOf(reader, viewer, [...sectionIds])
  const isHidden = (sectionId: string | null) => sectionId !== null && !readable.has(sectionId)
  return new Set(pages.filter(({ sectionId }) => isHidden(sectionId)).map(({ id }) => id))
}

async function readRuns(
  reader: Reader,
  workspaceId: string,
  rows: readonly { runId: string | null }[],
): Promise<Map<string, RunOf>> {
  const ids = new Set(rows.flatMap(({ runId }) => runId ?? []))
  const found = await runs.byIds(reader, workspaceId, [...ids])
  return new Map(found.map((run) => [run.id, run]))
}
