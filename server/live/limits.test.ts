import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { clock } from '../lib/clock.ts'
import { RateLimit } from './limits.ts'

describe('RateLimit', () => {
  it('lets so many through at once, and so many per second after them', () => {
    let now = performance.now()
    const timer = mock.method(performance, 'now', () => now)
    const limit = new RateLimit({ perSecond: 2, capacity: 3 })
    const taken = () => [1, 2, 3, 4].map(() => limit.take())
    assert.deepEqual(taken(), [true, true, true, false])
    now += 1100
    assert.deepEqual(taken(), [true, true, false, false])
    now += 60_000
    assert.deepEqual(taken(), [true, true, true, false])
    timer.mock.restore()
  })

  it('does not look at the time of day', () => {
    const realNow = clock.now
    clock.now = () => 0
    const limit = new RateLimit({ perSecond: 1, capacity: 1 })
    clock.now = () => Number.MAX_SAFE_INTEGER
    assert.deepEqual([limit.take(), limit.take()], [true, false])
    clock.now = realNow
  })
})
