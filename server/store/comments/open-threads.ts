import type { Reader } from '../connection.ts'
import { allViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { joinRun, runColumns, type RunOf } from '../runs/columns.ts'
import { belowSql } from '../views/conditions.ts'

/** An open thread in the list of a workspace. */
export type OpenThread = RunOf & {
  /** ID of the first comment. */
  id: string
  pageId: string
  pageTitle: string
  pageIcon: string | null
  /** The start of the first comment, as Markdown; empty if it is deleted. */
  text: string
  /** JSON. Null for a thread about no passage. */
  quote: string | null
  authorId: string
  firstName: string
  lastName: string
  runId: string | null
  createdAt: number
  replies: number
  /** When the newest comment was written. */
  lastAt: number
}

export type ThreadPosition = { createdAt: number; id: string }

/** Empty text for any. */
export type ThreadFilter = { authorId: string; underPageId: string }

const maxText = 300
const isUnder = `(c.page_id = $underPageId or c.page_id in (${belowSql('$underPageId')}))`
const ofThread = `from comments o
  where o.workspace_id = c.workspace_id and o.page_id = c.page_id and o.thread_id = c.id`

const listStatement = viewedStatement<
  OpenThread,
  ThreadFilter & ThreadPosition & { workspaceId: string; limit: number }
>(
  'openThreads.list',
  `select c.id, c.page_id as "pageId", p.title as "pageTitle", p.icon as "pageIcon",
     substr(c.markdown, 1, ${maxText}) as "text", c.quote, c.created_by as "authorId", u.first_name as "firstName",
     u.last_name as "lastName", c.run_id as "runId", ${runColumns}, c.created_at as "createdAt",
     (select count(*) ${ofThread} and o.id <> c.id) as "replies", (select max(o.created_at) ${ofThread}) as "lastAt"
   from comments c join pages p on p.workspace_id = c.workspace_id and p.id = c.page_id
   join users u on u.id = c.created_by ${joinRun('c')}
   where c.workspace_id = $workspaceId and c.id = c.thread_id and c.resolved_at is null
     and (c.created_at, c.id) < ($createdAt, $id) and p.deleted_at is null and {visible p}
     and ($authorId = '' or c.created_by = $authorId) and ($underPageId = '' or ${isUnder})
   order by c.created_at desc, c.id desc limit $limit`,
)

/** The open threads that began before a position, the newest first. */
export function list(
  reader: Reader,
  viewer: Viewer,
  filter: ThreadFilter,
  part: ThreadPosition & { limit: number },
): Promise<OpenThread[]> {
  return allViewed(reader, viewer, listStatement, { ...filter, ...part })
}
