import { clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { startTimeSlice } from '../../lib/time-slices.ts'
import { Memtable } from '../../search/index/memtable.ts'
import {
  type MergeSource,
  mergeParts,
  segmentSource,
  memtableSource,
} from '../../search/index/merge.ts'
import type { ChunkFormat } from '../../search/index/packed-chunks.ts'
import { type Chunk, SegmentWriter } from '../../search/index/segment-writer.ts'
import type { ChunkReader, Segment } from '../../search/index/segment.ts'
import type { WorkspaceIndex } from '../../search/index/workspace-index.ts'
import { search, type Store, type Transaction } from '../../store/index.ts'
import { type Lease, LeaseLost, whileHolding } from '../leases/lease.ts'
import { readChunk, type SearchIndexes } from './index-cache.ts'
import { segmentFormat } from './segment-format.ts'

/** So many changes, or bytes of them, make a segment: until then they take ten times their bytes of memory. */
export const minChanges = 512
export const minBytes = 6 * 1024
/**
 * A segment takes this many at most: the rest waits for the next, so that no step grows without bound. A
 * removal takes no more than its mark.
 */
const maxWritten = 2048
const maxBytes = 4 * 1024 * 1024
const maxRemoved = 200_000
/** Segments of one size that are merged into one of the next: a page is written once per size. */
const fanOut = 4
/** Bytes of a segment of the smallest size: all below are of that size. */
const smallestSize = 256 * 1024
/** A segment is written anew when fewer of its documents still count. */
const minLiveShare = 0.7

/** How long a merger that stopped without a word keeps others out. */
const leaseTime = 30_000
/** How long a replaced segment stays for searches that began before. */
const retiredTime = 10_000
/** Rows deleted in one transaction. */
const deletedAtOnce = 32
/** Bytes of changes, or of chunks, that one transaction writes. */
const maxWrittenAtOnce = 256 * 1024

type Merging = {
  store: Store
  indexes: SearchIndexes
  workspaceId: string
  lease: Lease
  format: ChunkFormat
  isStopping: () => boolean
}

/** Workspaces with something to merge that no process is merging. */
export async function mergeable(store: Store): Promise<string[]> {
  const now = await store.now()
  const retiredBefore = clock.now() - retiredTime
  const found = await search.leases.idle(store, { now, minChanges, minBytes, retiredBefore })
  return found.map(({ workspaceId }) => workspaceId)
}

/** Brings the segments of a workspace in order, if no other process is doing so. */
export async function mergeWorkspace(
  store: Store,
  indexes: SearchIndexes,
  workspaceId: string,
  isStopping: () => boolean = () => false,
): Promise<void> {
  if (!isStopping() && (await flushAtOnce(store, indexes, workspaceId))) return
  const leasing = { store, leases: search.leases, leaseMs: leaseTime }
  await whileHolding({ workspaceId }, leasing, async (lease) => {
    const format = await segmentFormat(store)
    const merging = { store, indexes, workspaceId, lease, format, isStopping }
    await removeForgotten(merging)
    while (!isStopping() && (await flushChanges(merging))) await removeMergedChanges(merging)
    await removeMergedChanges(merging)
    while (!isStopping() && (await mergeSegments(merging)));
    return undefined
  })
}

/**
 * Writes a few changes as a segment in one transaction, which holds the lease only for itself. Returns whether that
 * was all there was to do.
 */
async function flushAtOnce(
  store: Store,
  indexes: SearchIndexes,
  workspaceId: string,
): Promise<boolean> {
  const retiredBefore = clock.now() - retiredTime
  if ((await search.forgottenSegment(store, workspaceId, retiredBefore)) !== undefined) return false
  const { generation, mergedSequence, sequence } = await search.state(store, workspaceId)
  if (sequence - mergedSequence > deletedAtOnce) return false
  const waiting = await readChanges(store, workspaceId, mergedSequence)
  const { memtable, bytes, lastSequence } = waiting
  const isSmall = lastSequence - mergedSequence <= deletedAtOnce && bytes <= maxWrittenAtOnce
  if (!isSmall || !fillsSegment(waiting)) return false
  const range = { firstSequence: mergedSequence + 1, lastSequence }
  const chunks: Chunk[] = []
  const writer = new SegmentWriter(
    async (chunk) => void chunks.push(chunk),
    await segmentFormat(store),
  )
  const forgetRemoved = (await search.segments(store, workspaceId)).length === 0
  const options = { forgetRemoved, timeSlice: startTimeSlice() }
  const counts = await mergeParts([memtableSource(memtable)], writer, options)
  const holder = newId()
  await store.transactIn({ workspaceId }, async (transaction) => {
    const now = await transaction.now()
    const lease = { holder, now, until: now + leaseTime, dueBy: clock.now() }
    if (!(await search.leases.claim(transaction, { workspaceId }, lease))) return
    const state = await search.state(transaction, workspaceId)
    if (state.generation === generation) {
      const segment = await search.startSegment(transaction, workspaceId, range)
      await insertChunks(transaction, { workspaceId, segment }, chunks)
      const replaced = { segments: [], bytes, at: clock.now() }
      await search.publish(transaction, workspaceId, { segment, ...range, ...counts }, replaced)
      await search.deleteChanges(transaction, workspaceId, deletedAtOnce)
    }
    await search.leases.release(transaction, { workspaceId }, holder)
  })
  return chooseRun(sizesIn(await indexes.open(workspaceId))).length === 0
}

type Waiting = { memtable: Memtable; bytes: number; lastSequence: number }

function fillsSegment({ memtable, bytes }: Waiting): boolean {
  return memtable.documents.count >= minChanges || bytes >= minBytes
}

/** Reads the changes after a sequence number, up to those that fill a segment. */
async function readChanges(store: Store, workspaceId: string, after: number): Promise<Waiting> {
  const memtable = new Memtable()
  const timeSlice = startTimeSlice()
  let lastSequence = after
  let bytes = 0
  const { documents } = memtable
  const isFull = () =>
    documents.count - documents.removed >= maxWritten ||
    documents.removed >= maxRemoved ||
    bytes >= maxBytes
  while (!isFull()) {
    const { changes } = await search.changes(store, workspaceId, lastSequence, 256)
    for (const change of changes) {
      bytes += change.entry?.length ?? 0
      const steps = memtable.steps(change)
      while (steps.next().done !== true) if (timeSlice.isOver()) await timeSlice.pause()
      if (timeSlice.isOver()) await timeSlice.pause()
    }
    lastSequence = changes.at(-1)?.sequence ?? lastSequence
    if (changes.length < 256) break
  }
  return { memtable, bytes, lastSequence }
}

/** Writes changes that wait as a segment; false when too few wait. */
async function flushChanges(merging: Merging): Promise<boolean> {
  const { store, workspaceId } = merging
  const { mergedSequence } = await search.state(store, workspaceId)
  const waiting = await readChanges(store, workspaceId, mergedSequence)
  if (!fillsSegment(waiting)) {
    await discount(merging)
    return false
  }
  const { memtable, bytes, lastSequence } = waiting
  const range = { firstSequence: mergedSequence + 1, lastSequence }
  const isFirst = (await search.segments(store, workspaceId)).length === 0
  await writeSegment(merging, range, [memtableSource(memtable)], {
    retired: [],
    bytes,
    forgetRemoved: isFirst,
  })
  return true
}

/** A node of an older version does not count what it merges; nor does a migrated store at first. */
async function discount(merging: Merging): Promise<void> {
  const { store, workspaceId } = merging
  if (!(await search.hasUnmerged(store, workspaceId, minBytes))) return
  await write(merging, (transaction) => search.discountUnmerged(transaction, workspaceId, minBytes))
}

/** Merges the first segments worth it; false when none are. */
async function mergeSegments(merging: Merging): Promise<boolean> {
  const { store, indexes, workspaceId } = merging
  const index = await indexes.open(workspaceId)
  const { segments } = index
  const run = chooseRun(sizesIn(index))
  if (run.length === 0) return false
  const { views } = index.snapshot()
  const sources = run.map((segment) => {
    const direct = readPast(store, workspaceId, segment)
    return segmentSource(direct, views.find(({ part }) => part === segment)?.live)
  })
  const range = {
    firstSequence: run[0]?.info.firstSequence ?? 0,
    lastSequence: run.at(-1)?.info.lastSequence ?? 0,
  }
  await writeSegment(merging, range, sources, {
    retired: run.map(({ info }) => info.segment),
    bytes: 0,
    forgetRemoved: run[0] === segments[0],
  })
  return true
}

/**
 * `retained` and `bytes` are what a merge would write of it: in all but the oldest segment, marks of removed pages
 * too.
 */
type Sized = { segment: Segment; retained: number; bytes: number }

function sizesIn(index: WorkspaceIndex): Sized[] {
  return index.segments.map((segment, position) => {
    const { live, marks } = index.countsIn(segment)
    const retained = position === 0 ? live : live + marks
    return {
      segment,
      retained,
      bytes: segment.storedSize * (retained / segment.documents.count),
    }
  })
}

/**
 * The segments from the newest back to the last one of a size, when there are enough of that size; else one
 * that is mostly replaced. Only neighbours, so that a segment stands for an unbroken stretch of changes.
 */
export function chooseRun(sized: readonly Sized[]): Segment[] {
  const sizes = sized.map(({ bytes }) => sizeOf(bytes))
  for (let size = 0; size <= Math.max(0, ...sizes); size += 1) {
    const start = sizes.findLastIndex((other) => other > size) + 1
    const run = sized.slice(start)
    if (sizes.slice(start).filter((other) => other === size).length >= fanOut) {
      return run.map(({ segment }) => segment)
    }
  }
  const worn = sized.find(
    ({ segment, retained }) => retained < segment.documents.count * minLiveShare,
  )
  return worn === undefined ? [] : [worn.segment]
}

function sizeOf(bytes: number): number {
  return Math.max(0, Math.floor(Math.log(bytes / smallestSize) / Math.log(fanOut)))
}

async function writeSegment(
  merging: Merging,
  range: { firstSequence: number; lastSequence: number },
  sources: readonly MergeSource[],
  replaced: { retired: readonly number[]; bytes: number; forgetRemoved: boolean },
): Promise<void> {
  const { workspaceId } = merging
  const { retired, bytes, forgetRemoved } = replaced
  let segment: number | undefined
  let buffered: Chunk[] = []
  let bufferedBytes = 0
  const writeBuffered = async (transaction: Transaction): Promise<number> => {
    const number = segment ?? (await search.startSegment(transaction, workspaceId, range))
    await insertChunks(transaction, { workspaceId, segment: number }, buffered)
    return number
  }
  const writer = new SegmentWriter(async (chunk) => {
    buffered.push(chunk)
    bufferedBytes += chunk.data.length
    if (bufferedBytes < maxWrittenAtOnce) return
    segment = await write(merging, writeBuffered)
    buffered = []
    bufferedBytes = 0
  }, merging.format)
  const counts = await mergeParts(sources, writer, { forgetRemoved, timeSlice: startTimeSlice() })
  await write(merging, async (transaction) => {
    const number = await writeBuffered(transaction)
    const written = { segment: number, ...range, ...counts }
    const replacing = { segments: retired, bytes, at: clock.now() }
    await search.publish(transaction, workspaceId, written, replacing)
  })
}

async function insertChunks(
  transaction: Transaction,
  { workspaceId, segment }: { workspaceId: string; segment: number },
  chunks: readonly Chunk[],
): Promise<void> {
  for (const { kind, number, data } of chunks) {
    await search.insertChunk(transaction, workspaceId, { segment, kind, number }, data)
  }
}

/** Takes away what a merger that was killed left behind, and segments retired for long enough. */
async function removeForgotten(merging: Merging): Promise<void> {
  const { store, workspaceId } = merging
  for (;;) {
    const before = clock.now() - retiredTime
    const segment = await search.forgottenSegment(store, workspaceId, before)
    if (segment === undefined || merging.isStopping()) return
    const remove = () =>
      write(merging, (transaction) =>
        search.deleteChunks(transaction, workspaceId, segment, deletedAtOnce),
      )
    while ((await remove()) === deletedAtOnce);
  }
}

async function removeMergedChanges(merging: Merging): Promise<void> {
  const remove = () =>
    write(merging, (transaction) =>
      search.deleteChanges(transaction, merging.workspaceId, deletedAtOnce),
    )
  while ((await remove()) === deletedAtOnce);
}

/** What was built when the lease is lost is left for the next merger to clean away. */
async function write<Result>(
  { workspaceId, lease, isStopping }: Merging,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  if (isStopping() || lease.signal.aborted) throw new LeaseLost('The merge stops.')
  return lease.write({ workspaceId }, work)
}

/** The segment with a reader that keeps one chunk, so that a merge does not empty the memory of searches. */
function readPast(store: Store, workspaceId: string, segment: Segment): Segment {
  let last: { number: number; data: Uint8Array } | undefined
  const fetch: ChunkReader = (kind, number, decode) => {
    if (last?.number === number) return last.data
    return readChunk(store, workspaceId, { segment: segment.info.segment, kind, number }).then(
      (stored) => {
        const data = decode(stored)
        last = { number, data }
        return data
      },
    )
  }
  return segment.withReader(fetch)
}
