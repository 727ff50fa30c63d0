import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cutFragment, separateCharacters } from './fragments.ts'

describe('cutFragment', () => {
  it('leaves a short text whole', () => {
    assert.equal(cutFragment('a short text', { start: 2, end: 7 }), 'a short text')
  })

  it('cuts between words on both sides of the match', () => {
    const text = `${'left '.repeat(100)}needle${' right'.repeat(100)}`
    const start = text.indexOf('needle')
    const fragment = cutFragment(text, { start, end: start + 6 })
    assert.match(fragment, /^…(?:left )+needle(?: right)+…$/)
    assert.ok(fragment.length <= 202)
  })

  it('cuts no character that a reader sees as one', () => {
    const family = '👨‍👩‍👧‍👦'
    const text = family.repeat(100)
    for (let start = 0; start < 60; start += 1) {
      const fragment = cutFragment(text, { start: 300 + start, end: 301 + start })
      const parts = fragment.replaceAll('…', '').replaceAll(family, '')
      assert.equal(parts, '')
    }
  })

  it('takes for two characters what Unicode does', () => {
    const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    const separate = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter(
      (unit) => separateCharacters.test(unit + unit),
    )
    assert.ok(separate.length > 20_000)
    for (const neighbour of ['a', '1', '#', 'я', 'か', '的']) {
      for (const text of [neighbour + separate.join(neighbour), separate.join('')]) {
        assert.equal(Array.from(graphemes.segment(text)).length, text.length)
      }
    }
  })

  it('cuts one character of endless marks, but never a code point', () => {
    for (const text of [`e${'\u0301'.repeat(1000)}`, `e${'\u{1D165}'.repeat(1000)}`]) {
      for (const start of [0, 100, 101, 900]) {
        const fragment = cutFragment(text, { start, end: start })
        assert.ok(fragment.isWellFormed() && fragment.length <= 245, String(fragment.length))
      }
    }
  })
})
