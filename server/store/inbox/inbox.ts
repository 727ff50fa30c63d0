import type { InboxKind } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { forList, listSizes, maxListed } from '../id-lists.ts'
import {
  allViewed,
  getViewed,
  levelNumbers,
  type Viewer,
  viewedStatement,
} from '../rights/viewer.ts'
import { joinRun, runColumns, type RunOf } from '../runs/columns.ts'
import { statement } from '../statement.ts'
import { sendAt } from './send-at.ts'

/** What waits for the attention of a person or agent. */
export type InboxItem = RunOf & {
  id: string
  kind: InboxKind
  /** Null for a review and a run. */
  pageId: string | null
  pageTitle: string | null
  pageIcon: string | null
  commentId: string | null
  /** The start of the comment, as Markdown. */
  text: string | null
  proposalId: string | null
  proposalTitle: string | null
  proposalRevision: number | null
  actorId: string
  firstName: string
  lastName: string
  runId: string | null
  createdAt: number
  /** When it was created, or when its snooze ends. */
  shownAt: number
  readAt: number | null
}

/** Entries that appear now, those that do and are not read, or snoozed ones. */
export type InboxState = 'all' | 'unread' | 'snoozed'

export type InboxCursor = { shownAt: number; id: string }

type Own = { workspaceId: string; userId: string }
/** `reviews`: whether the person may accept proposals at all, and `writesOpen` on pages outside of sections. */
type Seen = Own & { reviews: 0 | 1; writesOpen: 0 | 1; now: number }

const maxText = 300

/** The condition that the person can write on every page of the proposal of `e`. */
const canReview = `not exists (select 1 from proposal_pages r
  left join pages rp on rp.workspace_id = r.workspace_id and rp.id = r.page_id
  where r.workspace_id = e.workspace_id and r.proposal_id = e.proposal_id and not {writable rp})`
/** The condition that the person can read a page that the run of `e` changed, in the trash too. */
const canReadRun = `exists (select 1 from events v
  join pages vp on vp.workspace_id = v.workspace_id and vp.id = v.page_id
  where v.workspace_id = e.workspace_id and v.run_id = e.run_id and {visible vp})`
/** Entries about what the person can still see and do. */
const visible = `((e.kind not in ('review', 'run') and p.deleted_at is null and {visible p}
    and (e.comment_id is null or c.deleted_at is null))
  or (e.kind = 'review' and $reviews = 1 and o.state = 'open' and ${canReview})
  or (e.kind = 'run' and ${canReadRun}))`
const source = `from inbox_entries e
  left join pages p on p.workspace_id = e.workspace_id and p.id = e.page_id
  left join comments c on c.workspace_id = e.workspace_id and c.id = e.comment_id
  left join proposals o on o.workspace_id = e.workspace_id and o.id = e.proposal_id
  left join inbox_settings s on s.workspace_id = e.workspace_id and s.user_id = e.user_id`
const own = `e.workspace_id = $workspaceId and e.user_id = $userId
  and (p.id is not null or e.page_id is null) and (c.id is not null or e.comment_id is null)`
const isIn = (kinds: string) => `coalesce(s.${kinds}, '') like '% ' || e.kind || ' %'`
const isShown = `not (${isIn('hidden_kinds')})`

const items = `select e.id, e.kind, e.page_id as "pageId", p.title as "pageTitle", p.icon as "pageIcon",
     e.comment_id as "commentId", substr(c.markdown, 1, ${maxText}) as "text", e.proposal_id as "proposalId",
     o.title as "proposalTitle", o.revision as "proposalRevision", e.actor_id as "actorId", u.first_name as "firstName", u.last_name as "lastName",
     e.run_id as "runId", ${runColumns}, e.created_at as "createdAt", e.shown_at as "shownAt", e.read_at as "readAt"
   ${source} join users u on u.id = e.actor_id ${joinRun('e')}
   where ${own} and ${visible}`

const listStatement = viewedStatement<
  InboxItem,
  Seen & { state: InboxState; kind: string; beforeAt: number; beforeId: string; limit: number }
>(
  'inbox.list',
  `${items} and ${isShown} and ($kind = '' or e.kind = $kind)
     and (e.shown_at > $now) = ($state = 'snoozed') and ($state <> 'unread' or e.read_at is null)
     and (e.shown_at, e.id) < ($beforeAt, $beforeId)
   order by e.shown_at desc, e.id desc limit $limit`,
)
const unreadStatement = viewedStatement<{ entries: number }, Seen>(
  'inbox.unread',
  `select count(*) as "entries" ${source} where ${own} and e.read_at is null and e.shown_at <= $now and ${isShown}
     and ${visible}`,
)
const unmailedStatement = viewedStatement<InboxItem, Seen & { limit: number }>(
  'inbox.unmailed',
  `${items} and not (${isIn('unmailed_kinds')}) and e.read_at is null and e.mailed_at is null and e.shown_at <= $now
   order by e.shown_at desc, e.id desc limit $limit`,
)

