import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { clock } from '../lib/clock.ts'
import { atIntervals } from './at-intervals.ts'
import type { JobContext } from './job-kind.ts'

const realNow = clock.now

describe('a look for jobs at intervals', () => {
  afterEach(() => {
    clock.now = realNow
  })

  it('is made once in an interval, for each store, and again when the clock was set back', async () => {
    let looks = 0
    const find = atIntervals(1000, async () => {
      looks += 1
      return [`look ${looks}`]
    })
    // SAFETY: only the identity of the store counts.
    const [one, other] = [{ store: {} } as JobContext, { store: {} } as JobContext]
    const at = (now: number, context = one) => {
      clock.now = () => now
      return find(context)
    }
    assert.deepEqual([await at(5000), await at(5999)], [['look 1'], []])
    assert.deepEqual([await at(5999, other), await at(6000)], [['look 2'], ['look 3']])
    assert.deepEqual([await at(100), await at(200)], [['look 4'], []])
  })
})
