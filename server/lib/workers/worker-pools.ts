import { getHeapStatistics } from 'node:v8'
import type { Tinypool } from 'tinypool'
import { AppError, type ErrorCode } from '../errors.ts'
import { currentRequest } from '../scheduling/current-request.ts'
import { FairQueue } from '../scheduling/fair-queue.ts'

/** Errors lose their class when they leave a worker, so an AppError is returned as a value. */
export type Outcome = { value: unknown } | { refused: { code: ErrorCode; message: string } }

export type Task = { name: string; input: unknown }

const maxWorkers = 2
const idleTimeoutMs = 10_000
/**
 * Characters of documents that may wait for one caller, in several requests: about ten seconds of a worker. Eight
 * requests that replace the largest pages, as `quire sync` sends them, stay below. They are on the heap of the main
 * thread meanwhile.
 */
const maxWaitingLength = Math.min(32_000_000, getHeapStatistics().heap_size_limit / 8)
/** The same of all callers. */
const maxWaitingLengthOfAll = 2 * maxWaitingLength
/** A worker takes about 300 ms for a document of 1 MB. */
const lengthPerSecond = 3_000_000

type Waiting = { length: number; start: () => void }
type Pool = {
  threads: Tinypool
  running: number
  queue: FairQueue<Waiting>
  /** Of all callers. */
  waitingLength: number
}

/**
 * Runs tasks in worker threads. Each file of tasks has a pool of its own, which starts with its first task. Callers take
 * turns, however many tasks one of them has.
 */
export class WorkerPools {
  readonly #pools = new Map<string, Pool>()
  #isClosed = false

  /**
   * `file` exports a function `run`, which answers with `outcomeOf`. Throws the AppError of the task. At the first task
   * of a request, throws RATE_LIMITED if too much waits for its caller, and BUSY if too much waits for all.
   */
  async run(file: URL, task: Task): Promise<unknown> {
    const { Tinypool } = await import('tinypool')
    let pool = this.#pools.get(file.href)
    if (pool === undefined) {
      const threads = new Tinypool({
        filename: file.href,
        runtime: 'worker_threads',
        minThreads: 0,
        maxThreads: maxWorkers,
        idleTimeout: idleTimeoutMs,
      })
      pool = { threads, running: 0, queue: new FairQueue(), waitingLength: 0 }
      this.#pools.set(file.href, pool)
    }
    await turnIn(pool, lengthOf(task.input))
    try {
      if (this.#isClosed) throw new AppError('BUSY', 'The server is stopping. Try again shortly.')
      const outcome: Outcome = await pool.threads.run(task, { name: 'run' })
      if ('refused' in outcome) throw new AppError(outcome.refused.code, outcome.refused.message)
      return outcome.value
    } finally {
      pool.running -= 1
      pool.queue.shift()?.start()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#pools.values()].map(({ threads }) => threads.destroy()))
  }
}

/** Resolves when a worker is free for the task, which counts as running from then on. Throws RATE_LIMITED or BUSY. */
async function turnIn(pool: Pool, length: number): Promise<void> {
  const request = currentRequest()
  const caller = request?.caller ?? ''
  const isFree = pool.running < maxWorkers
  if (request?.isAccepted === false) {
    if (!isFree) requireSpace(pool, caller, length)
    request.isAccepted = true
  }
  if (isFree) {
    pool.running += 1
    return
  }
  pool.waitingLength += length
  await new Promise<void>((resolve) => {
    const start = () => {
      pool.running += 1
      pool.waitingLength -= length
      resolve()
    }
    pool.queue.push(caller, { length, start })
  })
}

/** Throws RATE_LIMITED or BUSY. */
function requireSpace({ queue, waitingLength }: Pool, caller: string, length: number): void {
  const waiting = queue.waiting(caller).reduce((sum, one) => sum + one.length, 0)
  if (waiting + length > maxWaitingLength) throw tooMuchWaits(waiting)
  if (waitingLength + length > maxWaitingLengthOfAll) throw busy(waitingLength)
}

function tooMuchWaits(length: number): AppError {
  return new AppError(
    'RATE_LIMITED',
    'Your earlier requests for large pages are still in progress. Wait for their answers, then try again.',
    { retryAfter: secondsFor(length) },
  )
}

function busy(length: number): AppError {
  const message = 'Requests of others for large pages are in progress. Try again shortly.'
  return new AppError('BUSY', message, { retryAfter: secondsFor(length) })
}

function secondsFor(length: number): number {
  return Math.ceil(length / lengthPerSecond / maxWorkers)
}

/** Characters and bytes of the texts of an input, such as documents and rows of a journal. */
function lengthOf(input: unknown, depth = 3): number {
  if (typeof input === 'string') return input.length
  if (ArrayBuffer.isView(input)) return input.byteLength
  if (typeof input !== 'object' || input === null || depth === 0) return 0
  return Object.values(input).reduce<number>((sum, value) => sum + lengthOf(value, depth - 1), 0)
}

export function outcomeOf(work: () => unknown): Outcome {
  try {
    return { value: work() }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { refused: { code: error.code, message: error.message } }
  }
}
