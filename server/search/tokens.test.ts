import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fold, indexTokens, queryTokens } from './tokens.ts'

describe('fold', () => {
  for (const { given, folded } of [
    { given: 'ÉTÉ', folded: 'ete' },
    { given: 'e\u0301te\u0301', folded: 'ete' },
    { given: 'Ёлка', folded: 'елка' },
    { given: 'молоко\u0301', folded: 'молоко' },
    { given: 'мой', folded: 'мой' },
    { given: 'мо\u0438\u0306', folded: 'мой' },
    { given: 'Straße', folded: 'strasse' },
    { given: 'ﬁne', folded: 'fine' },
    { given: 'ＡＢＣ１２３', folded: 'abc123' },
    { given: 'ﾀﾜｰ', folded: 'タワー' },
    { given: 'が', folded: 'が' },
    { given: '\uD800', folded: '\uD800' },
  ]) {
    it(`makes ${given} ${folded}`, () => assert.equal(fold(given), folded))
  }
})

describe('queryTokens', () => {
  for (const { text, tokens } of [
    { text: '', tokens: [] },
    { text: ' .,;!? "" -+^*()[]{}<>|~=$\\/', tokens: [] },
    { text: 'snake_case x2 2x', tokens: ['snake_case', 'x2', '2x'] },
    { text: "don't C++ a^b +c", tokens: ['don', 't', 'c', 'a', 'b', 'c'] },
    { text: 'go🚀now', tokens: ['go', '🚀', 'now'] },
    { text: '👍🏽 1️⃣', tokens: ['👍🏽', '1️⃣'] },
    { text: '东京塔', tokens: ['东京', '京塔'] },
    { text: '塔', tokens: ['塔'] },
    { text: 'GPU服务器v2', tokens: ['gpu', '服务', '务器', 'v2'] },
    { text: '𠮷野家', tokens: ['𠮷野', '野家'] },
    { text: '서울에서', tokens: ['서울', '울에', '에서'] },
  ]) {
    it(`of ${JSON.stringify(text)} are ${tokens.join(' ') || 'none'}`, () => {
      assert.deepEqual(
        queryTokens(text),
        tokens.map((token) => fold(token)),
      )
    })
  }
})

describe('indexTokens', () => {
  it('hold single characters beside the pairs, so that one alone is found', () => {
    assert.deepEqual(indexTokens('东京'), ['东京', '东', '京'])
  })

  it('hold every token of the same text as a query', () => {
    for (const text of ['GPU服务器v2 塔', 'Ёлка 🚀 서울에서', "don't stop"]) {
      const held = new Set(indexTokens(text))
      for (const token of queryTokens(text)) assert.ok(held.has(token), token)
    }
  })
})
