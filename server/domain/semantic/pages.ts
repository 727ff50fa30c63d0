import { LRUCache } from 'lru-cache'
import type { Chunk } from '../../search/embeddings/chunks.ts'
import type { Embedded, Embedder } from '../../search/embeddings/embedder.ts'
import { embeddings, pages, type Store, type Transaction, vectors } from '../../store/index.ts'
import type { ContentEngine } from '../document/engine.ts'
import { toBytes } from './vector-cache.ts'

/** Pages looked at together, until there is enough for a full request. */
const pagesAtOnce = 64
const timeout = 60_000
/** Texts refused one after the other until the model itself is held to be at fault. */
const maxRefused = 5
/** Vectors that wait for the rest of their page: a limit on requests must not lose them. */
const maxVectorBytes = 16 * 1024 * 1024

export type Failure = { reason: string; fault: 'later' | 'never'; retryAfter: number | undefined }

export type Embedding = {
  store: Store
  content: ContentEngine
  embedder: Embedder
  batchSize: number
  build: embeddings.Build
  signal: AbortSignal
  /** Writes while the right to do so lasts. */
  write: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>
}

type PageChunks = { pageId: string; chunks: Chunk[]; known: Map<string, Uint8Array> }

/** Turns waiting pages into vectors, step by step. Only text that has no vector yet is sent. */
export class PageEmbedding {
  readonly #embedding: Embedding
  readonly #fresh = new LRUCache<string, Uint8Array>({
    maxSize: maxVectorBytes,
    sizeCalculation: (vector, hash) => vector.byteLength + 2 * hash.length,
  })
  #refusedInARow = 0

  constructor(embedding: Embedding) {
    this.#embedding = embedding
  }

  /** Embeds some of the waiting pages: gives how many, 0 when none waits, or why it failed. */
  async step(): Promise<number | Failure> {
    const { store, build } = this.#embedding
    const waiting = await vectors.waiting(store, build, pagesAtOnce)
    if (waiting.length === 0) return 0
    const group = await this.#gather(waiting)
    const refused = await this.#embedMissing(group)
    if (!(refused instanceof Set)) return refused
    await this.#embedding.write((transaction) => this.#put(transaction, group, refused))
    return group.length
  }

  /** As many pages as make one request full. */
  async #gather(waiting: readonly string[]): Promise<PageChunks[]> {
    const { store, content, build, batchSize } = this.#embedding
    const group: PageChunks[] = []
    let missing = 0
    for (const pageId of waiting) {
      const [row] = await pages.texts(store, build.workspaceId, [pageId])
      const chunks = row === undefined ? [] : await content.chunks(row)
      const stored = await vectors.ofPage(store, build, pageId)
      const known = new Map(stored.map(({ hash, vector }) => [hash, vector]))
      group.push({ pageId, chunks, known })
      missing += chunks.filter(({ hash }) => this.#vectorOf(known, hash) === undefined).length
      if (missing >= batchSize) break
    }
    return group
  }

  /** Gives the hashes of texts that the model refuses. */
  async #embedMissing(group: readonly PageChunks[]): Promise<Set<string> | Failure> {
    const missing = new Map<string, string>()
    for (const { chunks, known } of group) {
      for (const { hash, text } of chunks) {
        if (this.#vectorOf(known, hash) === undefined) missing.set(hash, text)
      }
    }
    const refused = new Set<string>()
    const { batchSize } = this.#embedding
    const all = [...missing]
    for (let start = 0; start < all.length; start += batchSize) {
      const failure = await this.#embedBatch(all.slice(start, start + batchSize), refused)
      if (failure !== undefined) return failure
    }
    return refused
  }

  async #embedBatch(
    batch: readonly (readonly [hash: string, text: string])[],
    refused: Set<string>,
  ): Promise<Failure | undefined> {
    const { embedder, signal } = this.#embedding
    const texts = batch.map(([, text]) => text)
    const result = await embedder.embed(texts, 'document', { timeout, signal })
    if (result.ok) {
      this.#keep(batch, result.vectors)
      return undefined
    }
    if (result.fault !== 'text') return { ...result, fault: result.fault }
    return this.#blame(batch, result, refused)
  }

  /** One text of a refused batch may be at fault, such as one that is too long: the others go on. */
  async #blame(
    batch: readonly (readonly [hash: string, text: string])[],
    { reason, retryAfter }: Extract<Embedded, { ok: false }>,
    refused: Set<string>,
  ): Promise<Failure | undefined> {
    if (batch.length > 1) {
      for (const one of batch) {
        const failure = await this.#embedBatch([one], refused)
        if (failure !== undefined) return failure
      }
      return undefined
    }
    this.#refusedInARow += 1
    if (this.#refusedInARow >= maxRefused) return { reason, fault: 'later', retryAfter }
    for (const [hash] of batch) refused.add(hash)
    return undefined
  }

  #keep(
    batch: readonly (readonly [hash: string, text: string])[],
    found: readonly Float32Array[],
  ): void {
    this.#refusedInARow = 0
    for (const [index, [hash]] of batch.entries()) {
      const vector = found[index]
      if (vector !== undefined) this.#fresh.set(hash, toBytes(vector))
    }
  }

  #vectorOf(known: ReadonlyMap<string, Uint8Array>, hash: string): Uint8Array | undefined {
    return known.get(hash) ?? this.#fresh.get(hash)
  }

  async #put(
    transaction: Transaction,
    group: readonly PageChunks[],
    refused: ReadonlySet<string>,
  ): Promise<void> {
    const { build } = this.#embedding
    for (const { pageId, chunks, known } of group) {
      const ready = chunks.flatMap(({ hash, block }) => {
        const vector = this.#vectorOf(known, hash)
        return vector === undefined ? [] : [{ hash, block, vector }]
      })
      const isRefused = chunks.some(({ hash }) => refused.has(hash))
      // A page whose vectors fell out of memory meanwhile waits for the next step.
      if (!isRefused && ready.length < chunks.length) continue
      await putPage(transaction, build, { pageId, chunks: ready, isRefused })
    }
  }
}

/** Puts chunks in the place of those a page had. */
export async function putPage(
  transaction: Transaction,
  build: embeddings.Build,
  page: { pageId: string; chunks: readonly vectors.NewChunk[]; isRefused: boolean },
): Promise<void> {
  const { pageId, chunks, isRefused } = page
  const last = await embeddings.advance(transaction, build, 1 + chunks.length)
  if (last === undefined) return
  const sequence = last - chunks.length
  await vectors.replace(transaction, build, pageId, { first: sequence + 1, chunks })
  const state = isRefused ? 'refused' : 'done'
  await vectors.finish(transaction, build, { pageId, state, sequence })
}
