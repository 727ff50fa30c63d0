import { parentPort } from 'node:worker_threads'
import { AppError } from '../../lib/errors.ts'
import { startTimeSlice } from '../../lib/time-slices.ts'
import type { IndexReader } from '../index/index-reader.ts'
import { Memtable } from '../index/memtable.ts'
import { Segment } from '../index/segment.ts'
import type { Snapshot } from '../index/workspace-index.ts'
import { findTop } from '../ranking/rank.ts'
import { ChunkRequests } from './chunk-requests.ts'
import type { Reply, SharedSnapshot, Task } from './messages.ts'

const parts = new Map<number, IndexReader>()
const chunks = new ChunkRequests((part, chunk) => send({ type: 'chunk', part, chunk }))

function work(task: Task): void {
  switch (task.do) {
    case 'open': {
      const { part, segment } = task
      parts.set(
        part,
        Segment.of(segment, (_, chunk) => chunks.read(part, chunk)),
      )
      return
    }
    case 'apply': {
      const memtable = memtableOf(task.part)
      for (const change of task.changes) memtable.add(change)
      return
    }
    case 'close':
      parts.delete(task.part)
      chunks.forget(task.part)
      return
    case 'receive':
      chunks.receive(task.part, task.chunk, task.bytes)
      return
    case 'rank':
      void rankHere(task)
  }
}

async function rankHere({ id, query, limit, snapshot }: Task & { do: 'rank' }): Promise<void> {
  try {
    const timeSlice = startTimeSlice()
    const found = await findTop(query, toSnapshot(snapshot), limit, timeSlice)
    send({ type: 'ranked', id, ...found })
  } catch (error) {
    send({ type: 'failed', id, reason: error instanceof Error ? error.message : String(error) })
  }
}

function toSnapshot({ views, size, totals }: SharedSnapshot): Snapshot {
  const known = views.map(({ part, ...view }) => ({ ...view, part: partOf(part) }))
  return { views: known, size, totals }
}

function memtableOf(number: number): Memtable {
  const known = parts.get(number)
  if (known instanceof Memtable) return known
  const memtable = new Memtable()
  parts.set(number, memtable)
  return memtable
}

function partOf(number: number): IndexReader {
  const part = parts.get(number)
  if (part === undefined) throw new AppError('INTERNAL', 'A part of the index is not open.')
  return part
}

function send(message: Reply): void {
  parentPort?.postMessage(message)
}

parentPort?.on('message', work)
send({ type: 'ready' })
