import type { Reader, Transaction } from '../connection.ts'
import { allViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { joinRun, runColumns, type RunOf } from '../runs/columns.ts'
import { statement } from '../statement.ts'

export type CommentRow = {
  workspaceId: string
  id: string
  pageId: string
  /** The id of the first comment of the thread, which is its own id for that comment. */
  threadId: string
  /** Empty for a deleted comment with replies. */
  markdown: string
  quote: string | null
  createdAt: number
  createdBy: string
  updatedAt: number | null
  deletedAt: number | null
  resolvedAt: number | null
  resolvedBy: string | null
  /** Of the comment when it was created; null when unknown. */
  runId: string | null
}

/** A comment with the names of its author and of who resolved the thread. */
export type CommentItem = Omit<CommentRow, 'workspaceId'> &
  RunOf & {
    firstName: string
    lastName: string
    resolverFirstName: string | null
    resolverLastName: string | null
  }

const ownColumns = `c.id, c.page_id as "pageId", c.thread_id as "threadId", c.markdown, c.quote,
  c.created_at as "createdAt", c.created_by as "createdBy", c.updated_at as "updatedAt",
  c.deleted_at as "deletedAt", c.resolved_at as "resolvedAt", c.resolved_by as "resolvedBy",
  c.run_id as "runId"`
const itemColumns = `${ownColumns}, u.first_name as "firstName", u.last_name as "lastName",
  r.first_name as "resolverFirstName", r.last_name as "resolverLastName", ${runColumns}`
const people = `join users u on u.id = c.created_by left join users r on r.id = c.resolved_by ${joinRun('c')}`

const getStatement = statement<CommentRow, Address>(
  'comments.get',
  `select c.workspace_id as "workspaceId", ${ownColumns} from comments c
   join pages p on p.workspace_id = c.workspace_id and p.id = c.page_id and p.deleted_at is null
   where c.workspace_id = $workspaceId and c.id = $id`,
)
const ofPageStatement = statement<
  CommentItem,
  { workspaceId: string; pageId: string; isResolvedToo: 0 | 1; limit: number; offset: number }
>(
  'comments.ofPage',
  `select ${itemColumns} from (
     select t.workspace_id, t.id, t.created_at from comments t
     where t.workspace_id = $workspaceId and t.page_id = $pageId and t.id = t.thread_id
       and (t.resolved_at is null or $isResolvedToo = 1)
     order by t.created_at, t.id limit $limit offset $offset
   ) f join comments c on c.workspace_id = $workspaceId and c.page_id = $pageId and c.thread_id = f.id ${people}
   order by f.created_at, f.id, c.created_at, c.id`,
)
const countStatement = statement<
  { threads: number },
  { workspaceId: string; pageId: string; isResolvedToo: 0 | 1 }
>(
  'comments.count',
  `select count(*) as "threads" from comments
   where workspace_id = $workspaceId and page_id = $pageId and id = thread_id
     and (resolved_at is null or $isResolvedToo = 1)`,
)
const allStatement = viewedStatement<CommentItem, { workspaceId: string }>(
  'comments.all',
  `select ${itemColumns} from comments c ${people}
   join pages p on p.workspace_id = c.workspace_id and p.id = c.page_id
   where c.workspace_id = $workspaceId and {visible p} order by c.page_id, c.thread_id, c.created_at, c.id`,
)
const repliesStatement = statement<
  { replies: number },
  { workspaceId: string; pageId: string; threadId: string }
>(
  'comments.replies',
  `select count(*) as "replies" from comments
   where workspace_id = $workspaceId and page_id = $pageId and thread_id = $threadId and id <> $threadId`,
)
const participantsStatement = statement<
  { userId: string },
  { workspaceId: string; pageId: string; threadId: string; limit: number }
>(
  'comments.participants',
  `select created_by as "userId" from comments
   where workspace_id = $workspaceId and page_id = $pageId and thread_id = $threadId and deleted_at is null
   group by created_by order by min(created_at), created_by limit $limit`,
)
const insertStatement = statement<never, NewComment & { runId: string | null }>(
  'comments.insert',
  `insert into comments (workspace_id, id, page_id, thread_id, markdown, quote, created_at, created_by, run_id)
   values ($workspaceId, $id, $pageId, $threadId, $markdown, $quote, $createdAt, $createdBy, $runId)`,
)
const updateStatement = statement<never, Address & { markdown: string; at: number }>(
  'comments.update',
  'update comments set markdown = $markdown, updated_at = $at where workspace_id = $workspaceId and id = $id',
)
const resolveStatement = statement<never, Address & { at: number | null; by: string | null }>(
  'comments.resolve',
  'update comments set resolved_at = $at, resolved_by = $by where workspace_id = $workspaceId and id = $id',
)
const emptyStatement = statement<never, Address & { at: number }>(
  'comments.empty',
  `update comments set markdown = '', deleted_at = $at where workspace_id = $workspaceId and id = $id`,
)
const removeStatement = statement<never, Address>(
  'comments.remove',
  'delete from comments where workspace_id = $workspaceId and id = $id',
)

/** A comment on a page outside the trash. */
export function get(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<CommentRow | undefined> {
  return reader.get(getStatement, { workspaceId, id })
}

/** Limit and offset count threads. */
export type ThreadsWanted = { which: 'open' | 'all'; limit: number; offset: number }

/** The comments on a page, oldest thread first, and within a thread oldest first. */
export function ofPage(
  reader: Reader,
  { workspaceId, pageId }: { workspaceId: string; pageId: string },
  { which, limit, offset }: ThreadsWanted,
): Promise<CommentItem[]> {
  const isResolvedToo = which === 'all' ? 1 : 0
  return reader.all(ofPageStatement, { workspaceId, pageId, isResolvedToo, limit, offset })
}

/** The number of threads on a page. */
export async function count(
  reader: Reader,
  { workspaceId, pageId }: { workspaceId: string; pageId: string },
  which: ThreadsWanted['which'],
): Promise<number> {
  const isResolvedToo = which === 'all' ? 1 : 0
  const row = await reader.get(countStatement, { workspaceId, pageId, isResolvedToo })
  return row?.threads ?? 0
}

/** Those who wrote in a thread, in the order of their first comments. */
export async function participants(
  reader: Reader,
  { workspaceId, pageId, threadId }: Pick<CommentRow, 'workspaceId' | 'pageId' | 'threadId'>,
  limit: number,
): Promise<string[]> {
  const thread = { workspaceId, pageId, threadId, limit }
  return (await reader.all(participantsStatement, thread)).map(({ userId }) => userId)
}

/** All comments of a workspace, grouped by thread. */
export function all(reader: Reader, viewer: Viewer): Promise<CommentItem[]> {
  return allViewed(reader, viewer, allStatement, {})
}

/** The number of replies in a thread. */
export async function replies(reader: Reader, comment: CommentRow): Promise<number> {
  const { workspaceId, pageId, threadId } = comment
  return (await reader.get(repliesStatement, { workspaceId, pageId, threadId }))?.replies ?? 0
}

export type NewComment = Omit<
  CommentRow,
  'updatedAt' | 'deletedAt' | 'resolvedAt' | 'resolvedBy' | 'runId'
> & { runId?: string | null }

export async function insert(transaction: Transaction, comment: NewComment): Promise<void> {
  await transaction.run(insertStatement, { ...comment, runId: comment.runId ?? null })
}

type Address = { workspaceId: string; id: string }

export async function update(
  transaction: Transaction,
  { workspaceId, id }: Address,
  { markdown, at }: { markdown: string; at: number },
): Promise<void> {
  await transaction.run(updateStatement, { workspaceId, id, markdown, at })
}

/** Null reopens the thread. */
export async function resolve(
  transaction: Transaction,
  { workspaceId, id }: Address,
  resolved: { at: number; by: string } | null,
): Promise<void> {
  const { at, by } = resolved ?? { at: null, by: null }
  await transaction.run(resolveStatement, { workspaceId, id, at, by })
}

/** Clears the text and keeps the comment as the parent of its replies. */
export async function empty(
  transaction: Transaction,
  { workspaceId, id }: Address,
  at: number,
): Promise<void> {
  await transaction.run(emptyStatement, { workspaceId, id, at })
}

export async function remove(
  transaction: Transaction,
  { workspaceId, id }: Address,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, id })
}
