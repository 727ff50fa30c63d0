import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findBlocks } from './find-blocks.ts'

function bodyOf(html: string): HTMLElement {
  const body = document.createElement('div')
  body.innerHTML = html
  return body
}

const found = (html: string, known: { number: number; text: string }[]) =>
  [...findBlocks(bodyOf(html), known)].map(([number, { textContent }]) => [number, textContent])

describe('the elements of blocks', () => {
  it('are none for a block that was changed or removed', () => {
    const known = [
      { number: 1, text: 'One.' },
      { number: 2, text: 'Two.' },
    ]
    assert.deepEqual(found('<p>One more.</p><p>Two</p>', known), [[2, 'Two']])
    assert.deepEqual(found('', known), [])
  })

  it('are found where blocks were added or removed above, without widgets', () => {
    const widget = '<span class="ProseMirror-widget">Two</span>'
    assert.deepEqual(found(`<p>New</p>${widget}<p>Two</p>`, [{ number: 1, text: 'Two' }]), [
      [1, 'Two'],
    ])
    assert.deepEqual(found('<p>Two</p>', [{ number: 3, text: 'Two' }]), [[3, 'Two']])
  })

  it('are different ones for blocks of the same text', () => {
    const body = bodyOf('<p>Same</p><p>Same</p>')
    const known = [1, 2].map((number) => ({ number, text: 'Same' }))
    const elements = findBlocks(body, known)
    assert.equal(elements.get(1), body.children[0])
    assert.equal(elements.get(2), body.children[1])
  })

  it('are not searched for blocks without letters', () => {
    assert.deepEqual(found('<hr><p>…</p>', [{ number: 1, text: '—' }]), [])
  })
})
