import type { Reader, Transaction } from '../connection.ts'
import { allTables, type AnyTable, keyOf } from '../dump.ts'
import { type Statement, statement } from '../statement.ts'

type Batch = { workspaceId: string; limit: number }

const markStatement = statement<never, { workspaceId: string; now: number }>(
  'workspaceRemoval.mark',
  'update workspaces set removed_at = $now, slug = id where id = $workspaceId and removed_at is null',
)
const endMembershipsStatement = statement<never, { workspaceId: string }>(
  'workspaceRemoval.endMemberships',
  'delete from members where workspace_id = $workspaceId',
)
const listStatement = statement<{ id: string }>(
  'workspaceRemoval.list',
  'select id from workspaces where removed_at is not null order by removed_at, id',
)
const removeStatement = statement<never, { workspaceId: string }>(
  'workspaceRemoval.remove',
  'delete from workspaces where id = $workspaceId and removed_at is not null',
)
const delistFilesStatement = statement<never, Batch>(
  'workspaceRemoval.delistFiles',
  `delete from file_workspaces where file_id in
     (select id from files where workspace_id = $workspaceId order by id limit $limit)`,
)
const dropAccountsStatement = statement<never, { workspaceId: string }>(
  'workspaceRemoval.dropAccounts',
  'delete from chat_accounts where workspace_id = $workspaceId',
)

/** The tables of a workspace, referring rows first. */
const tables = allTables.filter((table) => keyOf(table).startsWith('workspace_id')).toReversed()
const deletions = new Map(tables.map((table) => [table, deletionOf(table)]))

function deletionOf(table: AnyTable): Statement<never, Batch> {
  const key = keyOf(table)
  return statement(
    `dump.removeOf.${table}`,
    `delete from ${table} where (${key}) in
       (select ${key} from ${table} where workspace_id = $workspaceId order by ${key} limit $limit)`,
  )
}

/** Removes the members and releases the slug; false when the workspace does not exist. */
export async function mark(
  transaction: Transaction,
  workspaceId: string,
  now: number,
): Promise<boolean> {
  if ((await transaction.run(markStatement, { workspaceId, now })) === 0) return false
  await transaction.run(endMembershipsStatement, { workspaceId })
  await transaction.run(dropAccountsStatement, { workspaceId })
  return true
}

/** Workspaces with rows left to delete. */
export async function list(reader: Reader): Promise<string[]> {
  return (await reader.all(listStatement)).map(({ id }) => id)
}

/** Deletes a batch of rows, and finally the workspace itself; returns whether rows are left. */
export async function removeBatch(
  transaction: Transaction,
  workspaceId: string,
  limit: number,
): Promise<boolean> {
  for (const [table, deletion] of deletions) {
    if (table === 'files') await transaction.run(delistFilesStatement, { workspaceId, limit })
    if ((await transaction.run(deletion, { workspaceId, limit })) > 0) return true
  }
  await transaction.run(removeStatement, { workspaceId })
  return false
}
