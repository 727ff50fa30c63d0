import { Worker } from 'node:worker_threads'
import { AppError } from '../../lib/errors.ts'
import type { Found } from './matrix.ts'
import type { Question, Reply, Task } from './messages.ts'

type Waiting = { resolve: (reply: Reply) => void; reject: (error: unknown) => void }

/**
 * The thread that holds and searches matrices: a scan of a million rows takes tens of milliseconds, in which
 * requests go on. It starts with the first task; should it die, the next task finds a new one, and empty.
 */
export class VectorWorker {
  #worker: Worker | undefined
  #nextId = 1
  readonly #waiting = new Map<number, Waiting>()
  #life = 0

  /** Changes when all matrices are lost with their thread. */
  get life(): number {
    return this.#life
  }

  /** A number for a new, empty matrix. */
  async open(dimensions: number): Promise<number> {
    const matrix = this.#nextId
    await this.#ask({ do: 'open', matrix, dimensions })
    return matrix
  }

  /** `vectors` is handed over and can no longer be used here. */
  async append(
    matrix: number,
    rows: { vectors: Float32Array<ArrayBuffer>; chunks: Float64Array; pages: Uint32Array },
  ): Promise<void> {
    await this.#ask({ do: 'append', matrix, ...rows }, [rows.vectors.buffer])
  }

  /** Gives how many rows are left. */
  async remove(matrix: number, pages: readonly number[]): Promise<number> {
    const reply = await this.#ask({ do: 'remove', matrix, pages: Uint32Array.from(pages) })
    return reply.rows
  }

  /** Of pages marked with 1, if there are marks. */
  async search(
    matrix: number,
    query: Float32Array,
    limit: number,
    marks?: Uint8Array,
  ): Promise<Found> {
    const { found } = await this.#ask({ do: 'search', matrix, query, limit, marks })
    if (found === undefined) throw lost('the matrix is gone')
    return found
  }

  close(matrix: number): void {
    if (this.#worker !== undefined) void this.#ask({ do: 'close', matrix }).catch(() => undefined)
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate()
  }

  #ask(task: Task, transferred: ArrayBuffer[] = []): Promise<Reply> {
    const worker = (this.#worker ??= this.#start())
    const id = this.#nextId
    this.#nextId += 1
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.ref()
      const question: Question = { id, task }
      worker.postMessage(question, transferred)
    })
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url))
    worker.on('message', (reply: Reply) => {
      const { id, fault } = reply
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      // An idle thread does not keep a command from ending.
      if (this.#waiting.size === 0) worker.unref()
      if (fault === undefined) waiting?.resolve(reply)
      else waiting?.reject(lost(fault))
    })
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      this.#worker = undefined
      this.#life += 1
      for (const { reject } of this.#waiting.values()) reject(lost('its thread has ended'))
      this.#waiting.clear()
    })
    return worker
  }
}

function lost(reason: string): AppError {
  return new AppError('INTERNAL', `The search among vectors failed: ${reason}.`)
}
