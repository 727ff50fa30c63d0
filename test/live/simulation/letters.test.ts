import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { letterSource, lettersOf } from './letters.ts'

describe('letterSource', () => {
  it('gives each letter once, and then says that there are no more', () => {
    const next = letterSource()
    const letters = Array.from({ length: 45_156 }, next)
    assert.equal(new Set(letters).size, letters.length)
    assert.deepEqual(lettersOf(letters.join('')), letters)
    assert.throws(next, /no more letters/)
  })
})
