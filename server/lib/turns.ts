const waiting: (() => void)[] = []
let isScheduled = false

/**
 * Gives the event loop back until this caller's turn: one caller goes on per round of the loop, so that
 * eight long computations delay a request no more than one does.
 */
export function nextTurn(): Promise<void> {
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
    waiting.shift()?.()
    if (waiting.length > 0) schedule()
  })
}

/** Milliseconds a computation may hold the event loop before it waits for its next turn. */
const longestSlice = 2

/** A long computation cut into slices: `if (pace.isOver()) await pace.pause()` wherever it may be cut. */
export type Pace = { isOver: () => boolean; pause: () => Promise<void> }

export function startPace(): Pace {
  let start = performance.now()
  return {
    isOver: () => performance.now() - start > longestSlice,
    pause: async () => {
      await nextTurn()
      start = performance.now()
    },
  }
}
