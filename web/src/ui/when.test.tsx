import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { render, screen } from '../../../test/support/web/screen.tsx'
import { inWords, When } from './when.tsx'

const now = Date.UTC(2026, 2, 15, 12)
const minutes = (count: number) => new Date(now + count * 60_000)

describe('inWords', () => {
  const cases: [Date, string][] = [
    [minutes(0), 'just now'],
    [minutes(0.5), 'in a moment'],
    [minutes(-5), '5 minutes ago'],
    [minutes(180), 'in 3 hours'],
    [minutes(-24 * 60), 'yesterday'],
    [minutes(7 * 24 * 60), 'in 7 days'],
    [minutes(-30 * 24 * 60), 'Feb 13, 2026'],
  ]
  for (const [instant, words] of cases) {
    it(`says ${words}`, () => assert.equal(inWords(instant, now), words))
  }
})

describe('When', () => {
  it('keeps the exact instant for machines and for hovering', () => {
    render(<When at="2026-03-01T10:00:00.000Z" />)
    const time = screen.getByText('Mar 1, 2026')
    assert.equal(time.getAttribute('datetime'), '2026-03-01T10:00:00.000Z')
    assert.match(time.getAttribute('title') ?? '', /Sunday, March 1, 2026/)
  })
})
