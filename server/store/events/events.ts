import { allSettledOrThrow } from '../../lib/all-settled.ts'
import type { PageType } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import * as fileCounts from '../files/counts.ts'
import { statement } from '../statement.ts'

export type EventRow = {
  workspaceId: string
  sequence: number
  id: string
  type: string
  actorId: string
  via: string
  data: string
  createdAt: number
  /** The section of its page at the time; null outside of sections, and for events about no page. */
  sectionId: string | null
  /** Null when unknown. */
  runId: string | null
  /** How the program of the run calls itself; null without a run, and empty for browsers and chats. */
  client: string | null
}

export type NewEvent = Omit<EventRow, 'sequence' | 'sectionId' | 'runId' | 'client'> & {
  pageId?: string | null
  runId?: string | null
}

const countStatement = statement<never, { workspaceId: string; TEXT: number; KANBAN: number }>(
  'events.count',
  `update workspaces set event_sequence = event_sequence + 1,
     counted_sequence = case when counted_sequence = event_sequence then event_sequence + 1 end,
     files_counted_sequence = case when files_counted_sequence = event_sequence then event_sequence + 1 end,
     text_pages = text_pages + $TEXT, kanban_pages = kanban_pages + $KANBAN
   where id = $workspaceId`,
)
const insert = statement<never, NewEvent & { pageId: string | null; runId: string | null }>(
  'events.insert',
  `insert into events (workspace_id, sequence, id, type, actor_id, via, data, created_at, page_id, run_id, section_id)
   values ($workspaceId, (select event_sequence from workspaces where id = $workspaceId), $id, $type, $actorId,
     $via, $data, $createdAt, $pageId, $runId,
     (select section_id from pages where workspace_id = $workspaceId and id = $pageId))`,
)

const idAtStatement = statement<{ id: string }, { workspaceId: string; sequence: number }>(
  'events.idAt',
  'select id from events where workspace_id = $workspaceId and sequence = $sequence',
)

export async function idAt(
  reader: Reader,
  workspaceId: string,
  sequence: number,
): Promise<string | undefined> {
  return (await reader.get(idAtStatement, { workspaceId, sequence }))?.id
}

const afterStatement = statement<
  Pick<EventRow, 'sequence' | 'type' | 'data'>,
  { workspaceId: string; sequence: number; limit: number }
>(
  'events.after',
  `select sequence, type, data from events where workspace_id = $workspaceId and sequence > $sequence
   order by sequence limit $limit`,
)

/** The events after a sequence number, in order. */
export function after(
  reader: Reader,
  workspaceId: string,
  sequence: number,
  limit: number,
): Promise<Pick<EventRow, 'sequence' | 'type' | 'data'>[]> {
  return reader.all(afterStatement, { workspaceId, sequence, limit })
}

const lastStatement = statement<{ sequence: number }, { workspaceId: string }>(
  'events.last',
  'select event_sequence as "sequence" from workspaces where id = $workspaceId',
)
/** Those of `EventRow`. */
export const eventColumns = `sequence, id, type, actor_id as "actorId", via, data, created_at as "createdAt",
  section_id as "sectionId", run_id as "runId",
  (select r.client from runs r where r.workspace_id = events.workspace_id and r.id = events.run_id) as "client"`
const sinceStatement = statement<
  SinceRow,
  { workspaceId: string; sequence: number; limit: number }
>(
  'events.since',
  `select ${eventColumns}, (select rights_version from workspaces where id = $workspaceId) as "rightsVersion" from events
   where workspace_id = $workspaceId and sequence > $sequence order by sequence limit $limit`,
)
const stateStatement = statement<FeedState, { workspaceId: string }>(
  'events.state',
  `select event_sequence as "sequence", rights_version as "rightsVersion",
     rights_from_sequence as "rightsFromSequence"
   from workspaces where id = $workspaceId`,
)
const bySequenceStatement = statement<
  Omit<EventRow, 'workspaceId'>,
  { workspaceId: string; sequence: number }
