import { allSettledOrThrow } from '../../lib/all-settled.ts'
import type { Reader, Transaction } from '../connection.ts'
import { forList, listSizes, maxListed } from '../id-lists.ts'
import { statement } from '../statement.ts'

/** Wikilinks to pages that do not exist yet. */

type Workspace = { workspaceId: string }
type PageAddress = Workspace & { pageId: string }

export type WantedLink = {
  /** The title or path in the link. */
  name: string
  /** The title of the page. */
  title: string
  authorId: string
  via: string
  keyId: string | null
  runId: string | null
}

export type WantedOnPage = WantedLink & { pageId: string }

/** A wanted title that a page has got. */
export type FoundTitle = {
  title: string
  /** The last page whose links were made; empty at the start. */
  doneTo: string
}

const putStatement = statement<never, PageAddress & WantedLink>(
  'wantedLinks.put',
  `insert into wanted_links (workspace_id, page_id, name, title, author_id, via, key_id, run_id)
   values ($workspaceId, $pageId, $name, $title, $authorId, $via, $keyId, $runId)
   on conflict (workspace_id, page_id, name) do update set author_id = excluded.author_id, via = excluded.via,
     key_id = excluded.key_id, run_id = excluded.run_id`,
)
const anyStatement = statement<{ one: number }, Workspace>(
  'wantedLinks.any',
  'select 1 as "one" from wanted_links where workspace_id = $workspaceId limit 1',
)
const noteFoundStatements = listSizes.map((size) => ({
  size,
  statement: statement<never, Workspace & { ids: readonly string[] }>(
    'wantedLinks.noteFound',
    `insert into found_titles (workspace_id, title, done_to)
     select distinct p.workspace_id, p.title, '' from pages p
     where p.workspace_id = $workspaceId and p.id in ($ids[${size}]) and p.deleted_at is null
       and exists (select 1 from wanted_links w where w.workspace_id = $workspaceId and w.title = p.title)
     on conflict (workspace_id, title) do update set done_to = ''`,
  ),
}))
const workspacesStatement = statement<Workspace, { limit: number }>(
  'wantedLinks.workspaces',
  'select distinct workspace_id as "workspaceId" from found_titles limit $limit',
)
const nextFoundStatement = statement<FoundTitle, Workspace>(
  'wantedLinks.nextFound',
  `select title, done_to as "doneTo" from found_titles where workspace_id = $workspaceId order by title limit 1`,
)
const withTitleStatement = statement<
  WantedOnPage,
  Workspace & { title: string; after: string; limit: number }
>(
  'wantedLinks.withTitle',
  `select w.page_id as "pageId", w.name, w.title, w.author_id as "authorId", w.via, w.key_id as "keyId",
     w.run_id as "runId"
   from wanted_links w
   where w.workspace_id = $workspaceId and w.title = $title and w.page_id > $after
   order by w.page_id, w.name limit $limit`,
)
const advanceStatement = statement<never, Workspace & FoundTitle & { from: string }>(
  'wantedLinks.advance',
  `update found_titles set done_to = $doneTo
   where workspace_id = $workspaceId and title = $title and done_to = $from`,
)
const removeFoundStatement = statement<never, Workspace & FoundTitle>(
  'wantedLinks.removeFound',
  'delete from found_titles where workspace_id = $workspaceId and title = $title and done_to = $doneTo',
)
const removeStatement = statement<never, PageAddress & { name: string }>(
  'wantedLinks.remove',
  'delete from wanted_links where workspace_id = $workspaceId and page_id = $pageId and name = $name',
)

/** Adds links of a page; those that it has are now of the new author. */
export async function put(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
  links: readonly WantedLink[],
): Promise<void> {
  await allSettledOrThrow(
    ...links.map(({ name, title, authorId, via, keyId, runId }) => {
      const row = { workspaceId, pageId, name, title, authorId, via, keyId, runId }
      return transaction.run(putStatement, row)
    }),
  )
}

/** Notes the titles of some pages that wikilinks wait for. */
export async function noteFound(
  transaction: Transaction,
  workspaceId: string,
  pageIds: readonly string[],
): Promise<void> {
  if (pageIds.length === 0) return
  if ((await transaction.get(anyStatement, { workspaceId })) === undefined) return
  for (let start = 0; start < pageIds.length; start += maxListed) {
    const some = pageIds.slice(start, start + maxListed)
    const { statement, list } = forList(noteFoundStatements, some)
    await transaction.run(statement, { workspaceId, ids: list })
  }
}

/** Workspaces with titles that were found. */
export async function workspaces(reader: Reader, limit: number): Promise<string[]> {
  const rows = await reader.all(workspacesStatement, { limit })
  return rows.map(({ workspaceId }) => workspaceId)
}

export function nextFound(reader: Reader, workspaceId: string): Promise<FoundTitle | undefined> {
  return reader.get(nextFoundStatement, { workspaceId })
}

/** The links that wait for a title, in the order of their pages after one. */
export function withTitle(
  reader: Reader,
  workspaceId: string,
  title: string,
  { after, limit }: { after: string; limit: number },
): Promise<WantedOnPage[]> {
  return reader.all(withTitleStatement, { workspaceId, title, after, limit })
}

/** Changes nothing if the title was found again since `from`. */
export async function advance(
  transaction: Transaction,
  workspaceId: string,
  { title, doneTo }: FoundTitle,
  from: string,
): Promise<void> {
  await transaction.run(advanceStatement, { workspaceId, title, doneTo, from })
}

/** Removes a found title whose links are made, unless it was found again. */
export async function removeFound(
  transaction: Transaction,
  workspaceId: string,
  { title, doneTo }: FoundTitle,
): Promise<void> {
  await transaction.run(removeFoundStatement, { workspaceId, title, doneTo })
}

export async function remove(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
  name: string,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, pageId, name })
}
