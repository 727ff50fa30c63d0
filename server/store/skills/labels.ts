import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

type PageAddress = { workspaceId: string; pageId: string }

export type LabelRow = { label: string; version: number; updatedAt: number; updatedBy: string }

const listStatement = statement<LabelRow, PageAddress>(
  'skillLabels.list',
  `select label, version, updated_at as "updatedAt", updated_by as "updatedBy" from skill_labels
   where workspace_id = $workspaceId and page_id = $pageId order by label`,
)
const putStatement = statement<never, PageAddress & LabelRow>(
  'skillLabels.put',
  `insert into skill_labels (workspace_id, page_id, label, version, updated_at, updated_by)
     values ($workspaceId, $pageId, $label, $version, $updatedAt, $updatedBy)
   on conflict (workspace_id, page_id, label) do update set version = excluded.version,
     updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
)
const removeStatement = statement<never, PageAddress & { label: string }>(
  'skillLabels.remove',
  'delete from skill_labels where workspace_id = $workspaceId and page_id = $pageId and label = $label',
)
const removeAllStatement = statement<never, PageAddress>(
  'skillLabels.removeAll',
  'delete from skill_labels where workspace_id = $workspaceId and page_id = $pageId',
)

export function list(reader: Reader, { workspaceId, pageId }: PageAddress): Promise<LabelRow[]> {
  return reader.all(listStatement, { workspaceId, pageId })
}

export async function put(transaction: Transaction, row: PageAddress & LabelRow): Promise<void> {
  await transaction.run(putStatement, row)
}

/** Whether there was one. */
export async function remove(
  transaction: Transaction,
  { workspaceId, pageId, label }: PageAddress & { label: string },
): Promise<boolean> {
  return (await transaction.run(removeStatement, { workspaceId, pageId, label })) > 0
}

export async function removeAll(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  await transaction.run(removeAllStatement, { workspaceId, pageId })
}
