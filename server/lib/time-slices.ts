import { AppError } from './errors.ts'
import { currentRequest } from './scheduling/current-request.ts'
import { FairQueue } from './scheduling/fair-queue.ts'

const waiting = new FairQueue<() => void>()
let isScheduled = false
/** When the computations of this round of the event loop began; undefined when none has. */
let roundStart: number | undefined

/**
 * Yields to the event loop. One computation continues per round of the loop, so that eight long ones delay a request no
 * more than one does. Callers take turns: twenty computations of one delay those of another no more than one does.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(currentRequest()?.caller ?? '', resolve)
    schedule()
  })
}

/** Computations of one caller that may wait for their turn. A dashboard of views has some dozens. */
const maxWaiting = 100

/** Throws RATE_LIMITED while so many computations of a caller wait that another would wait for seconds. */
export function requireTurn(caller: string): void {
  if (waiting.waiting(caller).length < maxWaiting) return
  const message = `${maxWaiting} of your earlier requests are still in progress. Wait for their answers, then try again.`
  throw new AppError('RATE_LIMITED', message, { retryAfter: 1 })
}

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  setImmediate(() => {
    isScheduled = false
    beginRound()
    waiting.shift()?.()
    if (waiting.callers > 0) schedule()
  })
}

/** Milliseconds that all computations of one round may hold the event loop together. */
const maxRoundMs = 2

/** For a long computation: `if (timeSlice.isOver()) await timeSlice.pause()` wherever it may be cut. */
export type TimeSlice = { isOver: () => boolean; pause: () => Promise<void> }

export function startTimeSlice(): TimeSlice {
  return { isOver: isRoundOver, pause: yieldToEventLoop }
}

/**
 * Yields a whole turn of the event loop, between two works that cannot be cut and take some milliseconds each. After
 * `yieldToEventLoop`, requests that have arrived may still wait for both.
 */
export async function yieldWholeTurn(): Promise<void> {
  await new Promise(setImmediate)
  await yieldToEventLoop()
}

/**
 * The same for work that other writes wait for, such as that in a transaction: it pauses for one round, however many
 * computations wait.
 */
export function startWriteSlice(): TimeSlice {
  return { isOver: isRoundOver, pause: yieldRound }
}

async function yieldRound(): Promise<void> {
  await new Promise(setImmediate)
  beginRound()
}

/** Like `items.map`, with pauses for other work. */
export async function mapInSlices<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    if (isRoundOver()) await yieldToEventLoop()
    results.push(map(item, results.length))
  }
  return results
}

/** Like `items.filter`, with pauses for other work. */
export async function filterInSlices<Item>(
  items: Iterable<Item>,
  test: (item: Item) => boolean,
): Promise<Item[]> {
  const found: Item[] = []
  for (const item of items) {
    if (isRoundOver()) await yieldToEventLoop()
    if (test(item)) found.push(item)
  }
  return found
}

/** Does work that consists of parts, with pauses for other work. */
export async function finishInSlices<Result>(
  parts: Iterator<undefined, Result, undefined>,
): Promise<Result> {
  for (;;) {
    if (isRoundOver()) await yieldToEventLoop()
    const { done, value } = parts.next()
    if (done === true) return value
  }
}

function isRoundOver(): boolean {
  if (roundStart !== undefined) return performance.now() - roundStart > maxRoundMs
  beginRound()
  return false
}

function beginRound(): void {
  const start = performance.now()
  roundStart = start
  setImmediate(() => {
    if (roundStart === start) roundStart = undefined
  })
}
