import { LRUCache } from 'lru-cache'
import { AppError } from '../../lib/errors.ts'
import { bytesPerRow } from '../../search/vectors/matrix.ts'
import { VectorWorker } from '../../search/vectors/vector-worker.ts'
import {
  type embeddings,
  type NearChunk,
  type Store,
  vectors,
  type Viewer,
} from '../../store/index.ts'
import { ReadableSections } from '../rights/readable-sections.ts'
import { PageMarks } from './page-marks.ts'

/** Vectors read from the store at a time: about a millisecond, in which requests wait. */
const readAtOnce = 256
/** Each matrix reserves some gigabytes of addresses, though not of memory. */
const maxMatrices = 48

const tooLargePause = 10 * 60_000

/** A build as far as it has come. */
export type BuildAt = embeddings.Build & { sequence: number; dimensions: number }

type LoadedBuild = {
  matrix: number
  life: number
  sequence: number
  rows: number
  dimensions: number
  pageIds: string[]
  numbers: Map<string, number>
  marks: PageMarks
}

/** The vectors of the workspaces searched last, in memory as bytes, kept in step with the store. */
export class VectorMemory {
  readonly #store: Store
  readonly #worker = new VectorWorker()
  readonly #loaded: LRUCache<string, LoadedBuild>
  readonly #syncing = new Map<string, Promise<LoadedBuild>>()
  /** Until when not to load again what did not fit. */
  readonly #tooLarge = new Map<string, number>()
  readonly limit: number

  readonly #sections: ReadableSections

  /** `limit` in bytes. */
  constructor(store: Store, limit: number, sections = new ReadableSections(store)) {
    this.#store = store
    this.#sections = sections
    this.limit = limit
    this.#loaded = new LRUCache({
      max: maxMatrices,
      maxSize: limit,
      sizeCalculation: sizeOf,
      dispose: ({ matrix, life }, _key, reason) => {
        if (reason !== 'set' && life === this.#worker.life) this.#worker.close(matrix)
      },
    })
  }

  /** The chunks nearest to the query that the viewer can read, as exact as bytes are, best first. */
  async nearest(
    viewer: Viewer,
    build: BuildAt,
    query: Float32Array,
    limit: number,
  ): Promise<NearChunk[]> {
    const loaded = await this.#inStep(build)
    const marks = await loaded.marks.of(viewer, { store: this.#store, sections: this.#sections })
    const { chunks, pages, scores } = await this.#worker.search(loaded.matrix, query, limit, marks)
    return Array.from(chunks, (chunk, index) => ({
      chunk,
      pageId: loaded.pageIds[pages[index] ?? -1] ?? '',
      score: scores[index] ?? 0,
    }))
  }

  /** Whether so many vectors of a build could be held at all. */
  fits({ chunks, dimensions }: { chunks: number; dimensions: number }): boolean {
    return chunks * bytesPerRow(dimensions) <= this.limit
  }

  /** How many pages of a build are in memory. */
  pagesOf({ workspaceId, modelId }: embeddings.Build): number {
    return this.#loaded.peek(`${workspaceId} ${modelId}`)?.numbers.size ?? 0
  }

  async close(): Promise<void> {
    await this.#worker.stop()
  }

  async #inStep(build: BuildAt): Promise<LoadedBuild> {
    const key = `${build.workspaceId} ${build.modelId}`
    if ((this.#tooLarge.get(key) ?? 0) > performance.now()) throw tooLarge()
    for (;;) {
      const loaded = this.#loaded.get(key)
      const isThere = loaded !== undefined && loaded.life === this.#worker.life
      if (isThere && loaded.sequence >= build.sequence) return loaded
      const running = this.#syncing.get(key)
      if (running !== undefined) {
        await running
        continue
      }
      const sync = this.#sync(key, build, isThere ? loaded : undefined)
      this.#syncing.set(key, sync)
      try {
        return await sync
      } finally {
        this.#syncing.delete(key)
      }
    }
  }

  async #sync(key: string, build: BuildAt, before: LoadedBuild | undefined): Promise<LoadedBuild> {
    const loaded = before ?? (await this.#open(build.dimensions))
    try {
      await this.#drop(loaded, build)
      await this.#load(loaded, build)
    } catch (error) {
      if (sizeOf(loaded) > this.limit) this.#tooLarge.set(key, performance.now() + tooLargePause)
      // Half of a change is in the matrix: it is not used again.
      if (this.#loaded.peek(key) === loaded) this.#loaded.delete(key)
      else this.#worker.close(loaded.matrix)
      throw error
    }
    loaded.sequence = build.sequence
    this.#loaded.set(key, loaded)
    return loaded
  }

  async #open(dimensions: number): Promise<LoadedBuild> {
    const matrix = await this.#worker.open(dimensions)
    const { life } = this.#worker
    const pageIds: string[] = []
    const numbers = new Map<string, number>()
    const marks = new PageMarks(pageIds, numbers)
    return { matrix, life, sequence: 0, rows: 0, dimensions, pageIds, numbers, marks }
  }

  /** Takes out what pages had that were written anew since. */
  async #drop(loaded: LoadedBuild, build: BuildAt): Promise<void> {
    if (loaded.sequence === 0) return
    const range = { after: loaded.sequence, upTo: build.sequence }
    const changed = await vectors.changed(this.#store, build, range)
    const numbers = changed.flatMap((pageId) => loaded.numbers.get(pageId) ?? [])
    if (numbers.length > 0) loaded.rows = await this.#worker.remove(loaded.matrix, numbers)
  }

  async #load(loaded: LoadedBuild, build: BuildAt): Promise<void> {
    let after = loaded.sequence
    for (;;) {
      const range = { after, upTo: build.sequence, limit: readAtOnce }
      const rows = await vectors.range(this.#store, build, range)
      const last = rows.at(-1)
      if (last === undefined) return
      loaded.rows += rows.length
      if (sizeOf(loaded) > this.limit) throw tooLarge()
      await this.#worker.append(loaded.matrix, pack(rows, loaded))
      after = last.chunk
      // Requests come first.
      await new Promise(setImmediate)
    }
  }
}

function sizeOf({ rows, dimensions }: LoadedBuild): number {
  return rows * bytesPerRow(dimensions) + 70_000
}

function pack(rows: readonly vectors.ChunkRow[], loaded: LoadedBuild) {
  const packed = new Float32Array(rows.length * loaded.dimensions)
  for (const [offset, { vector }] of rows.entries()) {
    packed.set(toFloats(vector).subarray(0, loaded.dimensions), offset * loaded.dimensions)
  }
  return {
    vectors: packed,
    chunks: Float64Array.from(rows, ({ chunk }) => chunk),
    pages: Uint32Array.from(rows, ({ pageId }) => numberOf(loaded, pageId)),
  }
}

function numberOf({ numbers, pageIds }: LoadedBuild, pageId: string): number {
  const known = numbers.get(pageId)
  if (known !== undefined) return known
  numbers.set(pageId, pageIds.length)
  return pageIds.push(pageId) - 1
}

/** The numbers of a stored vector; copied where a driver hands out bytes that are not aligned. */
export function toFloats(bytes: Uint8Array): Float32Array {
  const isAligned = bytes.byteOffset % 4 === 0
  const aligned = isAligned ? bytes : Uint8Array.from(bytes)
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2)
}

export function toBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}

function tooLarge(): AppError {
  return new AppError(
    'BUSY',
    'The vectors of this workspace need more memory than VECTOR_MEMORY allows.',
  )
}
