import { KeyedQueue } from '../scheduling/keyed-queue.ts'

/** Shorter documents take less than 10 ms. */
const minQueuedLength = 16_000
/** Requests of one person that run or wait. */
const maxOfCaller = 5
const maxOfServer = 100

const ofCallers = new KeyedQueue(maxOfCaller, 'RATE_LIMITED')
const ofServer = new KeyedQueue(maxOfServer)

/**
 * Does work on a document whose answer is larger than the document. Large ones run one at a time, in turn for each
 * person, because each answer blocks other requests while it is written. Throws RATE_LIMITED or BUSY.
 */
export function inTurn<Result>(
  userId: string,
  length: number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (length < minQueuedLength) return work()
  return ofCallers.run(userId, () => ofServer.run('', work))
}
