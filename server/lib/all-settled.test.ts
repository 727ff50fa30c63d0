import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { allSettledOrThrow } from './all-settled.ts'
import { AppError } from './errors.ts'

describe('allSettledOrThrow', () => {
  it('throws the first failure, after the last work is done', async () => {
    const done: string[] = []
    const fail = async (message: string) => {
      throw new AppError('INTERNAL', message)
    }
    const slow = async () => {
      await turn()
      done.push('slow')
    }
    await assert.rejects(allSettledOrThrow(slow(), fail('one'), fail('two')), /one/)
    assert.deepEqual(done, ['slow'])
  })

  it('gives nothing when all went well', async () => {
    assert.equal(await allSettledOrThrow(turn(), turn()), undefined)
    assert.equal(await allSettledOrThrow(), undefined)
  })
})
