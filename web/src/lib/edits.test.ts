import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { editsBetween } from './edits.ts'

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
const itself = (word: string) => word

describe('edits between two lists', () => {
  it('are none between equal lists', () => {
    assert.deepEqual(editsBetween(['a', 'b'], ['a', 'b'], itself), [])
  })

  it('say what stands where something else stood', () => {
    assert.deepEqual(editsBetween(['a', 'b', 'c'], ['a', 'x', 'y', 'c', 'd'], itself), [
      { from: 1, to: 2, put: ['x', 'y'] },
      { from: 3, to: 3, put: ['d'] },
    ])
  })

  it('make the one of the other, in order and apart from each other', () => {
    fc.assert(
      fc.property(words, words, (before, after) => {
        const edited = [...before]
        let end = Number.POSITIVE_INFINITY
        for (const { from, to, put } of editsBetween(before, after, itself).toReversed()) {
          assert.ok(from <= to && to < end)
          end = from
          edited.splice(from, to - from, ...put)
        }
        assert.deepEqual(edited, after)
      }),
    )
  })

  it('are one edit when the lists are too long to compare', () => {
    const before = Array.from({ length: 3000 }, (_, index) => `a${index}`)
    const after = before.map((word, index) => (index % 2 === 0 ? word : `b${index}`))
    assert.equal(editsBetween(['x', ...before], ['y', ...after], itself).length, 1)
  })
})
