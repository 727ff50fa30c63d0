import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

type PageAddress = { workspaceId: string; pageId: string }

/** A skill or agent whose draft must be compared with its newest version. */
export type DueRow = { pageId: string; revision: number }

/** The skills that a page belongs to, as itself, as a subpage, or as a file of a version. */
const noteStatement = statement<never, PageAddress>(
  'skillStates.note',
  `with recursive above (workspace_id, id, parent_id, ownership, depth) as (
     select workspace_id, id, parent_id, ownership, 0 from pages where workspace_id = $workspaceId and id = $pageId
     union all
     select p.workspace_id, p.id, p.parent_id, p.ownership, a.depth + 1
     from above a join pages p on p.workspace_id = a.workspace_id and p.id = a.parent_id
     where a.ownership = 'TEXT' and a.depth < 8
   ) insert into skill_states (workspace_id, page_id, revision, is_due, is_changed)
   select found.workspace_id, found.id, 1, 1, 0 from (
     select workspace_id, id from above where ownership <> 'TEXT'
     union select workspace_id, page_id from skill_files where workspace_id = $workspaceId and source_id = $pageId
   ) found where true
   on conflict (workspace_id, page_id) do update set is_due = 1, revision = skill_states.revision + 1`,
)
const noteAllStatement = statement<never, { workspaceId: string }>(
  'skillStates.noteAll',
  'update skill_states set is_due = 1, revision = revision + 1 where workspace_id = $workspaceId',
)
const dueStatement = statement<DueRow, { workspaceId: string }>(
  'skillStates.due',
  `select page_id as "pageId", revision from skill_states where workspace_id = $workspaceId and is_due = 1
   order by page_id`,
)
const workspacesStatement = statement<{ workspaceId: string }, { limit: number }>(
  'skillStates.workspaces',
  'select distinct workspace_id as "workspaceId" from skill_states where is_due = 1 order by 1 limit $limit',
)
const recordStatement = statement<never, PageAddress & { revision: number; isChanged: 0 | 1 }>(
  'skillStates.record',
  `update skill_states set is_due = 0, is_changed = $isChanged
   where workspace_id = $workspaceId and page_id = $pageId and revision = $revision`,
)
const removeStatement = statement<never, PageAddress>(
  'skillStates.remove',
  'delete from skill_states where workspace_id = $workspaceId and page_id = $pageId',
)

/** After a change to a page: the skills that it belongs to are due. */
export async function note(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  await transaction.run(noteStatement, { workspaceId, pageId })
}

/** All skills of the workspace are due. */
export async function noteAll(transaction: Transaction, workspaceId: string): Promise<void> {
  await transaction.run(noteAllStatement, { workspaceId })
}

/** Oldest page first. */
export function due(reader: Reader, workspaceId: string): Promise<DueRow[]> {
  return reader.all(dueStatement, { workspaceId })
}

/** The workspaces with a skill that is due. */
export async function workspaces(reader: Reader, limit: number): Promise<string[]> {
  return (await reader.all(workspacesStatement, { limit })).map(({ workspaceId }) => workspaceId)
}

/** Notes what was found. Whether nothing has changed meanwhile: otherwise it stays due. */
export async function record(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
  { revision, isChanged }: { revision: number; isChanged: boolean },
): Promise<boolean> {
  const row = { workspaceId, pageId, revision, isChanged: isChanged ? (1 as const) : (0 as const) }
  return (await transaction.run(recordStatement, row)) > 0
}

/** Before a page is permanently deleted. */
export async function remove(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, pageId })
}
