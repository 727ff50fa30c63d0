import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { replaceGlobals } from '../../../test/support/processes/replace.ts'
import { clearRanges, rangesOf, showRanges } from './highlight.ts'

/** A browser's highlights, as far as these need them. */
class Marks {
  readonly texts: string[]
  constructor(...ranges: Range[]) {
    this.texts = ranges.map(String)
  }
}

function body(html: string): Element {
  document.body.innerHTML = `<div id="body">${html}</div>`
  return document.querySelector('#body') ?? assert.fail('no body')
}

const quoted = (id: string, current: string, range: { block: number; start: number }) => ({
  id,
  quote: { text: current, prefix: '', suffix: '', current, ...range },
})
const textsOf = (root: Element, quotes: Parameters<typeof rangesOf>[1]) =>
  [...rangesOf(root, quotes)].map(([id, range]) => [id, range.toString()])

afterEach(() => {
  document.body.replaceChildren()
  Reflect.deleteProperty(globalThis, 'Highlight')
})

describe('rangesOf', () => {
  it('has none where there is no such text', () => {
    const root = body('<p>We ship on Friday.</p>')
    assert.deepEqual(textsOf(root, [quoted('t', 'on Monday', { block: 1, start: 0 })]), [])
    assert.deepEqual(textsOf(body(''), [quoted('t', 'on Monday', { block: 1, start: 0 })]), [])
  })

  it('finds a text across what is bold or a link in it', () => {
    const root = body('<p>We <b>ship</b> on <a href="/x">Fri<i>day</i></a>.</p>')
    assert.deepEqual(textsOf(root, [quoted('t', 'ship on Friday', { block: 1, start: 3 })]), [
      ['t', 'ship on Friday'],
    ])
  })

  it('finds it in its own block', () => {
    const root = body('<p>Same words.</p><p>Same words.</p>')
    const range = rangesOf(root, [quoted('t', 'words', { block: 2, start: 5 })]).get('t')
    assert.ok(root.children[1]?.contains(range?.startContainer ?? null))
  })

  it('begins in the text after an edge and ends in the one before', () => {
    const root = body('<p><b>One</b><i>Two</i><u>Three</u></p>')
    const range = rangesOf(root, [quoted('t', 'Two', { block: 1, start: 3 })]).get('t')
    assert.ok(range !== undefined)
    assert.equal(range.startContainer.parentElement?.tagName, 'I')
    assert.equal(range.endContainer.parentElement?.tagName, 'I')
  })
})

describe('showRanges', () => {
  const ranges = () =>
    rangesOf(body('<p>We ship on Friday.</p>'), [
      quoted('a', 'ship', { block: 1, start: 3 }),
      quoted('b', 'Friday', { block: 1, start: 11 }),
    ])

  it('does nothing in a browser without highlights', () => {
    replaceGlobals({ CSS: {} })
    assert.doesNotThrow(() => {
      showRanges(ranges(), 'a')
      clearRanges()
    })
  })

  it('marks all, and the chosen one by itself; then none', () => {
    const highlights = new Map<string, Marks>()
    replaceGlobals({ CSS: { highlights }, Highlight: Marks })
    const texts = () => [...highlights].map(([name, marks]) => [name, ...marks.texts])
    showRanges(ranges(), 'b')
    assert.deepEqual(texts(), [
      ['quire-comments', 'ship', 'Friday'],
      ['quire-comment-active', 'Friday'],
    ])
    showRanges(ranges(), null)
    assert.deepEqual(texts()[1], ['quire-comment-active'])
    clearRanges()
    assert.deepEqual(texts(), [])
  })
})
