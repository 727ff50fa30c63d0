import type { Reader } from '../connection.ts'
import { allViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import type { Build, PageState } from './embeddings.ts'
import type { ChunkRow, Counts } from './vectors.ts'

/** The vectors of pages that a viewer can read. A workspace without sections reads the same rows. */

const ofBuild = 'e.workspace_id = $workspaceId and e.model_id = $modelId'
const withPage = 'join pages p on p.workspace_id = e.workspace_id and p.id = e.page_id'

const countsStatement = viewedStatement<{ state: PageState; pages: number }, Build>(
  'readableVectors.counts',
  `select e.state, count(*) as "pages" from embedding_pages e ${withPage}
   where ${ofBuild} and {visible p} group by e.state`,
)
const chunkCountStatement = viewedStatement<{ chunks: number }, Build>(
  'readableVectors.chunkCount',
  `select count(*) as "chunks" from embedding_chunks e ${withPage} where ${ofBuild} and {visible p}`,
)
const countPagesStatement = viewedStatement<
  { pages: number },
  { workspaceId: string; after: string }
>(
  'readableVectors.countPages',
  `select count(*) as "pages" from pages p where p.workspace_id = $workspaceId and p.id > $after
     and p.deleted_at is null and {visible p}`,
)
const waitsBeyondStatement = viewedStatement<{ pageId: string }, Build & { count: number }>(
  'readableVectors.waitsBeyond',
  `select e.page_id as "pageId" from embedding_pages e ${withPage}
   where ${ofBuild} and e.state = 'waiting' and {visible p} limit 1 offset $count`,
)
const doneStatement = viewedStatement<{ pageId: string }, Build & { after: string; limit: number }>(
  'readableVectors.done',
  `select e.page_id as "pageId" from embedding_pages e ${withPage}
   where ${ofBuild} and e.state = 'done' and e.page_id > $after and p.deleted_at is null and {visible p}
     order by e.page_id limit $limit`,
)
const rangeStatement = viewedStatement<
  ChunkRow,
  Build & { after: number; upTo: number; limit: number }
>(
  'readableVectors.range',
  `select e.chunk, e.page_id as "pageId", e.block, e.vector from embedding_chunks e ${withPage}
   where ${ofBuild} and e.chunk > $after and e.chunk <= $upTo and {visible p} order by e.chunk limit $limit`,
)

export async function counts(reader: Reader, viewer: Viewer, { modelId }: Build): Promise<Counts> {
  const found: Counts = { waiting: 0, done: 0, refused: 0, chunks: 0 }
  for (const { state, pages } of await allViewed(reader, viewer, countsStatement, { modelId })) {
    found[state] = pages
  }
  const [row] = await allViewed(reader, viewer, chunkCountStatement, { modelId })
  found.chunks = row?.chunks ?? 0
  return found
}

/** Pages of the workspace in order of their ids, after one of them. */
export async function countPages(reader: Reader, viewer: Viewer, after: string): Promise<number> {
  return (await allViewed(reader, viewer, countPagesStatement, { after }))[0]?.pages ?? 0
}

/** Whether more than `count` pages are pending. */
export async function waitsBeyond(
  reader: Reader,
  viewer: Viewer,
  { modelId }: Build,
  count: number,
): Promise<boolean> {
  return (await allViewed(reader, viewer, waitsBeyondStatement, { modelId, count })).length > 0
}

/** Processed pages in order of their ids, after one of them. */
export async function done(
  reader: Reader,
  viewer: Viewer,
  { modelId }: Build,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await allViewed(reader, viewer, doneStatement, { modelId, after, limit })
  return rows.map(({ pageId }) => pageId)
}

/** In order of their numbers. */
export function range(
  reader: Reader,
  viewer: Viewer,
  { modelId }: Build,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<ChunkRow[]> {
  return allViewed(reader, viewer, rangeStatement, { modelId, after, upTo, limit })
}
