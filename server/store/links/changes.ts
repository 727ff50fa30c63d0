import type { Reader, Transaction } from '../connection.ts'
import { forList, listSizes, maxListed } from '../id-lists.ts'
import { statement } from '../statement.ts'
import { hasTitle, type LinkedTitle } from './links.ts'

/** A change of links or tags on many pages, which is made page by page. */
export type LinkChangeRow = {
  workspaceId: string
  id: string
  /** The renamed page; null for a tag. */
  pageId: string | null
  oldText: string
  newText: string
  authorId: string
  via: string
  keyId: string | null
  runId: string | null
  /** The last page that was changed; empty at the start. */
  doneTo: string
  createdAt: number
}

/** A title that a page had when links had it too. */
export type FormerTitle = { pageId: string; title: string }

const insertStatement = statement<never, LinkChangeRow>(
  'linkChanges.insert',
  `insert into link_changes (workspace_id, id, page_id, old_text, new_text, author_id, via, key_id, run_id, done_to, created_at)
   values ($workspaceId, $id, $pageId, $oldText, $newText, $authorId, $via, $keyId, $runId, $doneTo, $createdAt)`,
)
const neededStatement = statement<
  { one: number },
  LinkedTitle & { workspaceId: string; pageId: string }
>(
  'linkChanges.needed',
  `select 1 as "one" from workspaces w where w.id = $workspaceId
     and (exists (select 1 from page_links l where l.workspace_id = $workspaceId and l.target_id = $pageId
         and ${hasTitle})
       or exists (select 1 from link_changes c where c.workspace_id = $workspaceId and c.page_id = $pageId
         and c.new_text = $title))`,
)
const addFormerTitleStatement = statement<never, FormerTitle & { workspaceId: string }>(
  'linkChanges.addFormerTitle',
  `insert into former_titles (workspace_id, page_id, title) values ($workspaceId, $pageId, $title)
   on conflict (workspace_id, page_id, title) do nothing`,
)
const formerTitlesStatements = listSizes.map((size) => ({
  size,
  statement: statement<FormerTitle, { workspaceId: string; ids: readonly string[]; limit: number }>(
    'linkChanges.formerTitles',
    `select page_id as "pageId", title from former_titles
     where workspace_id = $workspaceId and page_id in ($ids[${size}]) order by page_id, title limit $limit`,
  ),
}))
const workspacesStatement = statement<{ workspaceId: string }, { before: number }>(
  'linkChanges.workspaces',
  `select distinct workspace_id as "workspaceId" from link_changes where created_at < $before`,
)
const listStatement = statement<LinkChangeRow, { workspaceId: string; limit: number }>(
  'linkChanges.list',
  `select workspace_id as "workspaceId", id, page_id as "pageId", old_text as "oldText", new_text as "newText",
     author_id as "authorId", via, key_id as "keyId", run_id as "runId", done_to as "doneTo", created_at as "createdAt"
   from link_changes where workspace_id = $workspaceId order by id limit $limit`,
)
const advanceStatement = statement<never, { workspaceId: string; id: string; doneTo: string }>(
  'linkChanges.advance',
  'update link_changes set done_to = $doneTo where workspace_id = $workspaceId and id = $id',
)
const removeStatement = statement<never, { workspaceId: string; id: string }>(
  'linkChanges.remove',
  'delete from link_changes where workspace_id = $workspaceId and id = $id',
)

export async function insert(transaction: Transaction, row: LinkChangeRow): Promise<void> {
  await transaction.run(insertStatement, row)
}

/** Whether links to a page have its old title, or will get it. */
export async function isNeeded(
  reader: Reader,
  { workspaceId, pageId }: { workspaceId: string; pageId: string },
  old: LinkedTitle,
): Promise<boolean> {
  return (await reader.get(neededStatement, { workspaceId, pageId, ...old })) !== undefined
}

export async function addFormerTitle(
  transaction: Transaction,
  { workspaceId, pageId, title }: FormerTitle & { workspaceId: string },
): Promise<void> {
  await transaction.run(addFormerTitleStatement, { workspaceId, pageId, title })
}

/** The former titles of some pages, at most `limit`. */
export async function formerTitles(
  reader: Reader,
  workspaceId: string,
  pageIds: readonly string[],
  limit: number,
): Promise<FormerTitle[]> {
  const found: FormerTitle[] = []
  for (let start = 0; start < pageIds.length && found.length < limit; start += maxListed) {
    const some = pageIds.slice(start, start + maxListed)
    const { statement, list } = forList(formerTitlesStatements, some)
    const values = { workspaceId, ids: list, limit: limit - found.length }
    found.push(...(await reader.all(statement, values)))
  }
  return found
}

/** Workspaces with changes from before a time. */
export async function workspaces(reader: Reader, before: number): Promise<string[]> {
  const rows = await reader.all(workspacesStatement, { before })
  return rows.map(({ workspaceId }) => workspaceId)
}

/** Oldest first. */
export function list(reader: Reader, workspaceId: string, limit: number): Promise<LinkChangeRow[]> {
  return reader.all(listStatement, { workspaceId, limit })
}

export async function advance(
  transaction: Transaction,
  { workspaceId, id }: Pick<LinkChangeRow, 'workspaceId' | 'id'>,
  doneTo: string,
): Promise<void> {
  await transaction.run(advanceStatement, { workspaceId, id, doneTo })
}

export async function remove(
  transaction: Transaction,
  { workspaceId, id }: Pick<LinkChangeRow, 'workspaceId' | 'id'>,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, id })
}
