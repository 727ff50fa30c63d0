import type { Reader, Transaction } from '../connection.ts'
import { forList, listSizes } from '../id-lists.ts'
import { statement } from '../statement.ts'

/** Existing pages that are not indexed yet, such as hundreds of restored ones. */

const addOf = (size: number) => ({
  size,
  statement: statement<never, { workspaceId: string; ids: readonly string[] }>(
    'searchPending.add',
    `insert into search_pending (workspace_id, page_id)
     select workspace_id, id from pages where workspace_id = $workspaceId and id in ($ids[${size}])
     on conflict do nothing`,
  ),
})
const addStatements = listSizes.map(addOf)
const firstStatement = statement<{ pageId: string }, { workspaceId: string; limit: number }>(
  'searchPending.first',
  `select page_id as "pageId" from search_pending where workspace_id = $workspaceId
     order by page_id limit $limit`,
)
const hasStatement = statement<{ pageId: string }, { workspaceId: string; pageId: string }>(
  'searchPending.has',
  'select page_id as "pageId" from search_pending where workspace_id = $workspaceId and page_id = $pageId',
)
const removeStatement = statement<never, { workspaceId: string; pageId: string }>(
  'searchPending.remove',
  'delete from search_pending where workspace_id = $workspaceId and page_id = $pageId',
)
const workspacesStatement = statement<{ workspaceId: string }>(
  'searchPending.workspaces',
  'select distinct workspace_id as "workspaceId" from search_pending',
)

/** At most `maxListed`. */
export async function add(
  transaction: Transaction,
  pages: { workspaceId: string; ids: readonly string[] },
): Promise<void> {
  const { statement, list } = forList(addStatements, pages.ids)
  await transaction.run(statement, { workspaceId: pages.workspaceId, ids: list })
}

export async function first(reader: Reader, workspaceId: string, limit: number): Promise<string[]> {
  const rows = await reader.all(firstStatement, { workspaceId, limit })
  return rows.map(({ pageId }) => pageId)
}

export async function has(
  reader: Reader,
  { workspaceId, pageId }: { workspaceId: string; pageId: string },
): Promise<boolean> {
  return (await reader.get(hasStatement, { workspaceId, pageId })) !== undefined
}

/** False when another process was faster. */
export async function remove(
  transaction: Transaction,
  { workspaceId, pageId }: { workspaceId: string; pageId: string },
): Promise<boolean> {
  return (await transaction.run(removeStatement, { workspaceId, pageId })) > 0
}

/** The workspaces with pending pages. */
export async function workspaces(reader: Reader): Promise<string[]> {
  const rows = await reader.all(workspacesStatement)
  return rows.map(({ workspaceId }) => workspaceId)
}
