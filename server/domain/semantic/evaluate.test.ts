import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { confidenceOf } from './evaluate.ts'

describe('trustOf', () => {
  it('gives no trust to what chance would do as well', () => {
    for (const total of [10, 100, 100_000]) {
      let chance = 0
      for (let rank = 1; rank <= 10; rank += 1) chance += 1 / rank / total
      assert.equal(confidenceOf(chance, total), 0)
      assert.equal(confidenceOf(0, total), 0)
    }
  })

  it('trusts fully what finds half, and in between by how much it finds', () => {
    assert.equal(confidenceOf(1, 50), 1)
    assert.equal(confidenceOf(0.6, 1000), 1)
    const between = confidenceOf(0.3, 100_000)
    assert.ok(between > 0.4 && between < 0.6)
  })

  it('does not judge a single page', () => {
    assert.equal(confidenceOf(0, 1), 1)
  })
})
