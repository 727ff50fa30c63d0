import { LRUCache } from 'lru-cache'
import { embeddings, readableVectors, type Store, vectors, type Viewer } from '../../store/index.ts'
import { type Embedders, readSettings } from './models.ts'
import { type NearPage, nearestPages } from './nearest-pages.ts'
import type { VectorMemory } from './vector-cache.ts'

export type Semantic = {
  pages: NearPage[]
  /** 0 to 1, against the lexical list. */
  weight: number
}

/** How long the provider may take to embed a query that is kept for the next time. */
const timeoutMs = 10_000
const maxQueryBytes = 8 * 1024 * 1024
/** Questions to one provider at a time. */
const maxAsked = 8
const shortPause = 5000
const maxPauseMs = 60_000
/** As many as a fusion takes from each list. */
const ranked = 100
const minReady = 20
const readyShare = 0.1

/** Whether so many pages wait to be read that their lack would show in the list. */
async function isBehind(
  { store, memory }: Sources,
  viewer: Viewer,
  live: embeddings.LiveRow,
): Promise<boolean> {
  const waitsBeyond = (count: number) =>
    viewer.seesEverything
      ? vectors.waitsBeyond(store, live, count)
      : readableVectors.waitsBeyond(store, viewer, live, count)
  if (!(await waitsBeyond(minReady))) return false
  const known = viewer.seesEverything
    ? memory.pagesOf(live) || (await vectors.counts(store, live)).done
    : (await readableVectors.counts(store, viewer, live)).done
  return waitsBeyond(Math.max(minReady, Math.floor(known * readyShare)))
}

type Sources = { store: Store; embedders: Embedders; memory: VectorMemory }
type Provider = { failures: number; pausedUntil: number; asked: number }

/** Finds pages by meaning, or says in time that it cannot. */
export class SemanticSearch {
  readonly #sources: Sources
  readonly #timeout: number
  readonly #queries = new LRUCache<string, Float32Array>({
    maxSize: maxQueryBytes,
    sizeCalculation: (vector, key) => vector.byteLength + 2 * key.length,
  })
  readonly #asking = new Map<string, Promise<Float32Array | undefined>>()
  /** Three numbers each, by the id of the model. */
  readonly #providers = new LRUCache<string, Provider>({ max: 500 })

  /** `timeout` in milliseconds; after that, only keyword results are returned. */
  constructor(sources: Sources, timeout: number) {
    this.#sources = sources
    this.#timeout = timeout
  }

  /** The model of a workspace; undefined without one that has any weight. */
  async model(workspaceId: string): Promise<embeddings.LiveRow | undefined> {
    const live = await embeddings.live(this.#sources.store, workspaceId).catch(() => undefined)
    return live === undefined || live.weight * (live.trust ?? 0) === 0 ? undefined : live
  }

  /** Pages that the viewer can read. Undefined where the model does not answer well and in time. */
  async find(
    viewer: Viewer,
    live: embeddings.LiveRow,
    text: string,
  ): Promise<Semantic | undefined> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        this.#pause(live.modelId, shortPause)
        resolve(undefined)
      }, this.#timeout)
    })
    // Whatever fails here, words still answer.
    const found = this.#find(viewer, live, text).catch(() => undefined)
    return Promise.race([found, late]).finally(() => clearTimeout(timer))
  }

  async #find(
    viewer: Viewer,
    live: embeddings.LiveRow,
    text: string,
  ): Promise<Semantic | undefined> {
    const { dimensions } = readSettings(live)
    if (await isBehind(this.#sources, viewer, live)) return undefined
    const query = await this.#embed(live, text)
    if (query === undefined) return undefined
    const found = await nearestPages(
      { ...this.#sources, viewer },
      { ...live, dimensions },
      query,
      ranked,
    )
    return { pages: found, weight: live.weight * (live.trust ?? 0) }
  }

  async #embed(live: embeddings.LiveRow, text: string): Promise<Float32Array | undefined> {
    const key = `${live.modelId} ${text}`
    const known = this.#queries.get(key)
    if (known !== undefined) return known
    const provider = this.#provider(live.modelId)
    const asking = this.#asking.get(key)
    if (asking !== undefined) return asking
    if (provider.pausedUntil > performance.now() || provider.asked >= maxAsked) return undefined
    const asked = this.#ask(live, text, provider)
    this.#asking.set(key, asked)
    try {
      const vector = await asked
      if (vector !== undefined) this.#queries.set(key, vector)
      return vector
    } finally {
      this.#asking.delete(key)
    }
  }

  /** Goes on after the search has given up waiting: the same query is answered the next time. */
  async #ask(
    live: embeddings.LiveRow,
    text: string,
    provider: Provider,
  ): Promise<Float32Array | undefined> {
    provider.asked += 1
    const embedder = this.#sources.embedders.of(live)
    const result = await embedder.embed([text], 'query', { timeout: timeoutMs }).finally(() => {
      provider.asked -= 1
    })
    if (result.ok) {
      provider.failures = 0
      provider.pausedUntil = 0
      return result.vectors[0]
    }
    provider.failures += 1
    const pause = Math.max(result.retryAfter ?? 0, 1000 * 2 ** provider.failures)
    this.#pause(live.modelId, Math.min(pause, maxPauseMs))
    return undefined
  }

  #provider(modelId: string): Provider {
    const known = this.#providers.get(modelId)
    if (known !== undefined) return known
    const fresh: Provider = { failures: 0, pausedUntil: 0, asked: 0 }
    this.#providers.set(modelId, fresh)
    return fresh
  }

  /** A provider that is down would cost every search its whole budget. */
  #pause(modelId: string, milliseconds: number): void {
    const provider = this.#provider(modelId)
    provider.pausedUntil = Math.max(provider.pausedUntil, performance.now() + milliseconds)
  }
}
