import type { Tinypool } from 'tinypool'
import { AppError, type ErrorCode } from '../errors.ts'

/** Errors lose their class when they leave a worker, so an AppError is returned as a value. */
export type Outcome = { value: unknown } | { refused: { code: ErrorCode; message: string } }

export type Task = { name: string; input: unknown }

const maxWorkers = 2
const idleTimeoutMs = 10_000

/** Runs tasks in worker threads. Each file of tasks has a pool of its own, which starts with its first task. */
export class WorkerPools {
  readonly #pools = new Map<string, Tinypool>()

  /** `file` exports a function `run`, which answers with `outcomeOf`. Throws the AppError of the task. */
  async run(file: URL, task: Task): Promise<unknown> {
    const { Tinypool } = await import('tinypool')
    let pool = this.#pools.get(file.href)
    if (pool === undefined) {
      pool = new Tinypool({
        filename: file.href,
        runtime: 'worker_threads',
        minThreads: 0,
        maxThreads: maxWorkers,
        idleTimeout: idleTimeoutMs,
      })
      this.#pools.set(file.href, pool)
    }
    const outcome: Outcome = await pool.run(task, { name: 'run' })
    if ('refused' in outcome) throw new AppError(outcome.refused.code, outcome.refused.message)
    return outcome.value
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()))
  }
}

export function outcomeOf(work: () => unknown): Outcome {
  try {
    return { value: work() }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { refused: { code: error.code, message: error.message } }
  }
}
