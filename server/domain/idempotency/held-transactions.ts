import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../lib/errors.ts'
import type { Store, Transaction } from '../../store/index.ts'

type Work<Result> = (transaction: Transaction) => Promise<Result>
type Start = (work: Work<void>) => Promise<void>

/** A transaction whose work is done, and that is not committed yet. */
type Held = {
  transaction: Transaction | undefined
  /** Commits it as one that is not the last. */
  letGo: () => void
  committed: Promise<void>
  /** Its work has been answered: if it is not committed after all, what followed from that is wrong. */
  isAnswered: boolean
}

export type Recording<Answer> = {
  /** In each transaction that is not the last. */
  onPart: (transaction: Transaction) => Promise<void>
  /** In the last one, with the answer. */
  onEnd: (transaction: Transaction, answer: Answer) => Promise<void>
}

/** Others wait meanwhile, on SQLite all of them. */
const longestHoldMs = 5000
/** How often everything is run again because a commit failed that may succeed another time. */
const attempts = 5

/**
 * Runs `run` on a store that keeps each of its transactions open until `run` ends or begins the next one, so that
 * the answer is recorded in the same transaction as the change. Between its last transaction and its end `run`
 * waits for nothing but that store, which shows it what it has written. It may run again from the start.
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
      if (!holder.isToBeRepeated() || attempt === attempts) throw error
    }
  }
}

function holdTransactions<Answer>(store: Store, { onPart, onEnd }: Recording<Answer>) {
  const ended = Promise.withResolvers<{ answer: Answer }>()
  // Heard by the transaction that is open; there may be none.
  ended.promise.catch(() => undefined)
  let held: Held | undefined
  let isRepeated = false
  let turn: Promise<unknown> = Promise.resolve()

  const hold = <Result>(start: Start, work: Work<Result>): Promise<Result> => {
    const answered = Promise.withResolvers<Result>()
    const next = Promise.withResolvers<undefined>()
    const mine: Held = {
      transaction: undefined,
      letGo: () => next.resolve(undefined),
      committed: Promise.resolve(),
      isAnswered: false,
    }
    held = mine
    mine.committed = start(async (transaction) => {
      if (mine.isAnswered) {
        isRepeated = true
        throw new AppError(
          'BUSY',
          'Another request changed the same data at the same time. Try again in a few seconds.',
        )
      }
      const value = await work(transaction)
      Object.assign(mine, { transaction, isAnswered: true })
      answered.resolve(value)
      const end = await within(longestHoldMs, [ended.promise, next.promise]).finally(
        () => (mine.transaction = undefined),
      )
      await (end === undefined ? onPart(transaction) : onEnd(transaction, end.answer))
    })
    mine.committed.catch((error: unknown) => {
      if (!mine.isAnswered && held === mine) held = undefined
      answered.reject(error)
    })
    return answered.promise
  }
  /** One after the other: the one before is committed first. */
  const begin = <Result>(start: Start, work: Work<Result>): Promise<Result> =>
    afterHeld(() => ({ result: hold(start, work) })).then(({ result }) => result)
  const afterHeld = <Result>(proceed: () => Result): Promise<Result> => {
    const begun = turn.then(async () => {
      held?.letGo()
      if (held?.isAnswered === true) await held.committed
      else await held?.committed.catch(() => undefined)
      return proceed()
    })
    turn = begun.catch(() => undefined)
    return begun
  }
  const reader = () => held?.transaction ?? store
  const holding: Store = {
    ...store,
    get: (statement, ...values) => reader().get(statement, ...values),
    all: (statement, ...values) => reader().all(statement, ...values),
    transact: (work) => begin((each) => store.transact(each), work),
    transactIn: (scope, work) => begin((each) => store.transactIn(scope, each), work),
    transactAlone: (scope, work) => begin((each) => store.transactAlone(scope, each), work),
    commitHeld: () =>
      afterHeld(() => {
        held = undefined
      }),
  }
  return {
    store: holding,
    end: async (answer: Answer) => {
      ended.resolve({ answer })
      if (held === undefined) await store.transactIn('nothing', (last) => onEnd(last, answer))
      else await held.committed
    },
    /** Undoes the transaction that is open, if any. */
    fail: async (cause: unknown) => {
      ended.reject(cause)
      await held?.committed.catch(() => undefined)
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
