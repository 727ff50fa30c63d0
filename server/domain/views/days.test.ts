import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dayMs } from '../../lib/clock.ts'
import { instantOf, isTimeZone, todayIn } from './days.ts'

const dayOf = (text: string) => Date.parse(text) / dayMs
const iso = (instant: number) => new Date(instant).toISOString()

describe('days in a time zone', () => {
  it('know the names of zones', () => {
    assert.equal(isTimeZone('Europe/Vienna'), true)
    for (const name of ['', 'Mars/Base', 'x'.repeat(100)]) assert.equal(isTimeZone(name), false)
  })

  it('begin at midnight there, also when the clocks change', () => {
    for (const [zone, day, expected] of [
      ['UTC', '2026-02-03', '2026-02-03T00:00:00.000Z'],
      ['Europe/Vienna', '2026-02-03', '2026-02-02T23:00:00.000Z'],
      ['Europe/Vienna', '2026-03-29', '2026-03-28T23:00:00.000Z'],
      ['Europe/Vienna', '2026-03-30', '2026-03-29T22:00:00.000Z'],
      ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
      ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
      ['Asia/Kolkata', '2026-02-03', '2026-02-02T18:30:00.000Z'],
      ['Pacific/Kiritimati', '2026-02-03', '2026-02-02T10:00:00.000Z'],
    ] as const) {
      assert.equal(iso(instantOf(dayOf(day), zone)), expected, `${zone} ${day}`)
    }
    assert.equal(iso(instantOf(dayOf('2026-02-03') + 0.5, 'UTC')), '2026-02-03T12:00:00.000Z')
  })

  it('are today on the calendar of the zone', () => {
    const now = Date.parse('2026-02-03T23:30:00Z')
    for (const [zone, expected] of [
      ['UTC', '2026-02-03'],
      ['Europe/Vienna', '2026-02-04'],
      ['America/New_York', '2026-02-03'],
      ['Pacific/Kiritimati', '2026-02-04'],
    ] as const) {
      assert.equal(todayIn(zone, now), dayOf(expected), zone)
    }
  })
})
