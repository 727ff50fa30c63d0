import { parentPort } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../lib/errors.ts'
import { startTimeSlice } from '../../lib/time-slices.ts'
import { Memtable } from '../index/memtable.ts'
import { type ChunkReader, Segment } from '../index/segment.ts'
import type { Snapshot } from '../index/workspace-index.ts'
import { findTop } from '../ranking/rank.ts'
import type { Reply, SharedSnapshot, Task } from './messages.ts'

type Pending = { promise: Promise<Uint8Array>; settle: (bytes: Uint8Array | undefined) => void }
type Opened = { segment: Segment; pending: Map<number, Pending> }

/** Bytes of postings that the thread keeps from being given back when the one that opened them lets go. */
const chunkBytes = 8 * 1024 * 1024
const chunks = new LRUCache<string, Uint8Array>({
  maxSize: chunkBytes,
  sizeCalculation: (chunk) => chunk.length + 200,
})

const opened = new Map<number, Opened>()
const memtables = new Map<number, Memtable>()

function reply(message: Reply): void {
  parentPort?.postMessage(message)
}

/** Reads the postings of a segment from the thread that opened it. */
function chunksOf(segment: number): ChunkReader {
  return (_, number) => {
    const { pending } = find(segment)
    const known = chunks.get(`${segment} ${number}`)
    if (known !== undefined) return known
    const asked = pending.get(number)
    if (asked !== undefined) return asked.promise
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    const settle = (bytes: Uint8Array | undefined) => {
      if (bytes === undefined) reject(lost('its postings cannot be read'))
      else resolve(bytes)
    }
    pending.set(number, { promise, settle })
    reply({ say: 'chunk', segment, number })
    return promise
  }
}

function receiveChunk(segment: number, number: number, bytes: Uint8Array | undefined): void {
  const one = opened.get(segment)
  if (one === undefined) return
  if (bytes !== undefined) chunks.set(`${segment} ${number}`, bytes)
  one.pending.get(number)?.settle(bytes)
  one.pending.delete(number)
}

function find(segment: number): Opened {
  const one = opened.get(segment)
  if (one === undefined) throw lost('a segment is not open')
  return one
}

function memtableOf(number: number): Memtable {
  const memtable = memtables.get(number) ?? new Memtable()
  memtables.set(number, memtable)
  return memtable
}

function toSnapshot({ views, size, totals }: SharedSnapshot, memtable: number): Snapshot {
  const parts = views.map(({ segment, ...view }) => ({
    ...view,
    part: segment === undefined ? memtableOf(memtable) : find(segment).segment,
  }))
  return { views: parts, size, totals }
}

async function rankHere(task: Task & { do: 'rank' }): Promise<void> {
  const { id, query, limit } = task
  try {
    const snapshot = toSnapshot(task.snapshot, task.memtable)
    const { best, titled, terms } = await findTop(query, snapshot, limit, startTimeSlice())
    reply({ say: 'ranked', id, best: best.list(), titled: titled.list(), terms })
  } catch (error) {
    reply({ say: 'failed', id, fault: error instanceof Error ? error.message : String(error) })
  }
}

function work(task: Task): void {
  switch (task.do) {
    case 'open': {
      const segment = Segment.of(task.shared, chunksOf(task.segment))
      opened.set(task.segment, { segment, pending: new Map() })
      return
    }
    case 'close':
      opened.delete(task.segment)
      return
    case 'write':
      for (const write of task.writes) memtableOf(task.memtable).add(write)
      return
    case 'clear':
      memtables.delete(task.memtable)
      return
    case 'chunk':
      receiveChunk(task.segment, task.number, task.bytes)
      return
    case 'rank':
      void rankHere(task)
  }
}

function lost(reason: string): AppError {
  return new AppError('INTERNAL', `The search in another thread failed: ${reason}.`)
}

parentPort?.on('message', work)
