import { clock } from '../lib/clock.ts'
import type { Store } from '../store/index.ts'

const intervalMs = 60_000
const maxDifferenceMs = 1000

/** Compares the clock of this node with that of the store, now and every minute, and warns when they differ. */
export function watchClock(
  store: Pick<Store, 'isRemote' | 'now'>,
  warn: (message: string) => void,
): () => void {
  if (!store.isRemote) return () => undefined
  let wasWrong = false
  const compare = async () => {
    const difference = await differenceOf(store)
    const isWrong = Math.abs(difference) > maxDifferenceMs
    if (isWrong && !wasWrong) warn(describe(difference))
    wasWrong = isWrong
  }
  // `/readyz` reports an unavailable store.
  const look = () => void compare().catch(() => undefined)
  look()
  const timer = setInterval(look, intervalMs).unref()
  return () => clearInterval(timer)
}

/** Milliseconds by which this node is ahead; 0 when the answer took too long to tell. */
async function differenceOf(store: Pick<Store, 'now'>): Promise<number> {
  const before = clock.now()
  const start = performance.now()
  const now = await store.now()
  const took = performance.now() - start
  const difference = before + took / 2 - now
  return Math.abs(difference) > took / 2 ? difference : 0
}

function describe(difference: number): string {
  const seconds = Math.round(Math.abs(difference) / 1000)
  const side = difference > 0 ? 'ahead of' : 'behind'
  return `The clock of this node is ${seconds} s ${side} the clock of the database. Synchronize both with NTP: times of changes, expiry and retries depend on them.`
}
