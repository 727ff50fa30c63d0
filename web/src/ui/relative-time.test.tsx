import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { render, screen } from '../../../test/support/web/screen.tsx'
import { RelativeTime } from './relative-time.tsx'

describe('RelativeTime', () => {
  it('says how long ago', () => {
    const at = new Date(Date.now() - 3 * 3_600_000).toISOString()
    render(<RelativeTime at={at} />)
    assert.ok(screen.getByText('3 hours ago'))
  })

  it('keeps the exact instant for machines and for hovering', () => {
    render(<RelativeTime at="2026-03-01T10:00:00.000Z" />)
    const time = screen.getByText('Mar 1, 2026')
    assert.equal(time.getAttribute('datetime'), '2026-03-01T10:00:00.000Z')
    assert.match(time.getAttribute('title') ?? '', /Sunday, March 1, 2026/)
  })
})
