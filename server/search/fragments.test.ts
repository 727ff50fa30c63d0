import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cutFragment, findMatch } from './fragments.ts'
import { parseQuery } from './query.ts'

describe('findMatch', () => {
  it('counts nothing in a text without the words', () => {
    const match = findMatch('something else', parseQuery('needle'))
    assert.deepEqual(match, { count: 0, start: 0, end: 0 })
  })

  it('counts distinct words and gives the place of the first', () => {
    const { count, start, end } = findMatch('one two two three', parseQuery('three two '))
    assert.deepEqual({ count, start, end }, { count: 2, start: 4, end: 7 })
  })

  it('takes an inflected word for the one asked for', () => {
    for (const [text, query] of [
      ['договоры', 'договора '],
      ['searching', 'searched '],
    ] as const) {
      assert.equal(findMatch(text, parseQuery(query)).count, 1)
    }
  })

  it('counts a phrase above all words', () => {
    const query = parseQuery('"b c" a d')
    const phrase = findMatch('x b c', query)
    const words = findMatch('a b d c', query)
    assert.ok(phrase.count > words.count)
    assert.equal(phrase.start, 2)
  })
})

describe('cutFragment', () => {
  it('leaves a short text whole', () => {
    assert.equal(cutFragment('a short text', { count: 1, start: 2, end: 7 }), 'a short text')
  })

  it('cuts between words on both sides of the match', () => {
    const text = `${'left '.repeat(100)}needle${' right'.repeat(100)}`
    const start = text.indexOf('needle')
    const fragment = cutFragment(text, { count: 1, start, end: start + 6 })
    assert.match(fragment, /^…(?:left )+needle(?: right)+…$/)
    assert.ok(fragment.length <= 202)
  })

  it('cuts one character of endless marks, but never a code point', () => {
    const zalgo = `e${'\u0301'.repeat(1000)}`
    assert.ok(cutFragment(zalgo, { count: 0, start: 0, end: 0 }).length <= 202)
    const wide = `e${'\u{1D165}'.repeat(1000)}`
    for (const start of [0, 100, 101]) {
      const fragment = cutFragment(wide, { count: 1, start, end: start })
      assert.ok(fragment.isWellFormed() && fragment.length <= 204)
    }
  })
})