>(
  'events.bySequence',
  `select ${eventColumns} from events where workspace_id = $workspaceId and sequence = $sequence`,
)

const versionsStatement = statement<WorkspaceVersions, { workspaceId: string; sequence: number }>(
  'events.versions',
  `select event_sequence as "sequence", rights_version as "rightsVersion", source_version as "sourceVersion",
     (select id from events where workspace_id = $workspaceId and sequence = $sequence) as "eventId"
   from workspaces where id = $workspaceId`,
)

/** What grows with every change to pages, to permissions and to the files that pages were read from. */
export type WorkspaceVersions = {
  sequence: number
  rightsVersion: number
  sourceVersion: number
  /** Of the event with the given number; null without one. */
  eventId: string | null
}

export async function versions(
  reader: Reader,
  workspaceId: string,
  sequence: number,
): Promise<WorkspaceVersions> {
  const none = { sequence: 0, rightsVersion: 0, sourceVersion: 0, eventId: null }
  return (await reader.get(versionsStatement, { workspaceId, sequence })) ?? none
}

/** `rightsVersion` is that of the workspace when the event was read. */
export type SinceRow = Omit<EventRow, 'workspaceId'> & { rightsVersion: number }

export type FeedState = {
  /** The sequence number of the newest event; 0 before the first. */
  sequence: number
  rightsVersion: number
  /** The newest event before the first section. */
  rightsFromSequence: number | null
}

export async function state(reader: Reader, workspaceId: string): Promise<FeedState> {
  const row = await reader.get(stateStatement, { workspaceId })
  return row ?? { sequence: 0, rightsVersion: 0, rightsFromSequence: null }
}

export function bySequence(
  reader: Reader,
  workspaceId: string,
  sequence: number,
): Promise<Omit<EventRow, 'workspaceId'> | undefined> {
  return reader.get(bySequenceStatement, { workspaceId, sequence })
}

/** The sequence number of the newest event; 0 before the first. */
export async function last(reader: Reader, workspaceId: string): Promise<number> {
  return (await reader.get(lastStatement, { workspaceId }))?.sequence ?? 0
}

/** The events after a sequence number, in order, with all columns. */
export function since(
  reader: Reader,
  workspaceId: string,
  sequence: number,
  limit: number,
): Promise<SinceRow[]> {
  return reader.all(sinceStatement, { workspaceId, sequence, limit })
}

const movesStatement = statement<
  Pick<EventRow, 'sequence' | 'data'>,
  { workspaceId: string; sequence: number; limit: number }
>(
  'events.moves',
  `select sequence, data from events where workspace_id = $workspaceId and sequence > $sequence
     and type = 'page.moved'
   order by sequence limit $limit`,
)

/** The pages that were moved after a sequence number, in order. */
export function moves(
  reader: Reader,
  workspaceId: string,
  sequence: number,
  limit: number,
): Promise<Pick<EventRow, 'sequence' | 'data'>[]> {
  return reader.all(movesStatement, { workspaceId, sequence, limit })
}

/** The change in the number of pages outside the trash, by type. */
export type PageDelta = Partial<Record<PageType, number>>

/** What an event adds to the counts of a workspace. */
export type Delta = { pages?: PageDelta; files?: fileCounts.FileCount }

/**
 * Appends to the outbox of the workspace. The row of its counter serialises writers of one workspace and holds the
 * page counts, see workspaces.pageCounts and fileCounts.cached.
 */
export async function append(
  transaction: Transaction,
  event: NewEvent,
  { pages: { TEXT = 0, KANBAN = 0 } = {}, files }: Delta = {},
): Promise<void> {
  const { workspaceId } = event
  await allSettledOrThrow(
    transaction.run(countStatement, { workspaceId, TEXT, KANBAN }),
    transaction.run(insert, { ...event, pageId: event.pageId ?? null, runId: event.runId ?? null }),
    // After the counter, which locks the row.
    ...(files === undefined ? [] : [fileCounts.add(transaction, workspaceId, files)]),
  )
}
