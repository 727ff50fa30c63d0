import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/** `scope`: the ID of a page, or of the workspace. */
type ScopeAddress = { workspaceId: string; scope: string }
type DayAddress = ScopeAddress & { date: string }

export type DailySettingsRow = {
  /** Null for the scope itself. */
  parentId: string | null
  title: string
  templateId: string | null
}

const settingsStatement = statement<DailySettingsRow, ScopeAddress>(
  'daily.settings',
  `select parent_id as "parentId", title, template_id as "templateId" from daily_settings
   where workspace_id = $workspaceId and scope = $scope`,
)
const putSettingsStatement = statement<
  never,
  ScopeAddress & DailySettingsRow & { updatedAt: number; updatedBy: string }
>(
  'daily.putSettings',
  `insert into daily_settings (workspace_id, scope, parent_id, title, template_id, updated_at, updated_by)
     values ($workspaceId, $scope, $parentId, $title, $templateId, $updatedAt, $updatedBy)
   on conflict (workspace_id, scope) do update set parent_id = excluded.parent_id, title = excluded.title,
     template_id = excluded.template_id, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
)
const removeSettingsStatement = statement<never, ScopeAddress>(
  'daily.removeSettings',
  'delete from daily_settings where workspace_id = $workspaceId and scope = $scope',
)
const pageStatement = statement<{ pageId: string }, DayAddress>(
  'daily.page',
  `select page_id as "pageId" from daily_pages
   where workspace_id = $workspaceId and scope = $scope and date = $date`,
)
const putPageStatement = statement<never, DayAddress & { pageId: string }>(
  'daily.putPage',
  `insert into daily_pages (workspace_id, scope, date, page_id) values ($workspaceId, $scope, $date, $pageId)
   on conflict (workspace_id, scope, date) do update set page_id = excluded.page_id`,
)
const removePageStatement = statement<never, { workspaceId: string; pageId: string }>(
  'daily.removePage',
  'delete from daily_pages where workspace_id = $workspaceId and page_id = $pageId',
)

export function settings(
  reader: Reader,
  { workspaceId, scope }: ScopeAddress,
): Promise<DailySettingsRow | undefined> {
  return reader.get(settingsStatement, { workspaceId, scope })
}

export async function putSettings(
  transaction: Transaction,
  row: ScopeAddress & DailySettingsRow & { updatedAt: number; updatedBy: string },
): Promise<void> {
  await transaction.run(putSettingsStatement, row)
}

export async function removeSettings(
  transaction: Transaction,
  { workspaceId, scope }: ScopeAddress,
): Promise<void> {
  await transaction.run(removeSettingsStatement, { workspaceId, scope })
}

/** The ID of the page of a day, also if it is deleted or hidden. */
export async function page(
  reader: Reader,
  { workspaceId, scope, date }: DayAddress,
): Promise<string | undefined> {
  return (await reader.get(pageStatement, { workspaceId, scope, date }))?.pageId
}

export async function putPage(
  transaction: Transaction,
  day: DayAddress & { pageId: string },
): Promise<void> {
  await transaction.run(putPageStatement, day)
}

/** Before a page is permanently deleted. */
export async function removePage(
  transaction: Transaction,
  { workspaceId, pageId }: { workspaceId: string; pageId: string },
): Promise<void> {
  await transaction.run(removePageStatement, { workspaceId, pageId })
}
