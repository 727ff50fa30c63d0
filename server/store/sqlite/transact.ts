import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, commitUnknown } from '../../lib/errors.ts'
import type { Transaction } from '../connection.ts'
import type { CommitMark } from './commit-mark.ts'
import type { Connection } from './connection.ts'
import { isBusy, isFlushFault } from './errors.ts'
import type { RowCache } from './row-cache.ts'
import type { StoreFiles } from './store-files.ts'

type Work = (transaction: Transaction) => Promise<unknown>
type Task = {
  work: Work
  /** Deadline for the write lock. */
  deadline: number
  isAlone: boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}
/** Checks of the store's files before and after a commit. */
export type FileChecks = {
  files?: Pick<StoreFiles, 'requireSame' | 'requireNotLost'>
  mark?: CommitMark
  cache?: Pick<RowCache, 'expire'>
}
type Outcome = { value: unknown } | { error: unknown }

/** Writes that can share one transaction: more would block the event loop for too long. */
const largestGroup = 64
/**
 * Turns of the event loop in which a group waits for more writes, because each flush of the disk blocks everything.
 */
const maxYields = 3
/** How long a write waits for another process (a command, a second server). */
const busyLimit = 10_000

/**
 * The only writer. Waiting writes share a transaction and its fsync (group commit), and are answered after the
 * commit. If one fails after it changed something, the group is rolled back and runs again with a savepoint for each
 * write, so that the others are unaffected. Savepoints take a fifth of the time of a write.
 */
export class Writer {
  readonly #connection: Connection
  readonly #checks: FileChecks
  readonly #waitTimeoutMs: number
  readonly #waiting: Task[] = []
  #running: Promise<void> | undefined

  constructor(connection: Connection, checks: FileChecks = {}, waitTimeoutMs = busyLimit) {
    this.#connection = connection
    this.#checks = checks
    this.#waitTimeoutMs = waitTimeoutMs
  }

  get depth(): number {
    return this.#waiting.length
  }

  transact<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.#enqueue(work, false)
  }

  /**
   * Runs in a transaction of its own. Inside a savepoint, each statement costs as much again as all statements
   * before it: 8,000 updates took 0.9 s instead of 0.1 s.
   */
  transactAlone<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.#enqueue(work, true)
  }

  #enqueue<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    isAlone: boolean,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const deadline = performance.now() + this.#waitTimeoutMs
      // SAFETY: `value` is what this very `work` resolved to.
      const resolveValue = (value: unknown) => resolve(value as Result)
      this.#waiting.push({ work, deadline, isAlone, resolve: resolveValue, reject })
      this.#running ??= this.#drain()
    })
  }

  /** Resolves when nothing is waiting or running. */
  async idle(): Promise<void> {
    await this.#running
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather()
      await this.#commitGroup(this.#waiting.splice(0, this.#sizeOfGroup()))
    }
    this.#running = undefined
  }

  /** Turns of the event loop let the writes of this turn join the group, and those of the next while more arrive. */
  async #gather(): Promise<void> {
    let before = 0
    for (let yields = 0; yields < maxYields; yields += 1) {
      if (this.#waiting.length === before || this.#waiting.length >= largestGroup) return
      before = this.#waiting.length
      await new Promise(setImmediate)
    }
  }

  #sizeOfGroup(): number {
    const alone = this.#waiting.findIndex(({ isAlone }) => isAlone)
    if (alone === -1) return largestGroup
    return Math.min(largestGroup, Math.max(1, alone))
  }

  async #commitGroup(tasks: readonly Task[]): Promise<void> {
    try {
      this.#checks.files?.requireNotLost()
      await this.#begin(Math.min(...tasks.map(({ deadline }) => deadline)))
    } catch (error) {
      // No work was run, so none is at fault: alone, each would wait as long again.
      for (const task of tasks) task.reject(this.#connection.fault(error))
      return
    }
    try {
      const outcomes = await this.#attempt(tasks)
      for (const [index, task] of tasks.entries()) resolveTask(task, outcomes[index])
    } catch (error) {
      const isFinal = tasks.length === 1 || isCommitUnknown(error) || this.#isLost()
      if (isFinal) for (const task of tasks) task.reject(this.#connection.fault(error))
      // One write broke the group. Each is retried alone, so that only that one fails.
      else for (const task of tasks) await this.#commitGroup([task])
    }
  }

  #isLost(): boolean {
    try {
      this.#checks.files?.requireNotLost()
      return false
    } catch {
      return true
    }
  }

  async #attempt(tasks: readonly Task[]): Promise<Outcome[]> {
    try {
      const outcomes = (await this.#runUnguarded(tasks)) ?? (await this.#runInSavepoints(tasks))
      const { files, mark } = this.#checks
      mark?.count()
      this.#commit()
      mark?.note()
      // After the commit: if the files were gone before it, no later check would be in time.
      files?.requireSame()
      return outcomes
    } catch (error) {
      if (this.#connection.database.isTransaction) this.#connection.database.exec('rollback')
      throw error
    }
  }

  /** Undefined when the transaction was rolled back, because a task failed after it changed something. */
  async #runUnguarded(tasks: readonly Task[]): Promise<Outcome[] | undefined> {
    const outcomes: Outcome[] = []
    for (const { work } of tasks) {
      const before = this.#connection.totalChanges()
      try {
        outcomes.push({ value: await work(this.#connection) })
      } catch (error) {
        // A full disk or a read error ends the complete transaction.
        const { isTransaction } = this.#connection.database
        if (tasks.length === 1 || !isTransaction) throw error
        if (this.#connection.totalChanges() !== before) {
          this.#connection.database.exec('rollback; begin immediate')
          return undefined
        }
        outcomes.push({ error: this.#connection.fault(error) })
      }
    }
    return outcomes
  }

  async #runInSavepoints(tasks: readonly Task[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const task of tasks) outcomes.push(await this.#runInSavepoint(task))
    return outcomes
  }

  /** A commit whose flush fails is undone here, but may be complete in the log after a crash. */
  #commit(): void {
    try {
      this.#connection.database.exec('commit')
    } catch (error) {
      if (!isFlushFault(error)) throw error
      this.#connection.fault(error)
      throw commitUnknown('The disk failed during the commit', error)
    } finally {
      this.#checks.cache?.expire()
    }
  }

  async #runInSavepoint(task: Task): Promise<Outcome> {
    const { database } = this.#connection
    database.exec('savepoint task')
    try {
      const value = await task.work(this.#connection)
      database.exec('release task')
      return { value }
    } catch (error) {
      // A full disk or a read error ends the complete transaction, with its savepoint.
      if (!database.isTransaction) throw error
      database.exec('rollback to task; release task')
      return { error: this.#connection.fault(error) }
    }
  }

  async #begin(deadline: number): Promise<void> {
    for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
      try {
        this.#connection.database.exec('begin immediate')
        return
      } catch (error) {
        if (!isBusy(error)) throw error
        if (performance.now() > deadline) {
          throw new AppError(
            'BUSY',
            'Another process is writing to the store. Try again shortly.',
            {
              cause: error,
            },
          )
        }
        await sleep(pause)
      }
    }
  }
}

function isCommitUnknown(error: unknown): boolean {
  return error instanceof AppError && error.code === 'COMMIT_UNKNOWN'
}

function resolveTask(task: Task, outcome: Outcome | undefined): void {
  if (outcome === undefined) task.reject(new AppError('INTERNAL', 'The write was not run.'))
  else if ('error' in outcome) task.reject(outcome.error)
  else task.resolve(outcome.value)
}
