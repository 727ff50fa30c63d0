import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FairQueue } from './fair-queue.ts'

describe('FairQueue', () => {
  it('gives each caller one turn after the other, and keeps the order of their items', () => {
    const queue = new FairQueue<string>()
    for (const item of ['a1', 'a2', 'a3', 'a4']) queue.push('a', item)
    queue.push('b', 'b1')
    const taken = [queue.shift(), queue.shift()]
    queue.push('b', 'b2')
    queue.push('c', 'c1')
    while (queue.callers > 0) taken.push(queue.shift())
    assert.deepEqual(taken, ['a1', 'b1', 'a2', 'b2', 'c1', 'a3', 'a4'])
    assert.equal(queue.shift(), undefined)
  })
})
