import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { formatDateTime, formatRelative } from './dates.ts'
import { switchLanguage } from './language.ts'

const now = Date.UTC(2026, 2, 15, 12)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

afterEach(() => switchLanguage('en'))

describe('formatRelative', () => {
  const distances: [number, string][] = [
    [0, 'just now'],
    [-59_000, 'just now'],
    [30_000, 'just now'],
    [-minute, '1 minute ago'],
    [-59 * minute, '59 minutes ago'],
    [-hour, '1 hour ago'],
    [3 * hour, 'in 3 hours'],
    [1 - day, '23 hours ago'],
    [-day, 'yesterday'],
    [-2 * day, '2 days ago'],
    [7 * day, 'in 7 days'],
    [-30 * day, 'Feb 13, 2026'],
  ]
  for (const [distance, text] of distances) {
    it(`writes ${distance / 1000} seconds as ${text}`, () => {
      assert.equal(formatRelative(new Date(now + distance).toISOString(), now), text)
    })
  }

  it('follows the language of the reader', async () => {
    await switchLanguage('de')
    assert.equal(formatRelative(now - 2 * hour, now), 'vor 2 Stunden')
  })
})

describe('formatDateTime', () => {
  it('names the day and the minute', () => {
    assert.match(
      formatDateTime('2026-03-10T12:34:56.000Z'),
      /^Mar 1[01], 2026, \d{1,2}:\d4\s[AP]M$/,
    )
  })
})
