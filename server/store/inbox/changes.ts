import type { Reader, Transaction } from '../connection.ts'
import { forList, listSizes, maxListed } from '../id-lists.ts'
import { memberReads } from '../rights/member-levels.ts'
import { statement } from '../statement.ts'
import { sendAt } from './send-at.ts'

/** Entries that are made from events: changes to watched pages, and runs of agents. */

type Workspace = { workspaceId: string }

const behindStatement = statement<Workspace, { after: string; limit: number }>(
  'inboxChanges.behind',
  `select w.id as "workspaceId" from workspaces w left join inbox_cursors c on c.workspace_id = w.id
   where w.event_sequence > coalesce(c.sequence, 0) and w.removed_at is null and w.id > $after
   order by w.id limit $limit`,
)
const cursorStatement = statement<{ sequence: number }, Workspace>(
  'inboxChanges.cursor',
  'select sequence from inbox_cursors where workspace_id = $workspaceId',
)
const advanceStatement = statement<never, Workspace & { from: number; to: number }>(
  'inboxChanges.advance',
  `insert into inbox_cursors (workspace_id, sequence) values ($workspaceId, $to)
   on conflict (workspace_id) do update set sequence = excluded.sequence
     where inbox_cursors.sequence = $from`,
)

/** Workspaces with events of which no entries were made yet, in the order of their IDs after one. */
export async function behind(reader: Reader, after: string, limit: number): Promise<string[]> {
  const rows = await reader.all(behindStatement, { after, limit })
  return rows.map(({ workspaceId }) => workspaceId)
}

/** The last event of which entries were made; 0 before the first. */
export async function cursor(reader: Reader, workspaceId: string): Promise<number> {
  return (await reader.get(cursorStatement, { workspaceId }))?.sequence ?? 0
}

/** Returns false, and changes nothing, when another process has moved the cursor from where it was. */
export async function advance(
  transaction: Transaction,
  workspaceId: string,
  range: { from: number; to: number },
): Promise<boolean> {
  return (await transaction.run(advanceStatement, { workspaceId, ...range })) > 0
}

export type NewChange = Workspace & {
  id: string
  pageId: string
  actorId: string
  runId: string | null
  sequence: number
  at: number
}
type ToPeople = { userIds: readonly string[] }

const isUnread = "page_id = $pageId and kind = 'change' and read_at is null"
const toTop = 'shown_at = case when shown_at > $at then shown_at else $at end'
const refreshOf = (size: number) => ({
  size,
  statement: statement<never, Omit<NewChange, 'id'> & ToPeople>(
    'inboxChanges.refresh',
    `update inbox_entries set actor_id = $actorId, run_id = $runId, sequence = $sequence, created_at = $at, ${toTop}
     where workspace_id = $workspaceId and ${isUnread} and user_id in ($userIds[${size}])`,
  ),
})
const insertOf = (size: number) => ({
  size,
  statement: statement<never, NewChange & ToPeople & { max: number }>(
    'inboxChanges.insert',
    `insert into inbox_entries (workspace_id, user_id, id, kind, page_id, comment_id, proposal_id, actor_id, run_id,
       sequence, created_at, shown_at, read_at, send_at)
     select $workspaceId, m.user_id, $id, 'change', $pageId, null, null, $actorId, $runId, $sequence, $at, $at, null,
       ${sendAt({ userId: 'm.user_id', kind: "'change'", at: '$at' })}
     from members m where m.workspace_id = $workspaceId and m.user_id in ($userIds[${size}])
       and not exists (select 1 from inbox_entries
         where workspace_id = $workspaceId and ${isUnread} and user_id = m.user_id)
       and (select count(*) from inbox_entries o
         join pages p on p.workspace_id = o.workspace_id and p.id = o.page_id
         where o.workspace_id = $workspaceId and o.user_id = m.user_id and o.kind = 'change' and o.read_at is null
           and p.deleted_at is null and ${memberReads}) < $max`,
  ),
})
const refreshStatements = listSizes.map(refreshOf)
const insertStatements = listSizes.map(insertOf)

/**
 * Adds an entry about a page to the inboxes of some people, or brings the unread one to the newest change. Those with
 * `max` unread entries of this kind that they can see get no more.
 */
export async function addChange(
  transaction: Transaction,
  { id, ...change }: NewChange,
  userIds: readonly string[],
  max: number,
): Promise<void> {
  for (let start = 0; start < userIds.length; start += maxListed) {
    const some = userIds.slice(start, start + maxListed)
    const refreshing = forList(refreshStatements, some)
    await transaction.run(refreshing.statement, { ...change, userIds: refreshing.list })
    const inserting = forList(insertStatements, some)
    await transaction.run(inserting.statement, { ...change, id, max, userIds: inserting.list })
  }
}

export type NewRunEntry = Workspace & {
  id: string
  userId: string
  actorId: string
  runId: string
  sequence: number
  at: number
}

const isOfRun = "run_id = $runId and kind = 'run' and user_id = $userId"
const runSendAt = (userId: string) => sendAt({ userId, kind: "'run'", at: '$at' })
const refreshRunStatement = statement<
  never,
  Omit<NewRunEntry, 'id' | 'actorId'> & { readBefore: number }
>(
  'inboxChanges.refreshRun',
  `update inbox_entries set sequence = $sequence, created_at = $at, ${toTop},
     mailed_at = case when read_at is null then mailed_at end,
     sent_at = case when read_at is null then sent_at end,
     send_at = case when read_at is null then send_at else ${runSendAt('$userId')} end, read_at = null
   where workspace_id = $workspaceId and ${isOfRun} and (read_at is null or read_at < $readBefore)`,
)
const insertRunStatement = statement<never, NewRunEntry>(
  'inboxChanges.insertRun',
  `insert into inbox_entries (workspace_id, user_id, id, kind, page_id, comment_id, proposal_id, actor_id, run_id,
     sequence, created_at, shown_at, read_at, send_at)
   select $workspaceId, m.user_id, $id, 'run', null, null, null, $actorId, $runId, $sequence, $at, $at, null,
     ${runSendAt('m.user_id')}
   from members m where m.workspace_id = $workspaceId and m.user_id = $userId
     and not exists (select 1 from inbox_entries where workspace_id = $workspaceId and ${isOfRun})`,
)

/** Adds an entry about a run, or brings it to the newest change: unread if it was read before `readBefore`. */
export async function addRun(
  transaction: Transaction,
  { id, actorId, ...run }: NewRunEntry,
  readBefore: number,
): Promise<void> {
  await transaction.run(refreshRunStatement, { ...run, readBefore })
  await transaction.run(insertRunStatement, { ...run, id, actorId })
}
