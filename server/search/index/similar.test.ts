import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastCheck from 'fast-check'
import { countBits, countEdits, forgivenEdits, letterMask } from './similar.ts'

describe('countEdits', () => {
  for (const { one, other, edits } of [
    { one: '', other: '', edits: 0 },
    { one: 'word', other: 'word', edits: 0 },
    { one: 'word', other: 'wor', edits: 1 },
    { one: 'word', other: 'words', edits: 1 },
    { one: 'word', other: 'ward', edits: 1 },
    { one: 'word', other: 'wrod', edits: 1 },
    { one: 'word', other: 'owrd', edits: 1 },
    { one: 'word', other: 'wrods', edits: 2 },
    { one: 'экспидиция', other: 'экспедиция', edits: 1 },
    { one: 'word', other: 'sword', edits: 1 },
    { one: 'word', other: 'lurks', edits: 3 },
    { one: 'word', other: 'w', edits: 3 },
  ]) {
    it(`are ${edits} between "${one}" and "${other}"`, () => {
      assert.equal(countEdits(one, other, 2), edits)
      assert.equal(countEdits(other, one, 2), edits)
    })
  }

  it('stop counting beyond the limit', () => {
    assert.equal(countEdits('abcdefgh', 'stuvwxyz', 2), 3)
    assert.equal(countEdits('a', 'abcdefgh', 1), 2)
  })
})

describe('letterMask', () => {
  it('lets every word through that is near enough', () => {
    const word = fastCheck.string({ unit: 'grapheme', minLength: 4, maxLength: 12 })
    fastCheck.assert(
      fastCheck.property(word, word, (one, other) => {
        const edits = countEdits(one, other, 2)
        if (edits > 2) return
        assert.ok(countBits(letterMask(one) ^ letterMask(other)) <= 2 * edits)
      }),
    )
    for (const [one, other] of [
      ['cartography', 'cartograpy'],
      ['cartography', 'xartography'],
      ['cartography', 'catrography'],
    ] as const) {
      assert.ok(countBits(letterMask(one) ^ letterMask(other)) <= 2)
    }
  })

  it('keeps out words of other letters', () => {
    assert.ok(countBits(letterMask('elephant') ^ letterMask('giraffes')) > 4)
  })
})

describe('countBits', () => {
  it('counts those of any number', () => {
    for (const [number, bits] of [
      [0, 0],
      [1, 1],
      [0xff, 8],
      [-1, 32],
      [0x80000000, 1],
      [0x55555555, 16],
    ] as const) {
      assert.equal(countBits(number), bits)
    }
  })
})

describe('forgivenEdits', () => {
  it('are none in short words, one from 4 letters and two from 8', () => {
    for (const [word, edits] of [
      ['', 0],
      ['abc', 0],
      ['abcd', 1],
      ['abcdefg', 1],
      ['abcdefgh', 2],
      ['😀😀😀', 0],
    ] as const) {
      assert.equal(forgivenEdits(word), edits, word)
    }
  })
})
