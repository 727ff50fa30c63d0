import { AsyncLocalStorage } from 'node:async_hooks'

/** A request, as far as its turn among others depends on it. */
export type CurrentRequest = {
  /** Whose request it is: requests of one caller wait for each other. */
  caller: string
  /** Workers have accepted a task of it. They accept all of its other tasks, so that it can end. */
  isAccepted: boolean
}

const requests = new AsyncLocalStorage<CurrentRequest | undefined>()

/** Does the work of a request: its parts wait in the queue of its caller. */
export function asRequestOf<Result>(caller: string, work: () => Result): Result {
  return requests.run({ caller, isAccepted: false }, work)
}

/** Does work of the server itself that a request has started. */
export function withoutRequest<Result>(work: () => Result): Result {
  return requests.run(undefined, work)
}

/** Undefined for work of the server itself. */
export function currentRequest(): CurrentRequest | undefined {
  return requests.getStore()
}
