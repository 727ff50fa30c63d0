import type { Reader, Transaction } from '../connection.ts'
import { forList, listSizes } from '../id-lists.ts'
import { allViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { statement } from '../statement.ts'

type PageAddress = { workspaceId: string; pageId: string }

/** `scope`: the ID of the page below which it applies, or the ID of the workspace. */
type ScopeAddress = { workspaceId: string; scope: string }

export type TemplateRow = { id: string; title: string; icon: string | null; scope: string }

export type DefaultRow = { scope: string; templateId: string }

const from = `from page_templates t
   join pages p on p.workspace_id = t.workspace_id and p.id = t.page_id
   left join pages s on s.workspace_id = t.workspace_id and s.id = t.scope and s.deleted_at is null and {visible s}
   where t.workspace_id = $workspaceId and p.deleted_at is null and {visible p}
     and (t.scope = $workspaceId or s.id is not null)`
const columns = 'p.id, p.title, p.icon, t.scope'
const order = 'order by p.title, p.id limit $limit'

const allStatement = viewedStatement<TemplateRow, { workspaceId: string; limit: number }>(
  'templates.all',
  `select ${columns} ${from} ${order}`,
)
const ofScopesStatements = listSizes.map((size) => ({
  size,
  statement: viewedStatement<
    TemplateRow,
    { workspaceId: string; ids: readonly string[]; limit: number }
  >('templates.ofScopes', `select ${columns} ${from} and t.scope in ($ids[${size}]) ${order}`),
}))
const putStatement = statement<
  never,
  PageAddress & { scope: string; createdAt: number; createdBy: string }
>(
  'templates.put',
  `insert into page_templates (workspace_id, page_id, scope, created_at, created_by)
     values ($workspaceId, $pageId, $scope, $createdAt, $createdBy)
   on conflict (workspace_id, page_id) do update set scope = excluded.scope`,
)
const removeStatement = statement<never, PageAddress>(
  'templates.remove',
  'delete from page_templates where workspace_id = $workspaceId and page_id = $pageId',
)
const isTemplateStatement = statement<{ scope: string }, PageAddress>(
  'templates.scope',
  'select scope from page_templates where workspace_id = $workspaceId and page_id = $pageId',
)
const defaultsStatements = listSizes.map((size) => ({
  size,
  statement: statement<DefaultRow, { workspaceId: string; ids: readonly string[] }>(
    'templates.defaults',
    `select scope, template_id as "templateId" from template_defaults
     where workspace_id = $workspaceId and scope in ($ids[${size}])`,
  ),
}))
const putDefaultStatement = statement<
  never,
  ScopeAddress & { templateId: string; updatedAt: number; updatedBy: string }
>(
  'templates.putDefault',
  `insert into template_defaults (workspace_id, scope, template_id, updated_at, updated_by)
     values ($workspaceId, $scope, $templateId, $updatedAt, $updatedBy)
   on conflict (workspace_id, scope) do update set template_id = excluded.template_id,
     updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
)
const removeDefaultStatement = statement<never, ScopeAddress>(
  'templates.removeDefault',
  'delete from template_defaults where workspace_id = $workspaceId and scope = $scope',
)

/** The templates that the viewer can read, by title; of the scopes, or all. */
export function list(
  reader: Reader,
  viewer: Viewer,
  { scopes, limit }: { scopes: readonly string[] | undefined; limit: number },
): Promise<TemplateRow[]> {
  if (scopes === undefined) return allViewed(reader, viewer, allStatement, { limit })
  const { statement: reading, list: ids } = forList(ofScopesStatements, scopes)
  return allViewed(reader, viewer, reading, { ids, limit })
}

/** The scope of a template; undefined for another page. */
export async function scopeOf(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
): Promise<string | undefined> {
  return (await reader.get(isTemplateStatement, { workspaceId, pageId }))?.scope
}

export async function put(
  transaction: Transaction,
  template: PageAddress & { scope: string; createdAt: number; createdBy: string },
): Promise<void> {
  await transaction.run(putStatement, template)
}

export async function remove(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, pageId })
}

/** The default templates of scopes, in no particular order. */
export function defaults(
  reader: Reader,
  workspaceId: string,
  scopes: readonly string[],
): Promise<DefaultRow[]> {
  const { statement: reading, list: ids } = forList(defaultsStatements, scopes)
  return reader.all(reading, { workspaceId, ids })
}

export async function putDefault(
  transaction: Transaction,
  row: ScopeAddress & { templateId: string; updatedAt: number; updatedBy: string },
): Promise<void> {
  await transaction.run(putDefaultStatement, row)
}

export async function removeDefault(
  transaction: Transaction,
  { workspaceId, scope }: ScopeAddress,
): Promise<void> {
  await transaction.run(removeDefaultStatement, { workspaceId, scope })
}
