import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { highlight } from './highlight.ts'

const marked = (text: string, query: string) =>
  highlight(text, query)
    .filter(({ isMatch }) => isMatch)
    .map(({ text }) => text)

describe('highlight', () => {
  it('marks nothing without a query', () => {
    assert.deepEqual(highlight('A text', ' "" '), [{ text: 'A text', isMatch: false }])
  })

  it('keeps the whole text', () => {
    const text = '<b>Rivers</b> & the Danube: a river… '
    const spans = highlight(text, 'river "danube"')
    assert.equal(spans.map(({ text }) => text).join(''), text)
  })

  for (const [text, query, found] of [
    ['Rivers run', 'river', ['Rivers']],
    ['a river', 'rivers', ['river']],
    ['the art of it', 'artist', []],
    ['Zoë and zoo', 'zoe', ['Zoë']],
    ['Ёлка и ёлки', 'елка', ['Ёлка']],
    ['on and under', 'o', ['on']],
    ['我们昨天参观了东京塔', '东京塔', ['我们昨天参观了东京塔']],
    ['running shoes', 'run shoe', ['running', 'shoes']],
  ] as const) {
    it(`marks ${JSON.stringify(found)} in “${text}” for “${query}”`, () => {
      assert.deepEqual(marked(text, query), found)
    })
  }
})
