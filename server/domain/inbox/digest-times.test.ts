import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextDigest } from './digest-times.ts'

const at = (text: string) => Date.parse(text)

describe('the next email about an inbox', () => {
  it('is never due in an unknown time zone, and without emails', () => {
    assert.equal(nextDigest('daily', 'Mars/Olympus', at('2026-11-26T06:00:00Z')), undefined)
    assert.equal(nextDigest('off', 'UTC', at('2026-11-26T06:00:00Z')), null)
  })

  it('is due at the next full hour', () => {
    const next = (text: string) => nextDigest('hourly', 'UTC', at(text))
    assert.equal(next('2026-11-26T06:00:00Z'), at('2026-11-26T07:00:00Z'))
    assert.equal(next('2026-11-26T06:59:59Z'), at('2026-11-26T07:00:00Z'))
  })

  it('is due at eight in the morning, where the person is', () => {
    const next = (timeZone: string, text: string) => nextDigest('daily', timeZone, at(text))
    assert.equal(next('UTC', '2026-11-26T08:00:00Z'), at('2026-11-27T08:00:00Z'))
    assert.equal(next('Europe/Berlin', '2026-11-26T06:30:00Z'), at('2026-11-26T07:00:00Z'))
    assert.equal(next('Asia/Kathmandu', '2026-11-26T06:30:00Z'), at('2026-11-27T02:15:00Z'))
  })

  it('keeps the hour when the clocks change', () => {
    const next = (text: string) => nextDigest('daily', 'Europe/Berlin', at(text))
    assert.equal(next('2026-03-28T07:00:00Z'), at('2026-03-29T06:00:00Z'))
    assert.equal(next('2026-10-24T06:00:00Z'), at('2026-10-25T07:00:00Z'))
  })
})
