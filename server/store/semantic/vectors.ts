import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import type { Build, PageState } from './embeddings.ts'

/** `block` is the first block of the page in the chunk; `vector` has 32-bit floats in little-endian order. */
export type ChunkRow = { chunk: number; pageId: string; block: number; vector: Uint8Array }

export type NewChunk = { block: number; hash: string; vector: Uint8Array }

export type Counts = { waiting: number; done: number; refused: number; chunks: number }

/** Vectors per statement that reads them by number. */
const fetchedAtOnce = 32

const scanStatement = statement<
  { id: string },
  { workspaceId: string; after: string; limit: number }
>(
  'vectors.scan',
  `select id from pages where workspace_id = $workspaceId and id > $after and deleted_at is null
     order by id limit $limit`,
)
const belowStatement = statement<{ id: string }, { workspaceId: string; pageId: string }>(
  'vectors.below',
  `with recursive below (id) as (
     select id from pages where workspace_id = $workspaceId and id = $pageId
     union
     select p.id from pages p join below b on p.parent_id = b.id where p.workspace_id = $workspaceId
   ) select id from below`,
)
const markStatement = statement<never, Build & { pageId: string }>(
  'vectors.mark',
  `insert into embedding_pages (workspace_id, model_id, page_id, state)
     values ($workspaceId, $modelId, $pageId, 'waiting')
   on conflict (workspace_id, model_id, page_id) do update set state = 'waiting'`,
)
const waitingStatement = statement<{ pageId: string }, Build & { limit: number }>(
  'vectors.waiting',
  `select page_id as "pageId" from embedding_pages
   where workspace_id = $workspaceId and model_id = $modelId and state = 'waiting'
     order by page_id limit $limit`,
)
const waitsBeyondStatement = statement<{ pageId: string }, Build & { count: number }>(
  'vectors.waitsBeyond',
  `select page_id as "pageId" from embedding_pages
   where workspace_id = $workspaceId and model_id = $modelId and state = 'waiting' limit 1 offset $count`,
)
const finishStatement = statement<
  never,
  Build & { pageId: string; state: PageState; sequence: number }
>(
  'vectors.finish',
  `update embedding_pages set state = $state, sequence = $sequence
   where workspace_id = $workspaceId and model_id = $modelId and page_id = $pageId`,
)
const retryStatement = statement<never, Build>(
  'vectors.retryRefused',
  `update embedding_pages set state = 'waiting'
   where workspace_id = $workspaceId and model_id = $modelId and state = 'refused'`,
)
const countsStatement = statement<{ state: PageState; pages: number }, Build>(
  'vectors.counts',
  `select state, count(*) as "pages" from embedding_pages where workspace_id = $workspaceId
     and model_id = $modelId
   group by state`,
)
const chunkCountStatement = statement<{ chunks: number }, Build>(
  'vectors.chunkCount',
  'select count(*) as "chunks" from embedding_chunks where workspace_id = $workspaceId and model_id = $modelId',
)
const countPagesStatement = statement<{ pages: number }, { workspaceId: string; after: string }>(
  'vectors.countPages',
  `select count(*) as "pages" from pages where workspace_id = $workspaceId and id > $after
     and deleted_at is null`,
)
const changedStatement = statement<{ pageId: string }, Build & { after: number; upTo: number }>(
  'vectors.changed',
  `select page_id as "pageId" from embedding_pages
   where workspace_id = $workspaceId and model_id = $modelId and sequence > $after and sequence <= $upTo`,
)
const ofPageStatement = statement<{ hash: string; vector: Uint8Array }, Build & { pageId: string }>(
  'vectors.ofPage',
  `select hash, vector from embedding_chunks where workspace_id = $workspaceId and model_id = $modelId
     and page_id = $pageId`,
)
const clearPageStatement = statement<never, Build & { pageId: string }>(
  'vectors.clearPage',
  `delete from embedding_chunks where workspace_id = $workspaceId and model_id = $modelId
     and page_id = $pageId`,
)
const insertStatement = statement<never, Build & NewChunk & { number: number; pageId: string }>(
  'vectors.insert',
  `insert into embedding_chunks (workspace_id, model_id, chunk, page_id, block, hash, vector)
   values ($workspaceId, $modelId, $number, $pageId, $block, $hash, $vector)`,
)
const rangeStatement = statement<ChunkRow, Build & { after: number; upTo: number; limit: number }>(
  'vectors.range',
  `select chunk, page_id as "pageId", block, vector from embedding_chunks
   where workspace_id = $workspaceId and model_id = $modelId and chunk > $after and chunk <= $upTo
     order by chunk limit $limit`,
)
const listStatement = statement<ChunkRow, Build & { chunks: readonly number[] }>(
  'vectors.list',
  `select chunk, page_id as "pageId", block, vector from embedding_chunks
   where workspace_id = $workspaceId and model_id = $modelId and chunk in ($chunks[${fetchedAtOnce}])`,
)
const clearChunksStatement = statement<never, Build & { limit: number }>(
  'vectors.clearChunks',
  `delete from embedding_chunks where workspace_id = $workspaceId and model_id = $modelId and chunk in
     (select chunk from embedding_chunks where workspace_id = $workspaceId
     and model_id = $modelId limit $limit)`,
)
const clearPagesStatement = statement<never, Build & { limit: number }>(
  'vectors.clearPages',
  `delete from embedding_pages where workspace_id = $workspaceId and model_id = $modelId and page_id in
     (select page_id from embedding_pages where workspace_id = $workspaceId
     and model_id = $modelId limit $limit)`,
)

