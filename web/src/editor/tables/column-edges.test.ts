import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openEditor } from '../../../../test/support/web/editor.ts'
import { columnWidth, edgeNear, edgeOf, isReadFromRight } from './column-edges.ts'

const markdown = '| a | b |\n| - | - |\n| c | d |'

/** Nothing has a size here: each cell is 100 pixels wide. */
function open(direction: 'ltr' | 'rtl') {
  const { view } = openEditor(markdown)
  const table = view.dom.querySelector('table')
  assert.ok(table)
  table.style.direction = direction
  const cells = [...table.querySelectorAll('th, td')]
  for (const [index, cell] of cells.entries()) {
    const column = direction === 'ltr' ? index % 2 : 1 - (index % 2)
    cell.getBoundingClientRect = () => new DOMRect(column * 100, 0, 100, 30)
  }
  const near = (index: number, clientX: number) =>
    edgeNear(view, { target: cells[index] ?? null, clientX }, 5)
  return { view, cells, near }
}

describe('the edge of a column', () => {
  it('is nowhere in the middle of a cell, and not before the first column', () => {
    const { near, view } = open('ltr')
    assert.equal(near(0, 50), undefined)
    assert.equal(near(0, 2), undefined)
    assert.equal(edgeNear(view, { target: view.dom, clientX: 100 }, 5), undefined)
  })

  it('is the end of its own cell, or of the column before', () => {
    const { near } = open('ltr')
    assert.deepEqual([near(0, 97)?.column, near(0, 97)?.x], [0, 100])
    assert.deepEqual([near(3, 103)?.column, near(3, 103)?.isAtEnd], [0, false])
    assert.equal(near(1, 199)?.column, 1)
  })

  it('is on the left in a table that is read from the right', () => {
    const { near } = open('rtl')
    assert.deepEqual([near(0, 102)?.column, near(0, 102)?.x], [0, 100])
    assert.equal(near(0, 199), undefined)
    assert.equal(near(1, 1)?.column, 1)
  })

  it('is found again from its cell', () => {
    const { view, cells } = open('ltr')
    const [, cell] = cells
    assert.ok(cell)
    assert.equal(edgeOf(view, cell, true)?.column, 1)
    assert.equal(edgeOf(view, cell, false)?.column, 0)
  })

  it('has the width of its column on the screen', () => {
    const { near } = open('ltr')
    const edge = near(2, 100)
    assert.ok(edge)
    assert.equal(columnWidth(edge), 100)
  })

  it('knows the direction of the table, also from one of its cells', () => {
    for (const direction of ['ltr', 'rtl'] as const) {
      const { cells } = open(direction)
      const [cell] = cells
      assert.ok(cell)
      assert.equal(isReadFromRight(cell), direction === 'rtl')
    }
  })
})
