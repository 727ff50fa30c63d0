import type { Store, Transaction } from '../../../store/index.ts'

/** Ends a transaction that is only tried, with its result. */
class TriedOut<Result> extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('The transaction was only tried.')
    this.result = result
  }
}

type Work<Result> = (transaction: Transaction) => Promise<Result>

/** A store that rolls back every transaction after its work, so that a change can be tried. */
export function dryRunStore(store: Store): Store {
  return {
    ...store,
    transact: (work) => tried((inner) => store.transact(inner), work),
    transactIn: (scope, work) => tried((inner) => store.transactIn(scope, inner), work),
    transactAlone: (scope, work) => tried((inner) => store.transactAlone(scope, inner), work),
  }
}

async function tried<Result>(
  run: (work: Work<never>) => Promise<never>,
  work: Work<Result>,
): Promise<Result> {
  let result: TriedOut<Result> | undefined
  try {
    return await run(async (transaction) => {
      result = new TriedOut(await work(transaction))
      throw result
    })
  } catch (error) {
    if (result !== undefined && error === result) return result.result
    throw error
  }
}