const unsentStatement = viewedStatement<InboxItem, Seen & { limit: number }>(
  'inbox.unsent',
  `${items} and not (${isIn('unsent_kinds')}) and e.read_at is null and e.send_at <= $now
   order by e.shown_at desc, e.id desc limit $limit`,
)
const unsentIdsStatement = statement<{ id: string }, Own & { now: number; limit: number }>(
  'inbox.unsentIds',
  `select id from inbox_entries where workspace_id = $workspaceId and user_id = $userId
     and send_at <= $now order by id limit $limit`,
)

/** Newest first. `kind` is empty for all. */
export function list(
  reader: Reader,
  viewer: Viewer,
  filter: { state: InboxState; kind: InboxKind | ''; before: InboxCursor | undefined },
  part: { now: number; limit: number },
): Promise<InboxItem[]> {
  const { before, ...wanted } = filter
  const { shownAt: beforeAt, id: beforeId } = before ?? { shownAt: Number.MAX_SAFE_INTEGER, id: '' }
  return allViewed(reader, viewer, listStatement, {
    ...seenBy(viewer),
    ...wanted,
    ...part,
    beforeAt,
    beforeId,
  })
}

/** The number of unread entries that appear now. */
export async function unread(reader: Reader, viewer: Viewer, now: number): Promise<number> {
  const row = await getViewed(reader, viewer, unreadStatement, { ...seenBy(viewer), now })
  return row?.entries ?? 0
}

/** Unread entries that no email contained yet, newest first, of the kinds that emails contain. */
export function unmailed(
  reader: Reader,
  viewer: Viewer,
  part: { now: number; limit: number },
): Promise<InboxItem[]> {
  return allViewed(reader, viewer, unmailedStatement, { ...seenBy(viewer), ...part })
}

/** Unread entries about which a chat message is due, newest first, of the kinds that messages contain. */
export function unsent(
  reader: Reader,
  viewer: Viewer,
  part: { now: number; limit: number },
): Promise<InboxItem[]> {
  return allViewed(reader, viewer, unsentStatement, { ...seenBy(viewer), ...part })
}

/** The same of all kinds, also about what the person cannot see. */
export async function unsentIds(
  reader: Reader,
  { workspaceId, userId }: Own,
  part: { now: number; limit: number },
): Promise<string[]> {
  const rows = await reader.all(unsentIdsStatement, { workspaceId, userId, ...part })
  return rows.map(({ id }) => id)
}

function seenBy({ viewerId, openLevel, maxLevel }: Viewer): Omit<Seen, 'workspaceId' | 'now'> {
  const reviews = maxLevel >= levelNumbers.write ? 1 : 0
  return { userId: viewerId, reviews, writesOpen: openLevel >= levelNumbers.write ? reviews : 0 }
}

export type NewEntry = {
  workspaceId: string
  id: string
  kind: Exclude<InboxKind, 'review' | 'change' | 'run'>
  pageId: string
  commentId: string | null
  actorId: string
  runId: string | null
  createdAt: number
}

const latestEvent = '(select event_sequence from workspaces where id = $workspaceId)'
const insertOf = (size: number) => ({
  size,
  statement: statement<never, NewEntry & { userIds: readonly string[] }>(
    'inbox.insert',
    `insert into inbox_entries (workspace_id, user_id, id, kind, page_id, comment_id, proposal_id, actor_id, run_id,
       sequence, created_at, shown_at, read_at, send_at)
     select $workspaceId, m.user_id, $id, $kind, $pageId, $commentId, null, $actorId, $runId, ${latestEvent},
       $createdAt, $createdAt, null, ${sendAt({ userId: 'm.user_id', kind: '$kind', at: '$createdAt' })}
     from members m where m.workspace_id = $workspaceId and m.user_id in ($userIds[${size}])
       and ($kind <> 'mention' or not exists (select 1 from inbox_entries e
         where e.workspace_id = $workspaceId and e.user_id = m.user_id and e.page_id = $pageId and e.kind = 'mention'
           and coalesce(e.comment_id, '') = coalesce($commentId, '')))`,
  ),
})
const insertStatements = listSizes.map(insertOf)

