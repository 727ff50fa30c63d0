import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { render, screen } from '../../../test/support/web/screen.tsx'
import { When } from './when.tsx'

describe('When', () => {
  it('keeps the exact instant for machines and for hovering', () => {
    render(<When at="2026-03-01T10:00:00.000Z" />)
    const time = screen.getByText('Mar 1, 2026')
    assert.equal(time.getAttribute('datetime'), '2026-03-01T10:00:00.000Z')
    assert.match(time.getAttribute('title') ?? '', /Sunday, March 1, 2026/)
  })
})
