import { LRUCache } from 'lru-cache'
import { AppError } from '../../lib/errors.ts'
import type { IndexReader } from '../index/index-reader.ts'
import { Memtable } from '../index/memtable.ts'
import { Segment } from '../index/segment.ts'
import type { Snapshot } from '../index/workspace-index.ts'
import type { SharedSnapshot, Task } from './messages.ts'

/** Of a memtable: how many of its changes the thread has. */
type Sent = { part: number; changes: number; bytes: number }

/** Bytes that a thread keeps at most of what it does not share: copies of changes, and a few objects per segment. */
const maxBytes = 4 * 1024 * 1024
const segmentBytes = 16 * 1024

/** Whether threads can read all parts of it. */
export function isShareable({ views }: Snapshot): boolean {
  return views.every(
    ({ part }) => part instanceof Segment || (part instanceof Memtable && hasAllChanges(part)),
  )
}

function hasAllChanges({ recent }: Memtable): boolean {
  return recent?.isComplete === true
}

/** The parts that a thread has been sent and not been told to close, those used last. */
export class SentParts {
  readonly #send: (task: Task) => void
  readonly #segments = new Map<number, Segment>()
  readonly #sent = new LRUCache<IndexReader, Sent>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    noDisposeOnSet: true,
    dispose: ({ part }) => {
      this.#segments.delete(part)
      this.#send({ do: 'close', part })
    },
  })
  #lastNumber = 0

  constructor(send: (task: Task) => void) {
    this.#send = send
  }

  /** Sends what the thread lacks of a snapshot. Fails for one that is not shareable. */
  share({ views, size, totals }: Snapshot): SharedSnapshot {
    const shared = views.map(({ part, ...view }) => ({ ...view, part: this.#share(part) }))
    return { views: shared, size, totals }
  }

  segment(number: number): Segment | undefined {
    return this.#segments.get(number)
  }

  close(part: IndexReader): void {
    this.#sent.delete(part)
  }

  #share(part: IndexReader): number {
    if (part instanceof Segment) return this.#open(part)
    if (part instanceof Memtable && hasAllChanges(part)) return this.#apply(part)
    throw new AppError('INTERNAL', 'Only complete parts of an index can be searched in a thread.')
  }

  #open(segment: Segment): number {
    const known = this.#sent.get(segment)
    if (known !== undefined) return known.part
    const part = (this.#lastNumber += 1)
    this.#segments.set(part, segment)
    this.#send({ do: 'open', part, segment: segment.share() })
    this.#sent.set(segment, { part, changes: 0, bytes: segmentBytes })
    return part
  }

  #apply(memtable: Memtable): number {
    const known = this.#sent.get(memtable)
    const part = known?.part ?? (this.#lastNumber += 1)
    const changes = memtable.recent?.after(known?.changes ?? 0) ?? []
    if (known !== undefined && changes.length === 0) return part
    this.#send({ do: 'apply', part, changes })
    const bytes = (memtable.recent?.byteSize ?? 0) + segmentBytes
    this.#sent.set(memtable, { part, changes: (known?.changes ?? 0) + changes.length, bytes })
    return part
  }
}
