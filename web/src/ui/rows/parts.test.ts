import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readAllParts } from './parts.ts'

describe('readAllParts', () => {
  it('reads each part after the one before, to the end', async () => {
    const asked: object[] = []
    const { signal } = new AbortController()
    const read = (input: { limit: number; cursor?: string }, options: { signal: AbortSignal }) => {
      asked.push(input)
      assert.equal(options.signal, signal)
      const isFirst = input.cursor === undefined
      return Promise.resolve({ items: isFirst ? [1, 2] : [3], nextCursor: isFirst ? '2' : null })
    }
    assert.deepEqual(await readAllParts(read, signal), [1, 2, 3])
    assert.deepEqual(asked, [{ limit: 200 }, { limit: 200, cursor: '2' }])
  })
})
