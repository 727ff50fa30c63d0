import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { KeyedQueue } from './keyed-queue.ts'

describe('KeyedQueue', () => {
  it('refuses more than may wait for one key, and goes on when some are done', async () => {
    const queue = new KeyedQueue(2)
    const first = queue.run('a', () => turn())
    const second = queue.run('a', () => turn())
    await assert.rejects(
      queue.run('a', () => turn()),
      { code: 'BUSY', retryAfter: 1 },
    )
    await queue.run('b', () => turn())
    await Promise.all([first, second])
    assert.equal(await queue.run('a', async () => 'third'), 'third')
  })

  it('runs the work of one key one after the other, in order', async () => {
    const queue = new KeyedQueue(10)
    const seen: string[] = []
    const work = (name: string) => async () => {
      seen.push(`${name} begins`)
      await turn()
      seen.push(`${name} ends`)
    }
    await Promise.all([queue.run('a', work('one')), queue.run('a', work('two'))])
    assert.deepEqual(seen, ['one begins', 'one ends', 'two begins', 'two ends'])
  })

  it('lets work of other keys go on beside it', async () => {
    const queue = new KeyedQueue(10)
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = queue.run('a', () => promise)
    await queue.run('b', async () => resolve())
    await waiting
  })

  it('goes on after work that failed, and tells only its own caller', async () => {
    const queue = new KeyedQueue(10)
    const failing = queue.run('a', () => Promise.reject(new TypeError('no')))
    const next = queue.run('a', async () => 'done')
    await assert.rejects(failing, TypeError)
    assert.equal(await next, 'done')
  })
})
