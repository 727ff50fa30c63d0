import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../lib/errors.ts'
import type { Store, Transaction } from '../../store/index.ts'

type Work<Result> = (transaction: Transaction) => Promise<Result>
type Start = (work: Work<void>) => Promise<void>

/** A transaction whose work is done but that is not committed yet. */
type OpenTransaction = {
  transaction: Transaction | undefined
  /** Commits it before the next transaction. */
  release: () => void
  committed: Promise<void>
  /** The caller has its result. If the commit fails, everything has to run again. */
  isAnswered: boolean
}

export type Recording<Answer> = {
  /** Runs in each transaction except the last. */
  onPart: (transaction: Transaction) => Promise<void>
  /** Runs in the last transaction, with the answer. */
  onEnd: (transaction: Transaction, answer: Answer) => Promise<void>
}

/** Other writes wait in the meantime; on SQLite, all of them. */
const maxHoldMs = 5000
/** Attempts to run everything again after a failed commit. */
const maxAttempts = 5

/**
 * Runs `run` on a store that keeps each transaction open until `run` ends or starts the next one, so that the
 * answer is recorded in the transaction of the change. After its last transaction, `run` may only wait for this
 * store. It may run again from the start. Throws BUSY, INTERNAL or the errors of `run`.
 */
export async function runRecorded<Answer>(
  store: Store,
  run: (store: Store) => Promise<Answer>,
  recording: Recording<Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const holder = holdTransactions(store, recording)
    try {
      const answer = await run(holder.store)
      await holder.end(answer)
      return answer
    } catch (error) {
      await holder.fail(error)
      if (!holder.isToBeRepeated() || attempt === maxAttempts) throw error
    }
  }
}

function holdTransactions<Answer>(store: Store, { onPart, onEnd }: Recording<Answer>) {
  const ended = Promise.withResolvers<{ answer: Answer }>()
  // Handled by the open transaction, if any.
  ended.promise.catch(() => undefined)
  let current: OpenTransaction | undefined
  let isRepeated = false
  let queue: Promise<unknown> = Promise.resolve()

  const hold = <Result>(start: Start, work: Work<Result>): Promise<Result> => {
    const answered = Promise.withResolvers<Result>()
    const next = Promise.withResolvers<undefined>()
    const entry: OpenTransaction = {
      transaction: undefined,
      release: () => next.resolve(undefined),
      committed: Promise.resolve(),
      isAnswered: false,
    }
    current = entry
    entry.committed = start(async (transaction) => {
      if (entry.isAnswered) {
        isRepeated = true
        throw new AppError(
          'BUSY',
          'Another request changed the same data at the same time. Try again in a few seconds.',
        )
      }
      const value = await work(transaction)
      Object.assign(entry, { transaction, isAnswered: true })
      answered.resolve(value)
      const end = await within(maxHoldMs, [ended.promise, next.promise]).finally(
        () => (entry.transaction = undefined),
      )
      await (end === undefined ? onPart(transaction) : onEnd(transaction, end.answer))
    })
    entry.committed.catch((error: unknown) => {
      if (!entry.isAnswered && current === entry) current = undefined
      answered.reject(error)
    })
    return answered.promise
  }
  /** Starts the next transaction after the previous one is committed. */
  const begin = <Result>(start: Start, work: Work<Result>): Promise<Result> =>
    afterCurrent(() => ({ result: hold(start, work) })).then(({ result }) => result)
  const afterCurrent = <Result>(proceed: () => Result): Promise<Result> => {
    const begun = queue.then(async () => {
      current?.release()
      if (current?.isAnswered === true) await current.committed
      else await current?.committed.catch(() => undefined)
      return proceed()
    })
    queue = begun.catch(() => undefined)
    return begun
  }
  const reader = () => current?.transaction ?? store
  const holding: Store = {
    ...store,
    get: (statement, ...values) => reader().get(statement, ...values),
    all: (statement, ...values) => reader().all(statement, ...values),
    transact: (work) => begin((each) => store.transact(each), work),
    transactIn: (scope, work) => begin((each) => store.transactIn(scope, each), work),
    transactAlone: (scope, work) => begin((each) => store.transactAlone(scope, each), work),
    commitOpen: () =>
      afterCurrent(() => {
        current = undefined
      }),
    untilCommitted: async () => current?.committed.catch(() => undefined),
  }
  return {
    store: holding,
    end: async (answer: Answer) => {
      ended.resolve({ answer })
      if (current === undefined) await store.transactIn('none', (last) => onEnd(last, answer))
      else await current.committed
    },
    /** Rolls back the open transaction, if any. */
    fail: async (cause: unknown) => {
      ended.reject(cause)
      await current?.committed.catch(() => undefined)
    },
    isToBeRepeated: () => isRepeated,
  }
}

async function within<Result>(limitMs: number, promises: Promise<Result>[]): Promise<Result> {
  const done = new AbortController()
  const late = sleep(limitMs, undefined, { signal: done.signal }).then(() => {
    throw new AppError(
      'INTERNAL',
      'An open transaction waited for something other than the database.',
    )
  })
  try {
    return await Promise.race([...promises, late])
  } finally {
    done.abort()
    late.catch(() => undefined)
  }
}
