import { Worker } from 'node:worker_threads'
import { AppError } from '../../lib/errors.ts'
import type { Memtable } from '../index/memtable.ts'
import { Segment } from '../index/segment.ts'
import { toShared } from '../index/shared-arrays.ts'
import type { Snapshot, WorkspaceIndex } from '../index/workspace-index.ts'
import { TopDocuments } from '../ranking/best.ts'
import type { Query } from '../ranking/query.ts'
import { rank, type Ranked } from '../ranking/rank.ts'
import type { ChunkRequest, Reply, SharedView, Task } from './messages.ts'

type Found = Reply & { say: 'ranked' }
type Waiting = { resolve: (found: Found) => void; reject: (error: unknown) => void }

/** A thread with what it was told, and is lost with it. */
type Life = {
  worker: Worker
  segments: Map<Segment, number>
  memtables: Map<Memtable, { number: number; writes: number }>
}

/**
 * A thread that ranks pages in the memory of this one. It starts with the first search. Should it die, the
 * searches it had are done here, and the next one finds a new thread.
 */
export class RankingThread {
  #life: Life | undefined
  #nextNumber = 1
  readonly #waiting = new Map<number, Waiting>()

  /** Searches that were done here because the thread failed. */
  failures = 0

  /** Searches that it has not answered yet. */
  get load(): number {
    return this.#waiting.size
  }

  async rank(query: Query, index: WorkspaceIndex, limit: number): Promise<Ranked> {
    const snapshot = index.snapshot()
    try {
      const { best, titled, terms } = await this.#ask(query, index, snapshot, limit)
      const { views } = snapshot
      const pages = TopDocuments.of(views, best).pages()
      return { pages, titled: TopDocuments.of(views, titled).pages(), terms }
    } catch {
      this.failures += 1
      return rank(query, snapshot, limit)
    }
  }

  /** Lets go of an index. Segments that another one still uses are opened again with its next search. */
  close(index: WorkspaceIndex): void {
    const life = this.#life
    if (life === undefined) return
    for (const segment of index.segments) {
      const number = life.segments.get(segment)
      if (number === undefined) continue
      life.segments.delete(segment)
      send(life, { do: 'close', segment: number })
    }
    const known = life.memtables.get(index.memtable)
    if (known === undefined) return
    life.memtables.delete(index.memtable)
    send(life, { do: 'clear', memtable: known.number })
  }

  async stop(): Promise<void> {
    await this.#life?.worker.terminate()
  }

  #ask(query: Query, index: WorkspaceIndex, snapshot: Snapshot, limit: number): Promise<Found> {
    const life = (this.#life ??= this.#start())
    const views = snapshot.views.map(({ part, base, size, live }): SharedView => {
      return {
        segment: part instanceof Segment ? this.#open(life, part) : undefined,
        base,
        size,
        live,
      }
    })
    const memtable = this.#write(life, index.memtable)
    const { size, totals } = snapshot
    const id = this.#nextNumber++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      life.worker.ref()
      send(life, { do: 'rank', id, memtable, query, limit, snapshot: { views, size, totals } })
    })
  }

  #open(life: Life, segment: Segment): number {
    const known = life.segments.get(segment)
    if (known !== undefined) return known
    const number = this.#nextNumber++
    life.segments.set(segment, number)
    send(life, { do: 'open', segment: number, shared: segment.share() })
    return number
  }

  #write(life: Life, memtable: Memtable): number {
    const known = life.memtables.get(memtable) ?? { number: this.#nextNumber++, writes: 0 }
    life.memtables.set(memtable, known)
    const writes = memtable.writes.slice(known.writes)
    known.writes += writes.length
    if (writes.length > 0) send(life, { do: 'write', memtable: known.number, writes })
    return known.number
  }

  #start(): Life {
    const worker = new Worker(new URL('./ranking-worker.ts', import.meta.url))
    const life: Life = { worker, segments: new Map(), memtables: new Map() }
    worker.unref()
    worker.on('message', (reply: Reply) => {
      if (reply.say === 'chunk') void sendChunk(life, reply)
      else this.#settle(reply, worker)
    })
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      if (this.#life === life) this.#life = undefined
      for (const { reject } of this.#waiting.values()) reject(lost('its thread has ended'))
      this.#waiting.clear()
    })
    return life
  }

  #settle(reply: Exclude<Reply, ChunkRequest>, worker: Worker): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    // An idle thread does not keep a command from ending.
    if (this.#waiting.size === 0) worker.unref()
    if (reply.say === 'ranked') waiting?.resolve(reply)
    else waiting?.reject(lost(reply.fault))
  }
}

async function sendChunk(life: Life, { segment, number }: ChunkRequest): Promise<void> {
  const found = life.segments.entries().find(([, opened]) => opened === segment)?.[0]
  const bytes = await found?.readPostings(number).then(toShared, () => undefined)
  send(life, { do: 'chunk', segment, number, bytes })
}

function send({ worker }: Life, task: Task): void {
  worker.postMessage(task)
}

function lost(reason: string): AppError {
  return new AppError('INTERNAL', `The search in another thread failed: ${reason}.`)
}
