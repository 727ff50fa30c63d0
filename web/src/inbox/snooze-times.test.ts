import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextWeek, tomorrow } from './snooze-times.ts'

describe('the times of a snooze', () => {
  it('are nine in the morning of the next day, over the end of a month too', () => {
    assert.deepEqual(tomorrow(new Date(2026, 10, 26, 23, 59)), new Date(2026, 10, 27, 9))
    assert.deepEqual(tomorrow(new Date(2026, 10, 30, 1)), new Date(2026, 11, 1, 9))
  })

  it('are nine in the morning of the next Monday', () => {
    const monday = new Date(2026, 10, 30, 9)
    for (const day of [23, 24, 26, 29]) {
      assert.deepEqual(nextWeek(new Date(2026, 10, day, 12)), monday, String(day))
    }
    assert.deepEqual(nextWeek(new Date(2026, 10, 30, 0)), new Date(2026, 11, 7, 9))
  })
})
