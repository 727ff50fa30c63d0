import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sayAgo } from './dates.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')

describe('sayAgo', () => {
  for (const [instant, said] of [
    ['2026-11-20T11:59:30.000Z', 'just now'],
    ['2026-11-20T12:00:30.000Z', 'just now'],
    ['2026-11-20T11:58:00.000Z', '2 minutes ago'],
    ['2026-11-20T09:00:00.000Z', '3 hours ago'],
    ['2026-11-19T09:00:00.000Z', 'yesterday'],
    ['2026-11-01T09:00:00.000Z', '2 weeks ago'],
    ['2025-11-01T09:00:00.000Z', 'last year'],
  ] as const) {
    it(`says ${said} for ${instant}`, () => assert.equal(sayAgo(instant, now), said))
  }
})
