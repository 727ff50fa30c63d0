import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/**
 * The position in the outbox of a workspace up to which events were published; it exists while the workspace has
 * endpoints.
 */

export type WindowRow = {
  workspaceId: string
  pageId: string
  /** The sequence number of its newest event. */
  sequence: number
  firstAt: number
  dueAt: number
  /** JSON. */
  event: string
}

const getStatement = statement<CursorRow, { workspaceId: string }>(
  'webhookCursors.get',
  `select c.sequence, w.rights_version as "rightsVersion"
   from webhook_cursors c join workspaces w on w.id = c.workspace_id where c.workspace_id = $workspaceId`,
)
const beginStatement = statement<never, { workspaceId: string; at: number }>(
  'webhookCursors.begin',
  `insert into webhook_cursors (workspace_id, sequence, cleaned_at)
   values ($workspaceId, (select event_sequence from workspaces where id = $workspaceId), $at)
   on conflict (workspace_id) do nothing`,
)
const endStatement = statement<never, { workspaceId: string }>(
  'webhookCursors.end',
  'delete from webhook_cursors where workspace_id = $workspaceId',
)
const advanceStatement = statement<never, { workspaceId: string; from: number; to: number }>(
  'webhookCursors.advance',
  'update webhook_cursors set sequence = $to where workspace_id = $workspaceId and sequence = $from',
)
const behindStatement = statement<{ workspaceId: string }, { now: number }>(
  'webhookCursors.behind',
  `select c.workspace_id as "workspaceId" from webhook_cursors c join workspaces w on w.id = c.workspace_id
   where w.event_sequence > c.sequence
   union select b.workspace_id from webhook_bursts b where b.due_at <= $now`,
)
const uncleanedStatement = statement<{ workspaceId: string }, { before: number }>(
  'webhookCursors.uncleaned',
  'select workspace_id as "workspaceId" from webhook_cursors where cleaned_at < $before',
)
const cleanedStatement = statement<never, { workspaceId: string; at: number }>(
  'webhookCursors.cleaned',
  'update webhook_cursors set cleaned_at = $at where workspace_id = $workspaceId',
)
const windowStatement = statement<WindowRow, { workspaceId: string; pageId: string }>(
  'webhookBursts.get',
  `select workspace_id as "workspaceId", page_id as "pageId", sequence, first_at as "firstAt", due_at as "dueAt", event
   from webhook_bursts where workspace_id = $workspaceId and page_id = $pageId`,
)
const dueWindowsStatement = statement<
  WindowRow,
  { workspaceId: string; now: number; limit: number }
>(
  'webhookBursts.due',
  `select workspace_id as "workspaceId", page_id as "pageId", sequence, first_at as "firstAt", due_at as "dueAt", event
   from webhook_bursts where workspace_id = $workspaceId and due_at <= $now order by sequence limit $limit`,
)
const putWindowStatement = statement<never, WindowRow>(
  'webhookBursts.put',
  `insert into webhook_bursts (workspace_id, page_id, sequence, first_at, due_at, event)
   values ($workspaceId, $pageId, $sequence, $firstAt, $dueAt, $event)
   on conflict (workspace_id, page_id) do update set sequence = excluded.sequence, due_at = excluded.due_at,
     event = excluded.event`,
)
const takeWindowStatement = statement<
  never,
  { workspaceId: string; pageId: string; sequence: number }
>(
  'webhookBursts.take',
  'delete from webhook_bursts where workspace_id = $workspaceId and page_id = $pageId and sequence = $sequence',
)
const dropWindowsStatement = statement<never, { workspaceId: string }>(
  'webhookBursts.drop',
  'delete from webhook_bursts where workspace_id = $workspaceId',
)

export type CursorRow = {
  /** The last published event. */
  sequence: number
  /** Of the workspace. */
  rightsVersion: number
}

/** Undefined without endpoints. */
export function get(reader: Reader, workspaceId: string): Promise<CursorRow | undefined> {
  return reader.get(getStatement, { workspaceId })
}

/** Starts after the newest event; an existing cursor does not change. */
export async function begin(
  transaction: Transaction,
  workspaceId: string,
  at: number,
): Promise<void> {
  await transaction.run(beginStatement, { workspaceId, at })
}

export async function end(transaction: Transaction, workspaceId: string): Promise<void> {
  await transaction.run(dropWindowsStatement, { workspaceId })
  await transaction.run(endStatement, { workspaceId })
}

/**
 * False when another node has advanced it: the rest of this transaction is done already. Other nodes wait until the
 * commit.
 */
export async function advance(
  transaction: Transaction,
  workspaceId: string,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  return (await transaction.run(advanceStatement, { workspaceId, from, to })) > 0
}

/** Workspaces with events to publish, or an elapsed debounce window. */
export async function behind(reader: Reader, now: number): Promise<string[]> {
  return (await reader.all(behindStatement, { now })).map(({ workspaceId }) => workspaceId)
}

export async function uncleaned(reader: Reader, before: number): Promise<string[]> {
  return (await reader.all(uncleanedStatement, { before })).map(({ workspaceId }) => workspaceId)
}

export async function cleaned(
  transaction: Transaction,
  workspaceId: string,
  at: number,
): Promise<void> {
  await transaction.run(cleanedStatement, { workspaceId, at })
}

export function debounceWindow(
  reader: Reader,
  workspaceId: string,
  pageId: string,
): Promise<WindowRow | undefined> {
  return reader.get(windowStatement, { workspaceId, pageId })
}

export function dueWindows(
  reader: Reader,
  workspaceId: string,
  now: number,
  limit: number,
): Promise<WindowRow[]> {
  return reader.all(dueWindowsStatement, { workspaceId, now, limit })
}

export async function putWindow(transaction: Transaction, row: WindowRow): Promise<void> {
  await transaction.run(putWindowStatement, row)
}

/** False when it has grown since, or is claimed. */
export async function takeWindow(
  transaction: Transaction,
  row: Pick<WindowRow, 'workspaceId' | 'pageId' | 'sequence'>,
): Promise<boolean> {
  const { workspaceId, pageId } = row
  return (
    (await transaction.run(takeWindowStatement, { workspaceId, pageId, sequence: row.sequence })) >
    0
  )
}
