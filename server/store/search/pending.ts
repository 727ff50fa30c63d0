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
const amongOf = (size: number) => ({
  size,
  statement: statement<{ pageId: string }, { workspaceId: string; ids: readonly string[] }>(
    'searchPending.among',
    `select page_id as "pageId" from search_pending where workspace_id = $workspaceId and page_id in ($ids[${size}])`,
  ),
})
const amongStatements = listSizes.map(amongOf)
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

/** Those of the given pages that are pending; at most `maxListed`. */
export async function among(
  reader: Reader,
  pages: { workspaceId: string; ids: readonly string[] },
): Promise<string[]> {
  const { statement, list } = forList(amongStatements, pages.ids)
  const rows = await reader.all(statement, { workspaceId: pages.workspaceId, ids: list })
  return rows.map(({ pageId }) => pageId)
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
