import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastCheck from 'fast-check'
import { readTermList } from '../../../test/support/terms.ts'
import { addText, compareTerms, sortTerms, startTermList } from './term-list.ts'

const anyTerm = fastCheck.string({ unit: 'binary', maxLength: 6 })

describe('sortTerms', () => {
  it('puts terms in the order of strings, each once, their counts added up', () => {
    fastCheck.assert(
      fastCheck.property(
        fastCheck.array(fastCheck.tuple(anyTerm, fastCheck.nat({ max: 9 })), { maxLength: 600 }),
        (terms) => {
          const list = startTermList(1, 1)
          const sums = new Map<string, number>()
          for (const [term, count] of terms) {
            addText(list, term, count)
            sums.set(term, (sums.get(term) ?? 0) + count)
          }
          const expected = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1))
          assert.deepEqual(readTermList(sortTerms(list)), expected)
        },
      ),
    )
  })
})

describe('compareTerms', () => {
  it('orders as JavaScript does', () => {
    fastCheck.assert(
      fastCheck.property(anyTerm, anyTerm, (one, other) => {
        const list = startTermList()
        addText(list, one, 1)
        addText(list, other, 1)
        const expected = one === other ? 0 : one < other ? -1 : 1
        assert.equal(Math.sign(compareTerms(list, 0, list, 1)), expected)
      }),
    )
  })
})
