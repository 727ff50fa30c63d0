import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fold } from './fold.ts'

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
