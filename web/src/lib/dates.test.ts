import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sayAgo, sayDate } from './dates.ts'

const now = Date.parse('2026-03-10T12:00:00.000Z')
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('sayAgo', () => {
  const distances: [number, string][] = [
    [0, 'just now'],
    [59_000, 'just now'],
    [minute, '1 minute ago'],
    [59 * minute, '59 minutes ago'],
    [hour, '1 hour ago'],
    [day - 1, '23 hours ago'],
    [day, 'yesterday'],
    [2 * day, '2 days ago'],
    [7 * day, 'last week'],
    [15 * day, '2 weeks ago'],
    [31 * day, 'last month'],
    [364 * day, '12 months ago'],
    [800 * day, '2 years ago'],
  ]
  for (const [distance, words] of distances) {
    it(`says ${words} of ${distance / 1000} seconds`, () => {
      assert.equal(sayAgo(new Date(now - distance).toISOString(), now), words)
    })
  }

  it('does not promise the future of a clock that is a little ahead', () => {
    assert.equal(sayAgo(new Date(now + 30_000).toISOString(), now), 'just now')
    assert.equal(sayAgo(new Date(now + 2 * hour).toISOString(), now), 'in 2 hours')
  })
})

describe('sayDate', () => {
  it('names the day and the minute', () => {
    assert.match(sayDate('2026-03-10T12:34:56.000Z'), /^Mar 1[01], 2026, \d{1,2}:\d4\s[AP]M$/)
  })
})
