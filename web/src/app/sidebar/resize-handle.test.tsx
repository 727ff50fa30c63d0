import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent } from '@testing-library/react'
import { render, screen } from '../../../../test/support/web/screen.tsx'
import { ResizeHandle } from './resize-handle.tsx'

function show(width: number) {
  const widths: number[] = []
  render(<ResizeHandle width={width} setWidth={(next) => widths.push(next)} />)
  const handle = screen.getByRole('separator', { name: 'Sidebar width' })
  const press = (key: string) => fireEvent.keyDown(handle, { key })
  return { widths, handle, press }
}

describe('the edge of the sidebar', () => {
  it('does not move by other keys, nor by a pointer that passes', () => {
    const { widths, handle, press } = show(280)
    press('ArrowDown')
    press('Enter')
    fireEvent.pointerMove(handle, { clientX: 400 })
    assert.deepEqual(widths, [])
  })

  it('says how wide the sidebar is', () => {
    const { handle } = show(300)
    assert.equal(handle.getAttribute('aria-valuenow'), '300')
    assert.equal(handle.getAttribute('aria-orientation'), 'vertical')
  })

  it('moves with the arrow keys, and to both ends', () => {
    const { widths, press } = show(280)
    for (const key of ['ArrowRight', 'ArrowLeft', 'Home', 'End']) press(key)
    assert.deepEqual(widths, [296, 264, 200, 480])
  })

  it('mirrors the arrow keys where the app is laid out from right to left', () => {
    document.documentElement.dir = 'rtl'
    try {
      const { widths, press } = show(280)
      press('ArrowLeft')
      assert.deepEqual(widths, [296])
    } finally {
      document.documentElement.dir = 'ltr'
    }
  })
})
