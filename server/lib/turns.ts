const waiting: (() => void)[] = []
let isScheduled = false
/** When the computations of this round of the event loop began; undefined when none has. */
let roundStart: number | undefined

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
    beginRound()
    waiting.shift()?.()
    if (waiting.length > 0) schedule()
  })
}

/** Milliseconds that all computations of one round may hold the event loop together. */
const maxRoundMs = 2

/** A long computation cut into slices: `if (pace.isOver()) await pace.pause()` wherever it may be cut. */
export type Pace = { isOver: () => boolean; pause: () => Promise<void> }

export function startPace(): Pace {
  return { isOver: isRoundOver, pause: nextTurn }
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
