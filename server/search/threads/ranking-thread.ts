import { Worker } from 'node:worker_threads'
import { AppError } from '../../lib/errors.ts'
import { startTimeSlice } from '../../lib/time-slices.ts'
import type { IndexReader } from '../index/index-reader.ts'
import { toShared } from '../index/shared-arrays.ts'
import type { Snapshot } from '../index/workspace-index.ts'
import type { Query } from '../ranking/query.ts'
import { type Ranked, toPages } from '../ranking/rank.ts'
import type { ChunkRequest, Failure, Reply, Result, Task } from './messages.ts'
import { SentParts } from './sent-parts.ts'

type Search = {
  documents: number
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** Of its own objects alone: the index is not among them. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 6, stackSizeMb: 4 }

/** A thread that ranks pages in the memory of this one, and ends after some time without a search. */
export class RankingThread {
  /** Resolves when it can rank, or never will. */
  readonly started: Promise<void>
  /** Resolves to whether it ended without being asked to. */
  readonly ended: Promise<boolean>
  readonly #worker = new Worker(new URL('./ranking-worker.ts', import.meta.url), { resourceLimits })
  readonly #parts = new SentParts((task) => this.#worker.postMessage(task))
  readonly #searches = new Map<number, Search>()
  readonly #idle: NodeJS.Timeout
  #state: 'starting' | 'ready' | 'stopping' | 'ended' = 'starting'
  #documents = 0
  #lastId = 0

  constructor(idleMs: number) {
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const { promise: ended, resolve: end } = Promise.withResolvers<boolean>()
    this.started = started
    this.ended = ended
    this.#idle = setTimeout(() => this.#stopIdle(), idleMs).unref()
    this.#worker.on('message', (reply: Reply) => {
      if (reply.type === 'ready') {
        this.#state = 'ready'
        this.#rest()
        start()
      } else if (reply.type === 'chunk') void this.#sendChunk(reply)
      else this.#complete(reply)
    })
    // The searches it had are ranked in this thread, so nobody needs to know why.
    this.#worker.on('error', () => undefined)
    this.#worker.on('exit', () => {
      const isUnasked = this.#state !== 'stopping'
      this.#end()
      start()
      end(isUnasked)
    })
  }

  get isReady(): boolean {
    return this.#state === 'ready'
  }

  /** Documents of the searches that it has not answered yet. */
  get documents(): number {
    return this.#documents
  }

  /** Rejects where the thread fails; the caller ranks in its own. */
  async rank(query: Query, snapshot: Snapshot, limit: number): Promise<Ranked> {
    const result = await this.#ask(query, snapshot, limit)
    await takeTurn()
    return toPages(snapshot, result)
  }

  /** Gives back the memory of a part that no later search reads. */
  close(part: IndexReader): void {
    this.#parts.close(part)
  }

  async stop(): Promise<void> {
    if (this.#state !== 'ended') this.#state = 'stopping'
    await this.#worker.terminate()
  }

  #ask(query: Query, snapshot: Snapshot, limit: number): Promise<Result> {
    const shared = this.#parts.share(snapshot)
    const id = (this.#lastId += 1)
    this.#worker.postMessage({ do: 'rank', id, query, limit, snapshot: shared } satisfies Task)
    const documents = snapshot.size
    this.#documents += documents
    this.#worker.ref()
    return new Promise((resolve, reject) => {
      this.#searches.set(id, { documents, resolve, reject })
    })
  }

  #complete(reply: Result | Failure): void {
    const search = this.#searches.get(reply.id)
    this.#searches.delete(reply.id)
    this.#documents -= search?.documents ?? 0
    if (this.#searches.size === 0) this.#rest()
    if (reply.type === 'ranked') search?.resolve(reply)
    else search?.reject(failed(reply.reason))
  }

  async #sendChunk({ part, chunk }: ChunkRequest): Promise<void> {
    await takeTurn()
    const read = this.#parts.segment(part)?.readPostings(chunk)
    const found = await read?.then(toShared, () => undefined)
    // The thread keeps nothing of a part that was closed meanwhile.
    const bytes = this.#parts.segment(part) === undefined ? undefined : found
    this.#worker.postMessage({ do: 'receive', part, chunk, bytes } satisfies Task)
  }

  /** An idle thread does not keep a command from ending. */
  #rest(): void {
    this.#worker.unref()
    this.#idle.refresh()
  }

  #stopIdle(): void {
    if (this.#searches.size === 0) void this.stop()
    else this.#idle.refresh()
  }

  #end(): void {
    this.#state = 'ended'
    clearTimeout(this.#idle)
    for (const { reject } of this.#searches.values()) reject(failed('it has ended'))
    this.#searches.clear()
  }
}

/** Many messages arrive in one round of the event loop; not all of what they cause has to be done in it. */
async function takeTurn(): Promise<void> {
  const timeSlice = startTimeSlice()
  if (timeSlice.isOver()) await timeSlice.pause()
}

function failed(reason: string): AppError {
  return new AppError('INTERNAL', `The thread that ranks failed: ${reason}.`)
}
