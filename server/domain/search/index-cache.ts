import { LRUCache } from 'lru-cache'
import type { ChunkKind } from '../../search/index/chunks.ts'
import type { ChunkDecoder } from '../../search/index/packed-chunks.ts'
import { loadSegment, type Segment, type SegmentInfo } from '../../search/index/segment.ts'
import { toShared } from '../../search/index/shared-arrays.ts'
import { type Snapshot, WorkspaceIndex } from '../../search/index/workspace-index.ts'
import type { Query } from '../../search/ranking/query.ts'
import type { Ranked } from '../../search/ranking/rank.ts'
import { type MaskMemory, maskSize } from '../../search/sections/part-mask.ts'
import { selectPages } from '../../search/sections/selected-pages.ts'
import { type RankingLimits, RankingThreads } from '../../search/threads/ranking-threads.ts'
import { type Reader, search, type Store, type Viewer } from '../../store/index.ts'
import { isAt, ReadableSections, readsAll } from '../rights/readable-sections.ts'
import { PageTexts } from './page-texts.ts'

/** Bytes for what the viewers that searched last can read. */
const maskBytes = 16 * 1024 * 1024
/** Changes fetched at a time. */
const changesPerRead = 256

export type SearchMemory = {
  /** Bytes for the vocabularies and newest changes of the workspaces searched last. */
  indexes: number
  /** Bytes for the postings read last. */
  postings: number
  /** Bytes for the plain texts of the pages found last. */
  texts: number
}

/** A chunk that is gone: another process has replaced the segment since its list was read. */
export class StaleIndex extends Error {}

/** The index holds the changes up to `sequence`; `seen` is the last of the workspace when it was looked at. */
type Loaded = { generation: number; sequence: number; seen: number; index: WorkspaceIndex }

/** One update runs at a time. Callers that come meanwhile share the next one, which sees their state or a later one. */
type SyncQueue = { running: Promise<Loaded>; next: Promise<Loaded> | undefined }

/**
 * The indexes of the workspaces in memory, kept in step with the store: every look asks the store for what
 * was written since, by this process or another.
 */
export class SearchIndexes {
  readonly texts: PageTexts
  readonly threads: RankingThreads
  /** Called with a workspace whose pending pages no request waits for. Set by the process that indexes them. */
  onPending: (workspaceId: string) => void = () => undefined
  readonly #store: Store
  readonly #loaded: LRUCache<string, Loaded>
  readonly #chunks: LRUCache<string, Uint8Array>
  readonly #queues = new Map<string, SyncQueue>()
  readonly #sections: ReadableSections
  readonly #masks: MaskMemory = new LRUCache({ maxSize: maskBytes, sizeCalculation: maskSize })

