import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { act, render, screen } from '../../../../test/support/web/screen.tsx'
import { putViewSlot, removeViewSlot, useViewSlots, type ViewSlot } from './view-slots.ts'

function slotOf(source: string, dom: HTMLElement = document.createElement('div')): ViewSlot {
  return { dom, source, replace: null, open: () => undefined }
}

function Sources() {
  const slots = useViewSlots()
  return <p aria-label="sources">{slots.map(({ source }) => source).join(', ')}</p>
}
const shown = () => screen.getByLabelText('sources').textContent

describe('the places of views', () => {
  it('are shown in the order in which they came, and not after they are gone', () => {
    const [first, second] = [slotOf('a'), slotOf('b')]
    putViewSlot(first)
    render(<Sources />)
    assert.equal(shown(), 'a')
    act(() => putViewSlot(second))
    assert.equal(shown(), 'a, b')
    act(() => putViewSlot(slotOf('c', first.dom)))
    assert.equal(shown(), 'c, b')
    act(() => removeViewSlot(first.dom))
    assert.equal(shown(), 'b')
    act(() => removeViewSlot(first.dom))
    act(() => removeViewSlot(second.dom))
    assert.equal(shown(), '')
  })

  it('are forgotten by a component that is gone', () => {
    const { unmount } = render(<Sources />)
    unmount()
    const slot = slotOf('a')
    putViewSlot(slot)
    removeViewSlot(slot.dom)
    assert.equal(screen.queryByLabelText('sources'), null)
  })
})
