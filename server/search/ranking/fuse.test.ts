import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fuse } from './fuse.ts'

const list = (scores: Record<string, number>) =>
  Object.entries(scores).map(([pageId, score]) => ({ pageId, score }))

describe('fuse', () => {
  it('gives nothing for nothing, and one list as it is', () => {
    assert.deepEqual(fuse([], [], 0.4), [])
    const lexical = list({ a: 9, b: 5, c: 1 })
    const order = fuse(lexical, [], 0.4).map(({ pageId }) => pageId)
    assert.deepEqual(order, ['a', 'b', 'c'])
    const meant = fuse([], list({ x: 0.9, y: 0.2 }), 0.4).map(({ pageId }) => pageId)
    assert.deepEqual(meant, ['x', 'y'])
  })

  it('adds what both say, stretched to the same span', () => {
    const fused = fuse(list({ a: 20, b: 15, c: 10 }), list({ c: 0.9, b: 0.8, d: 0.7 }), 0.4)
    const rounded = Object.fromEntries(fused.map(({ pageId, score }) => [pageId, score.toFixed(2)]))
    assert.deepEqual(rounded, { a: '0.60', b: '0.50', c: '0.40', d: '0.00' })
    assert.equal(fused[0]?.pageId, 'a')
  })

  it('keeps the order of words where meaning tells no page from another', () => {
    const fused = fuse(list({ a: 3, b: 2, c: 1 }), list({ c: 0.5, z: 0.5, b: 0.5 }), 0.9)
    assert.deepEqual(
      fused.map(({ pageId }) => pageId),
      ['a', 'b', 'c', 'z'],
    )
  })

  it('leaves the weight to the caller, from words alone to meaning alone', () => {
    const [words, meaning] = [list({ a: 2, b: 1 }), list({ b: 1, a: 0 })]
    assert.equal(fuse(words, meaning, 0)[0]?.pageId, 'a')
    assert.equal(fuse(words, meaning, 1)[0]?.pageId, 'b')
  })
})
