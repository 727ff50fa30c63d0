import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bringIntoView } from './bring-into-view.ts'

/** A box at so many pixels of the screen. */
function box(top: number, height: number): HTMLElement {
  const element = document.createElement('div')
  element.getBoundingClientRect = () => new DOMRect(0, top, 280, height)
  return element
}

/** How far a scroller of 500 pixels goes for a row of a list that begins 100 pixels down in it. */
function scrolled(index: number): number {
  const scroller = box(50, 500)
  bringIntoView(scroller, box(150, 30_000), { index, height: 30 })
  return scroller.scrollTop
}

describe('bringIntoView', () => {
  it('does nothing where nothing is drawn', () => {
    bringIntoView(null, box(0, 10), { index: 3, height: 30 })
    bringIntoView(box(0, 500), null, { index: 3, height: 30 })
  })

  it('leaves what is in view where it is', () => {
    assert.equal(scrolled(0), 0)
    assert.equal(scrolled(12), 0)
  })

  it('brings a row that is not to the middle', () => {
    assert.equal(scrolled(14), 100 + 14 * 30 - 235)
    assert.equal(scrolled(900), 100 + 900 * 30 - 235)
  })
})
