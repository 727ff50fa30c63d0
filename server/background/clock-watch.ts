import { followClock, followOwnClock } from '../lib/clock.ts'
import type { Store } from '../store/index.ts'

const lookMs = 1000
/** How often the clocks are compared if that of this machine does not jump. */
const intervalMs = 60_000
const maxJumpMs = 500

/** Follows the clock of the store, now, every minute and after each jump of this machine's, and warns when they differ. */
export function watchClock(
  store: Pick<Store, 'isRemote' | 'now'>,
  warn: (message: string) => void,
): () => void {
  if (!store.isRemote) return () => undefined
  let wasWrong = false
  let comparedAt = -Infinity
  let offset = 0
  const compare = async () => {
    const difference = await followClock(() => store.now())
    if (difference !== 0 && !wasWrong) warn(describe(difference))
    wasWrong = difference !== 0
  }
  const look = () => {
    const now = performance.now()
    const newOffset = Date.now() - now
    const hasJumped = Math.abs(newOffset - offset) > maxJumpMs
    if (!hasJumped && now - comparedAt < intervalMs) return
    offset = newOffset
    comparedAt = now
    // `/readyz` reports an unavailable store.
    void compare().catch(() => undefined)
  }
  look()
  const timer = setInterval(look, lookMs).unref()
  return () => {
    clearInterval(timer)
    followOwnClock()
  }
}

function describe(difference: number): string {
  const seconds = Math.round(Math.abs(difference) / 1000)
  const side = difference > 0 ? 'ahead of' : 'behind'
  return `The clock of this node is ${seconds} s ${side} the clock of the database. The node follows the database; synchronize both with NTP.`
}
