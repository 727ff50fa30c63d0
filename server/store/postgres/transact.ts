import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError, commitUnknown } from '../../lib/errors.ts'
import type { Scope, Transaction } from '../connection.ts'
import type { Timings } from '../timings.ts'
import { type Address, clientConfig } from './connection.ts'
import { isCollision, isGone, storeError } from './errors.ts'
import { Group, type Outcome, type Work } from './group.ts'
import { awayTimeoutMs, whileAway } from './reconnect.ts'

type Task = {
  work: Work
  /** Deadline for waiting for an unreachable database. */
  deadline: number
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** Writes that can share one transaction: PostgreSQL caches 64 savepoints per transaction. */
const largestGroup = 32
/** Retries of a write that conflicted with another transaction. */
const attempts = 8

/**
 * The writers of this process. Writes of the same scope would wait for the same lock, so they form a queue: waiting
 * writes share a transaction and its flush (group commit), each in its own savepoint.
 */
export class Writers {
  readonly #pool: pg.Pool
  readonly #timings: Timings
  readonly #queues = new Map<string, Task[]>()
  readonly #running = new Set<Promise<void>>()

  constructor(address: Address, timings: Timings, maxClients: number) {
    this.#timings = timings
    this.#pool = new pg.Pool({
      ...clientConfig(address),
      max: maxClients,
      idleTimeoutMillis: 60_000,
    })
    // An idle connection that breaks is replaced when needed; one in use rejects its statement.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  get depth(): number {
    return [...this.#queues.values()].reduce((sum, queue) => sum + queue.length, 0)
  }

  transact<Result>(
    scope: Scope,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const deadline = performance.now() + awayTimeoutMs
      // SAFETY: `value` is what this very `work` resolved to.
      const task = { work, deadline, resolve: (value: unknown) => resolve(value as Result), reject }
      const key = typeof scope === 'string' ? scope : `workspace ${scope.workspaceId}`
      const queue = this.#queues.get(key)
      if (queue !== undefined) {
        queue.push(task)
        return
      }
      this.#queues.set(key, [task])
      const running = this.#drain(key, scope).finally(() => this.#running.delete(running))
      this.#running.add(running)
    })
  }

  /** Completes the waiting writes, then closes. */
  async close(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
    await this.#pool.end()
  }

  async #drain(key: string, scope: Scope): Promise<void> {
    const queue = this.#queues.get(key) ?? []
    while (queue.length > 0) {
      // One turn of the event loop lets the writes of this turn join the group.
      await new Promise(setImmediate)
      await this.#commitGroup(queue.splice(0, largestGroup), scope)
    }
    this.#queues.delete(key)
  }

  async #commitGroup(tasks: readonly Task[], scope: Scope, attempt = 1): Promise<void> {
    try {
      const deadline = Math.min(...tasks.map((task) => task.deadline))
      const outcomes = await whileAway(() => this.#attempt(tasks, scope, deadline), deadline)
      for (const [index, task] of tasks.entries()) resolveTask(task, outcomes[index])
    } catch (error) {
      const mayCollideAgain = isCollision(error) && attempt < attempts
      const isFinal = !mayCollideAgain && (tasks.length === 1 || isForAll(error))
      if (isFinal) for (const task of tasks) task.reject(storeError(error))
      // One write broke the group. Each is retried alone, so that only that one fails.
      else for (const task of tasks) await this.#commitGroup([task], scope, attempt + 1)
    }
  }

  async #attempt(
    tasks: readonly Task[],
    scope: Scope,
    deadline: number,
  ): Promise<readonly Outcome[]> {
    const client = await this.#pool.connect()
    const group = new Group(client, this.#timings)
    let broken: unknown
    try {
      return await group.run(
        tasks.map(({ work }) => work),
        scope,
      )
    } catch (error) {
      broken = error
      if (group.committing === undefined || !isGone(error)) throw error
      return await this.#findOut(group.committing, deadline, error)
    } finally {
      client.release(broken !== undefined && isGone(broken))
    }
  }

  /** The connection broke between the commit and its answer: only the database knows the outcome. */
  async #findOut(
    { transactionId, outcomes }: NonNullable<Group['committing']>,
    deadline: number,
    broken: unknown,
  ): Promise<readonly Outcome[]> {
    const status = await whileAway(() => this.#statusOf(transactionId, deadline), deadline).catch(
      () => undefined,
    )
    if (status === 'committed') return outcomes
    if (status === 'aborted') throw broken
    throw commitUnknown('The database went away during the commit', broken)
  }

  /** The server may not have noticed the lost connection yet, so the commit may still be running. */
  async #statusOf(transactionId: string, deadline: number): Promise<string | null | undefined> {
    for (;;) {
      const { rows } = await this.#pool.query<{ status: string | null }>(
        'select pg_xact_status($1::xid8) as status',
        [transactionId],
      )
      const status = rows[0]?.status
      if (status !== 'in progress' || performance.now() > deadline) return status
      await sleep(20)
    }
  }
}

/**
 * Waiting for a lock or for the database failed: no write is at fault, and each alone would wait as long again. A
 * write that may have been committed must not be repeated.
 */
function isForAll(error: unknown): boolean {
  const known = storeError(error)
  return known instanceof AppError && (known.code === 'BUSY' || known.code === 'COMMIT_UNKNOWN')
}

function resolveTask(task: Task, outcome: Outcome | undefined): void {
  if (outcome === undefined) task.reject(new AppError('INTERNAL', 'The write was not run.'))
  else if ('error' in outcome) task.reject(outcome.error)
  else task.resolve(outcome.value)
}
