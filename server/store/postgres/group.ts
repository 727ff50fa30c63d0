import pg from 'pg'
import { AppError } from '../../lib/errors.ts'
import type { Scope, Transaction } from '../connection.ts'
import type { Timings } from '../timings.ts'
import { PgConnection } from './connection.ts'
import { isAftermath, isCollision, isGone, storeError } from './errors.ts'

export type Work = (transaction: Transaction) => Promise<unknown>
export type Outcome = { value: unknown } | { error: unknown }

/** The lock of every write: shared for one workspace, exclusive for everything. */
export const everythingLock = 7_853_914_201

/** Several writes in one transaction, each in a savepoint. */
export class Group {
  readonly #client: pg.ClientBase
  readonly #timings: Timings
  /** Set once the commit was sent: from then on, its outcome is unknown until it is answered. */
  committing: { transactionId: string; outcomes: readonly Outcome[] } | undefined

  constructor(client: pg.ClientBase, timings: Timings) {
    this.#client = client
    this.#timings = timings
  }

  /**
   * Returns the outcome of each write after the commit. Throws if none was committed: no lock was available, or the
   * transaction failed.
   */
  async run(works: readonly Work[], scope: Scope): Promise<readonly Outcome[]> {
    // Not awaited: the first statement of the work is sent with it.
    const begun = this.#begin(scope)
    begun.catch(() => undefined)
    try {
      const [only] = works
      if (works.length === 1 && only !== undefined) return await this.#runAlone(only, begun)
      const outcomes: Outcome[] = []
      for (const work of works) outcomes.push(await this.#runInSavepoint(work, begun))
      await this.#commit(await begun, outcomes)
      return outcomes
    } catch (error) {
      if (!isGone(error)) await this.#client.query('rollback')
      throw error
    }
  }

  async #runAlone(work: Work, begun: Promise<string>): Promise<readonly Outcome[]> {
    try {
      const outcomes = [{ value: await work(new PgConnection(this.#client, this.#timings)) }]
      await this.#commit(await begun, outcomes)
      return outcomes
    } catch (error) {
      await begun
      if (this.committing !== undefined || isGone(error) || isCollision(error)) throw error
      await this.#client.query('rollback')
      return [{ error: storeError(error) }]
    }
  }

  async #runInSavepoint(work: Work, begun: Promise<string>): Promise<Outcome> {
    const marked = this.#client.query('savepoint task')
    marked.catch(() => undefined)
    try {
      const value = await work(new PgConnection(this.#client, this.#timings))
      const released = this.#client.query('release savepoint task')
      // Fails only if the transaction has failed, which the next statement reports too.
      released.catch(() => undefined)
      return { value }
    } catch (error) {
      await begun
      await marked
      if (isGone(error) || isCollision(error) || isAftermath(error)) throw error
      await this.#client.query('rollback to savepoint task; release savepoint task')
      return { error: storeError(error) }
    }
  }

  async #begin(scope: Scope): Promise<string> {
    const locks = await this.#client.query(`begin; ${lockOf(scope)} ${transactionId}`)
    // SAFETY: the driver gives a list for several statements, its types only the one result.
    const results = locks as unknown as readonly pg.QueryResult<{ id: string }>[]
    return results.at(-1)?.rows[0]?.id ?? ''
  }

  async #commit(transactionId: string, outcomes: readonly Outcome[]): Promise<void> {
    this.committing = { transactionId, outcomes }
    const { command } = await this.#client.query('commit')
    if (command === 'COMMIT') return
    // PostgreSQL answers the commit of a failed transaction with a rollback instead of an error.
    this.committing = undefined
    throw new AppError('INTERNAL', 'The transaction had failed before its commit.')
  }
}

const transactionId = 'select pg_current_xact_id()::text as id'

/** Acquired before the first read, so that all reads see the state after the previous writer. */
function lockOf(scope: Scope): string {
  if (scope === 'none') return ''
  if (scope === 'global') return `select pg_advisory_xact_lock(${everythingLock});`
  const id = pg.escapeLiteral(scope.workspaceId)
  return `select pg_advisory_xact_lock_shared(${everythingLock});
    select 1 from workspaces where id = ${id} for no key update;`
}
