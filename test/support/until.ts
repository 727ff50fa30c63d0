import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Milliseconds: far more than it takes, also on a machine that is busy. A browser notices after 45 seconds that a
 * connection is silent, and tries again after 15 at most.
 */
const timeoutMs = 150_000

/**
 * Asks for what no event tells of, until the answer is neither undefined nor false; gives that answer.
 * A wait in vain fails with what was asked.
 */
export async function until<Value>(
  ask: () => Value | Promise<Value>,
): Promise<Exclude<Value, undefined | false>> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    // SAFETY: what the type leaves out is what the condition refuses.
    if (answer !== undefined && answer !== false) return answer as Exclude<Value, undefined | false>
    assert.ok(performance.now() < end, `waited in vain until ${ask.toString()}`)
    await sleep(10)
  }
}
