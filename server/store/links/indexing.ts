import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/** How far the links and tags of pages of earlier releases are indexed. */

type StoredDocument = { id: string; document: string }

const outdatedStatement = statement<{ workspaceId: string }, { version: number; after: string }>(
  'linkIndexing.outdated',
  `select w.id as "workspaceId" from workspaces w left join link_indexes i on i.workspace_id = w.id
   where w.id > $after and (i.version is null or i.version <> $version or i.indexed_to is not null)
   order by w.id limit 1`,
)
const progressStatement = statement<
  { version: number; indexedTo: string | null },
  { workspaceId: string }
>(
  'linkIndexing.progress',
  'select version, indexed_to as "indexedTo" from link_indexes where workspace_id = $workspaceId',
)
const keepStatement = statement<
  never,
  { workspaceId: string; version: number; indexedTo: string | null }
>(
  'linkIndexing.keep',
  `insert into link_indexes (workspace_id, version, indexed_to)
   select id, $version, $indexedTo from workspaces where id = $workspaceId
   on conflict (workspace_id) do update set version = excluded.version, indexed_to = excluded.indexed_to`,
)
const documentsStatement = statement<
  StoredDocument,
  { workspaceId: string; after: string; limit: number }
>(
  'linkIndexing.documents',
  `select page_id as "id", document from page_contents
   where workspace_id = $workspaceId and page_id > $after order by page_id limit $limit`,
)
const tagValuesStatement = statement<
  { key: string; text: string; value: string | null },
  { workspaceId: string; pageId: string }
>(
  'linkIndexing.tagValues',
  `select key, text, value from page_properties
   where workspace_id = $workspaceId and page_id = $pageId and key = 'tags' order by position, item`,
)
const anchorsStatement = statement<never, { workspaceId: string; pageId: string; anchors: string }>(
  'linkIndexing.setAnchors',
  `update page_contents set anchors = $anchors where workspace_id = $workspaceId and page_id = $pageId`,
)

/** The next workspace with pages to index, in the order of their IDs. */
export async function nextOutdated(
  reader: Reader,
  version: number,
  after: string,
): Promise<string | undefined> {
  return (await reader.get(outdatedStatement, { version, after }))?.workspaceId
}

/** The page after which indexing continues; empty at the start, null when all pages are indexed. */
export async function indexedTo(
  reader: Reader,
  workspaceId: string,
  version: number,
): Promise<string | null> {
  const progress = await reader.get(progressStatement, { workspaceId })
  return progress?.version === version ? progress.indexedTo : ''
}

/** Nothing for a workspace that was removed meanwhile. */
export async function keepProgress(
  transaction: Transaction,
  workspaceId: string,
  progress: { version: number; indexedTo: string | null },
): Promise<void> {
  await transaction.run(keepStatement, { workspaceId, ...progress })
}

/** Stored documents in the order of their pages, after one. */
export function documents(
  reader: Reader,
  workspaceId: string,
  { after, limit }: { after: string; limit: number },
): Promise<StoredDocument[]> {
  return reader.all(documentsStatement, { workspaceId, after, limit })
}

/** The values of the property with the tags of a page. */
export function tagValues(
  reader: Reader,
  page: { workspaceId: string; pageId: string },
): Promise<{ key: string; text: string; value: string | null }[]> {
  return reader.all(tagValuesStatement, page)
}

export async function setAnchors(
  transaction: Transaction,
  { workspaceId, pageId }: { workspaceId: string; pageId: string },
  anchors: string,
): Promise<void> {
  await transaction.run(anchorsStatement, { workspaceId, pageId, anchors })
}
