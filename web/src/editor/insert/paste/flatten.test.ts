import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { flatten } from './flatten.ts'

function depthOf(element: Element): number {
  return 1 + Math.max(0, ...Array.from(element.children, depthOf))
}

describe('elements in elements without end', () => {
  it('are opened, and their text and paragraphs stay in order', () => {
    const body = document.createElement('body')
    let inner: Element = body
    for (let depth = 0; depth < 300; depth += 1) {
      inner = inner.appendChild(document.createElement(depth % 2 === 0 ? 'div' : 'blockquote'))
    }
    inner.innerHTML = '<p>One</p>two<ul><li>three</li></ul><p><b>four</b></p>'
    flatten(body)
    assert.ok(depthOf(body) < 50)
    assert.equal(body.textContent, 'Onetwothreefour')
    assert.equal(body.querySelectorAll('p').length, 2)
  })

  it('of text are text', () => {
    const body = document.createElement('body')
    let inner: Element = body
    for (let depth = 0; depth < 200; depth += 1) {
      inner = inner.appendChild(document.createElement('b'))
    }
    inner.textContent = 'x'
    flatten(body)
    assert.ok(depthOf(body) < 50)
    assert.equal(body.textContent, 'x')
  })

  it('leave what people write as it is', () => {
    const body = document.createElement('body')
    const html =
      '<ul><li><p>One</p><ul><li>two</li></ul></li></ul><table><tbody><tr><td>3</td></tr></tbody></table>'
    body.innerHTML = html
    flatten(body)
    assert.equal(body.innerHTML, html)
  })
})
