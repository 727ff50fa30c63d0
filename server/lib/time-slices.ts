const waiting: (() => void)[] = []
let isScheduled = false
/** When the computations of this round of the event loop began; undefined when none has. */
let roundStart: number | undefined

/**
 * Yields to the event loop. One caller continues per round of the loop, so that
 * eight long computations delay a request no more than one does.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    schedule()
  })
}

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  setImmediate(() => {
    isScheduled = false
    beginRound()
    waiting.shift()?.()
    if (waiting.length > 0) schedule()
  })
}

/** Milliseconds that all computations of one round may hold the event loop together. */
const maxRoundMs = 2

/** For a long computation: `if (timeSlice.isOver()) await timeSlice.pause()` wherever it may be cut. */
export type TimeSlice = { isOver: () => boolean; pause: () => Promise<void> }

export function startTimeSlice(): TimeSlice {
  return { isOver: isRoundOver, pause: yieldToEventLoop }
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