  constructor(
    store: Store,
    memory: SearchMemory,
    limits: RankingLimits = {},
    sections = new ReadableSections(store),
  ) {
    this.#store = store
    this.#sections = sections
    this.threads = new RankingThreads(limits)
    this.texts = new PageTexts(memory.texts)
    this.#loaded = new LRUCache({
      maxSize: memory.indexes,
      sizeCalculation: ({ index }) => index.byteSize + 1000,
      disposeAfter: ({ index }, workspaceId) => this.#close(index, workspaceId),
    })
    this.#chunks = new LRUCache({
      maxSize: memory.postings,
      sizeCalculation: (chunk) => chunk.length + 200,
    })
  }

  /**
   * Ranks the pages that the viewer can read, or of those only the given ones, on another core where other searches are
   * in progress.
   */
  rank(
    viewer: Viewer,
    query: Query,
    { limit, pageIds }: { limit: number; pageIds?: readonly string[] | undefined },
  ): Promise<Ranked> {
    return this.use(viewer, async (snapshot) => {
      const searched = pageIds === undefined ? snapshot : await selectPages(snapshot, pageIds)
      return this.threads.rank(query, searched, limit)
    })
  }

  /** Uses the index as of now; again from the start when another process replaces segments meanwhile. */
  async use<Result>(
    viewer: Viewer,
    work: (snapshot: Snapshot) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work(await this.#snapshot(viewer))
    } catch (error) {
      if (!(error instanceof StaleIndex)) throw error
      this.#loaded.delete(viewer.workspaceId)
      return work(await this.#snapshot(viewer))
    }
  }

  /** The pages that the viewer can read: pages, their sections and the rights are of one moment. */
  async #snapshot(viewer: Viewer): Promise<Snapshot> {
    for (;;) {
      const index = await this.open(viewer.workspaceId)
      if (readsAll(viewer, index.versions)) return index.snapshot()
      const readable = await this.#sections.of(viewer, index.versions)
      await index.follow(readable.sections)
      const snapshot = isAt(readable, index.versions)
        ? index.readableSnapshot(readable, this.#masks)
        : undefined
      if (snapshot !== undefined) return snapshot
    }
  }

  async open(workspaceId: string): Promise<WorkspaceIndex> {
    return (await this.#inLine(workspaceId)).index
  }

  #inLine(workspaceId: string): Promise<Loaded> {
    const queue = this.#queues.get(workspaceId)
    if (queue !== undefined) {
      queue.next ??= queue.running.then(
        () => this.#start(workspaceId),
        () => this.#start(workspaceId),
      )
      return queue.next
    }
    return this.#start(workspaceId)
  }

  #start(workspaceId: string): Promise<Loaded> {
    const running = this.#sync(workspaceId)
    const queue: SyncQueue = { running, next: undefined }
    this.#queues.set(workspaceId, queue)
    const leave = () => {
      if (this.#queues.get(workspaceId) === queue && queue.next === undefined) {
        this.#queues.delete(workspaceId)
      }
    }
    running.then(leave, leave)
    return running
  }

  async #sync(workspaceId: string): Promise<Loaded> {
    let loaded = this.#loaded.get(workspaceId)
    const state = await search.state(this.#store, workspaceId)
    if (loaded?.generation === state.generation && loaded.seen === state.sequence) {
      loaded.index.versions = state
      return loaded
    }
    let isChanged = loaded === undefined
    for (;;) {
      const after = loaded?.sequence ?? 0
      const found = await search.changes(this.#store, workspaceId, after, changesPerRead)
      if (loaded === undefined || found.state.generation !== loaded.generation) {
        loaded = await this.#load(workspaceId, loaded?.index)
        // Changes after the last one applied may be in a segment already.
        if (loaded.sequence > after || after === 0) this.texts.follow(workspaceId)
        isChanged = true
        continue
      }
      // Before the changes: no page is known with older rights than its own.
      loaded.index.versions = found.state
      this.texts.change(workspaceId, found.changes)
      await loaded.index.apply(found.changes)
      isChanged ||= found.changes.length > 0
      loaded.sequence = found.changes.at(-1)?.sequence ?? loaded.sequence
      if (found.changes.length < changesPerRead) break
    }
    loaded.seen = state.sequence
    if (!isChanged) return loaded
    // Another object, because the cache measures no object twice.
    const changed = { ...loaded }
    this.#loaded.set(workspaceId, changed)
    return changed
  }

  /** The segments of one generation; the changes after them are still to be applied. */
  async #load(workspaceId: string, before: WorkspaceIndex | undefined): Promise<Loaded> {
    const known = new Map(before?.segments.map((segment) => [segment.info.segment, segment]))
    for (;;) {
      const { generation, mergedSequence } = await search.state(this.#store, workspaceId)
      const rows = await search.segments(this.#store, workspaceId)
      const isSame = (await search.state(this.#store, workspaceId)).generation === generation
      if (!isSame) continue
      const segments: Segment[] = []
      try {
        for (const row of rows) {
          segments.push(known.get(row.segment) ?? (await this.#loadSegment(workspaceId, row)))
        }
      } catch (error) {
        if (error instanceof StaleIndex) continue
        throw error
      }
      const index = await WorkspaceIndex.open(segments, before)
      return { generation, sequence: mergedSequence, seen: mergedSequence, index }
    }
  }

  /** What the next index of the workspace still has stays with the threads. */
  #close(index: WorkspaceIndex, workspaceId: string): void {
    const loaded = this.#loaded.peek(workspaceId)
    if (loaded === undefined) this.texts.unfollow(workspaceId)
    const current = new Set(loaded?.index.parts)
    this.threads.close(index.parts.filter((part) => !current.has(part)))
  }

  #loadSegment(workspaceId: string, info: SegmentInfo): Promise<Segment> {
    const { segment } = info
    return loadSegment(info, (kind, number, decode) =>
      this.#readChunk(workspaceId, { segment, kind, number }, decode),
    )
  }

  #readChunk(
    workspaceId: string,
    address: ChunkAddress,
    decode: ChunkDecoder,
  ): Uint8Array | Promise<Uint8Array> {
    const { segment, kind, number } = address
    const key = `${workspaceId} ${segment} ${number}`
    const known = kind === 'postings' ? this.#chunks.get(key) : undefined
    return known ?? this.#fetchChunk(workspaceId, address, decode, key)
  }

  async #fetchChunk(
    workspaceId: string,
    address: ChunkAddress,
    decode: ChunkDecoder,
    key: string,
  ): Promise<Uint8Array> {
    const data = decode(await readChunk(this.#store, workspaceId, address))
    // Pages and terms are read once, when a segment is loaded.
    if (address.kind !== 'postings') return data
    const shared = toShared(data)
    this.#chunks.set(key, shared)
    return shared
  }
}

type ChunkAddress = { segment: number; kind: ChunkKind; number: number }

/** Reads a chunk from the store, past the memory. */
export async function readChunk(
  reader: Reader,
  workspaceId: string,
  address: search.ChunkAddress,
): Promise<Uint8Array> {
  const data = await search.chunk(reader, workspaceId, address)
  if (data === undefined) throw new StaleIndex('The segment was replaced.')
  return data
}