/** Adds an entry for each of the people who is a member, except for a mention that they had before. */
export async function insert(
  transaction: Transaction,
  entry: NewEntry,
  userIds: readonly string[],
): Promise<void> {
  for (let start = 0; start < userIds.length; start += maxListed) {
    const some = userIds.slice(start, start + maxListed)
    const { statement: inserting, list: ids } = forList(insertStatements, some)
    await transaction.run(inserting, { ...entry, userIds: ids })
  }
}

const idsOf = (name: string, change: string) =>
  listSizes.map((size) => ({
    size,
    statement: statement<never, Own & { ids: readonly string[]; at: number | null }>(
      `inbox.${name}`,
      `update inbox_entries set ${change}
       where workspace_id = $workspaceId and user_id = $userId and id in ($ids[${size}])`,
    ),
  }))
const markStatements = idsOf('mark', 'read_at = $at, send_at = null')
/** What comes back is announced again. */
const snoozeStatements = idsOf(
  'snooze',
  `shown_at = $at, read_at = null, mailed_at = null,
   send_at = ${sendAt({ userId: '$userId', kind: 'inbox_entries.kind', at: '$at' })}`,
)
const endSnoozeStatements = idsOf(
  'endSnooze',
  `shown_at = created_at, read_at = null, send_at = null,
   mailed_at = case when shown_at > created_at then coalesce(mailed_at, created_at) else mailed_at end`,
)
const mailedStatements = idsOf('mailed', 'mailed_at = $at')
const sentStatements = idsOf('sent', 'sent_at = $at, send_at = null')
const skipStatement = statement<never, Own & { kinds: string; at: number }>(
  'inbox.skipUnsent',
  `update inbox_entries set sent_at = $at, send_at = null
   where workspace_id = $workspaceId and user_id = $userId and send_at is not null and $kinds like '% ' || kind || ' %'`,
)
const markAllStatement = statement<never, Own & { at: number | null; now: number }>(
  'inbox.markAll',
  `update inbox_entries set read_at = $at, send_at = null
   where workspace_id = $workspaceId and user_id = $userId and shown_at <= $now
     and not exists (select 1 from inbox_settings s where s.workspace_id = $workspaceId and s.user_id = $userId
       and s.hidden_kinds like '% ' || inbox_entries.kind || ' %')`,
)

/** `at`: when they were read; null makes them unread. No chat message announces them any more. */
export async function mark(
  transaction: Transaction,
  { workspaceId, userId }: Own,
  entryIds: readonly string[],
  at: number | null,
): Promise<void> {
  await update(transaction, markStatements, { workspaceId, userId, at }, entryIds)
}

/** `until`: when they appear again, unread; null shows them now. */
export async function snooze(
  transaction: Transaction,
  { workspaceId, userId }: Own,
  entryIds: readonly string[],
  until: number | null,
): Promise<void> {
  const statements = until === null ? endSnoozeStatements : snoozeStatements
  await update(transaction, statements, { workspaceId, userId, at: until }, entryIds)
}

/** `at`: when an email with them was sent; null for one that was not sent. */
export async function setMailed(
  transaction: Transaction,
  { workspaceId, userId }: Own,
  entryIds: readonly string[],
  at: number | null,
): Promise<void> {
  await update(transaction, mailedStatements, { workspaceId, userId, at }, entryIds)
}

/** `at`: when a chat message contained them, or left them out for good. */
export async function setSent(
  transaction: Transaction,
  { workspaceId, userId }: Own,
  entryIds: readonly string[],
  at: number,
): Promise<void> {
  await update(transaction, sentStatements, { workspaceId, userId, at }, entryIds)
}

/** Cancels the chat messages about the entries of some kinds. */
export async function skipUnsent(
  transaction: Transaction,
  { workspaceId, userId }: Own,
  kinds: readonly InboxKind[],
  at: number,
): Promise<void> {
  if (kinds.length > 0)
    await transaction.run(skipStatement, { workspaceId, userId, kinds: ` ${kinds.join(' ')} `, at })
}

async function update(
  transaction: Transaction,
  statements: typeof markStatements,
  values: Own & { at: number | null },
  entryIds: readonly string[],
): Promise<void> {
  for (let start = 0; start < entryIds.length; start += maxListed) {
    const some = entryIds.slice(start, start + maxListed)
    const { statement: updating, list: ids } = forList(statements, some)
    await transaction.run(updating, { ...values, ids })
  }
}

/** Marks the entries that appear now, except for kinds that the inbox does not show. */
export async function markAll(
  transaction: Transaction,
  { workspaceId, userId }: Own,
  change: { at: number | null; now: number },
): Promise<void> {
  await transaction.run(markAllStatement, { workspaceId, userId, ...change })
}