/** Pages of the workspace in order of their ids, after one of them. */
export async function scan(
  reader: Reader,
  workspaceId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  return (await reader.all(scanStatement, { workspaceId, after, limit })).map(({ id }) => id)
}

/** A page and all pages below it, including those in the trash. */
export async function below(
  reader: Reader,
  workspaceId: string,
  pageId: string,
): Promise<string[]> {
  return (await reader.all(belowStatement, { workspaceId, pageId })).map(({ id }) => id)
}

/** Marks a page as pending, also if it was processed before. */
export async function mark(
  transaction: Transaction,
  { workspaceId, modelId }: Build,
  pageId: string,
): Promise<void> {
  await transaction.run(markStatement, { workspaceId, modelId, pageId })
}

export async function waiting(
  reader: Reader,
  { workspaceId, modelId }: Build,
  limit: number,
): Promise<string[]> {
  const rows = await reader.all(waitingStatement, { workspaceId, modelId, limit })
  return rows.map(({ pageId }) => pageId)
}

/** Whether more than `count` pages are pending. */
export async function waitsBeyond(
  reader: Reader,
  { workspaceId, modelId }: Build,
  count: number,
): Promise<boolean> {
  return (await reader.get(waitsBeyondStatement, { workspaceId, modelId, count })) !== undefined
}

export async function finish(
  transaction: Transaction,
  { workspaceId, modelId }: Build,
  page: { pageId: string; state: PageState; sequence: number },
): Promise<void> {
  const { pageId, state, sequence } = page
  await transaction.run(finishStatement, { workspaceId, modelId, pageId, state, sequence })
}

/** Retries pages that the model rejected. */
export async function retryRefused(
  transaction: Transaction,
  { workspaceId, modelId }: Build,
): Promise<void> {
  await transaction.run(retryStatement, { workspaceId, modelId })
}

export async function counts(reader: Reader, { workspaceId, modelId }: Build): Promise<Counts> {
  const found: Counts = { waiting: 0, done: 0, refused: 0, chunks: 0 }
  for (const { state, pages } of await reader.all(countsStatement, { workspaceId, modelId })) {
    found[state] = pages
  }
  found.chunks = (await reader.get(chunkCountStatement, { workspaceId, modelId }))?.chunks ?? 0
  return found
}

/** Pages of the workspace in order of their ids, after one of them. */
export async function countPages(
  reader: Reader,
  workspaceId: string,
  after: string,
): Promise<number> {
  return (await reader.get(countPagesStatement, { workspaceId, after }))?.pages ?? 0
}

/** Pages that changed or were deleted after one number, up to another. */
export async function changed(
  reader: Reader,
  { workspaceId, modelId }: Build,
  { after, upTo }: { after: number; upTo: number },
): Promise<string[]> {
  const rows = await reader.all(changedStatement, { workspaceId, modelId, after, upTo })
  return rows.map(({ pageId }) => pageId)
}

export function ofPage(
  reader: Reader,
  { workspaceId, modelId }: Build,
  pageId: string,
): Promise<{ hash: string; vector: Uint8Array }[]> {
  return reader.all(ofPageStatement, { workspaceId, modelId, pageId })
}

/** Replaces the chunks of a page; the first one gets the number `first`. */
export async function replace(
  transaction: Transaction,
  build: Build,
  pageId: string,
  { first, chunks }: { first: number; chunks: readonly NewChunk[] },
): Promise<void> {
  await transaction.run(clearPageStatement, { ...build, pageId })
  for (const [index, chunk] of chunks.entries()) {
    const number = first + index
    await transaction.run(insertStatement, { ...build, ...chunk, number, pageId })
  }
}

/** In order of their numbers. */
export function range(
  reader: Reader,
  { workspaceId, modelId }: Build,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<ChunkRow[]> {
  return reader.all(rangeStatement, { workspaceId, modelId, after, upTo, limit })
}

/** In no order; missing numbers are skipped. */
export async function list(
  reader: Reader,
  { workspaceId, modelId }: Build,
  chunks: readonly number[],
): Promise<ChunkRow[]> {
  const found: ChunkRow[] = []
  for (let start = 0; start < chunks.length; start += fetchedAtOnce) {
    const numbers = Array.from({ length: fetchedAtOnce }, (_, index) => chunks[start + index] ?? -1)
    found.push(...(await reader.all(listStatement, { workspaceId, modelId, chunks: numbers })))
  }
  return found
}

/** Deletes a batch of the vectors of a model; returns the number of rows, 0 when none are left. */
export async function clear(
  transaction: Transaction,
  { workspaceId, modelId }: Build,
  limit: number,
): Promise<number> {
  const chunks = await transaction.run(clearChunksStatement, { workspaceId, modelId, limit })
  if (chunks > 0) return chunks
  return transaction.run(clearPagesStatement, { workspaceId, modelId, limit })
}
