import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, afterEach, before, describe, it } from 'node:test'
import { contextOf, startServer, type TestServer } from '../../../test/support/server.ts'
import { clock } from '../../lib/clock.ts'
import { AppError, commitUnknown } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { idempotencyKeys, jobs } from '../../store/index.ts'
import type { Context } from '../context.ts'
import {
  answerOnce,
  type KeyedRequest,
  maxStoredAnswerBytes,
  maxBytesPerPerson,
} from './idempotency.ts'

const realNow = clock.now
const day = 86_400_000

describe('answerOnce', () => {
  let server: TestServer
  before(async () => {
    server = await startServer()
  })
  afterEach(() => {
    clock.now = realNow
  })
  after(() => server.close())

  let runs = 0
  const request = (more: Partial<KeyedRequest> = {}): KeyedRequest => ({
    key: newId(),
    operation: '/v1/test',
    input: { title: 'x' },
    keep: (answer) => answer,
    ...more,
  })
  const run = async () => ({ run: (runs += 1) })
  const ask = (asked: KeyedRequest, work: (context: Context) => Promise<unknown> = run) => {
    const context = contextOf(server)
    // PostgreSQL has a clock of its own.
    const store = { ...context.store, now: async () => clock.now() }
    return answerOnce({ ...context, store }, asked, work)
  }
  const addressOf = ({ key, operation }: KeyedRequest) => ({
    userId: server.userId,
    operation,
    keyHash: hash('sha256', key),
  })
  /** As a node that died in the middle leaves it. */
  const abandon = async (asked: KeyedRequest) => {
    await server.app.store.transactIn('none', (transaction) =>
      idempotencyKeys.insert(transaction, {
        ...addressOf(asked),
        requestHash: hash('sha256', JSON.stringify(asked.input)),
        holder: 'dead',
        leasedUntil: clock.now() + 10_000,
        createdAt: clock.now(),
      }),
    )
  }

  it('refuses while another holder may still run it, and takes over when that one has died', async () => {
    const asked = request()
    await abandon(asked)
    await assert.rejects(ask(asked), { code: 'IDEMPOTENCY_KEY_IN_USE', retryAfter: 1 })
    clock.now = () => realNow() + 10_001
    assert.equal((await ask(asked)).isReplayed, false)
    assert.equal((await ask(asked)).isReplayed, true)
  })

  it('undoes what it changed when another holder has taken over meanwhile', async () => {
    const asked = request()
    const subject = newId()
    const slow = ask(asked, async ({ store }) => {
      const address = { ...addressOf(asked), requestHash: '', createdAt: 1 }
      const later = { ...address, holder: 'other', leasedUntil: 9e15 }
      await server.app.store.transactIn('none', (transaction) =>
        idempotencyKeys.takeOver(transaction, later, 9e15),
      )
      await store.transactIn('none', (transaction) =>
        jobs.enqueue(transaction, { kind: 'test', subject }, 9e15),
      )
      return { subject }
    })
    await assert.rejects(slow, { code: 'IDEMPOTENCY_KEY_IN_USE' })
    const { store } = server.app
    assert.equal(await jobs.state(store, { kind: 'test', subject }), undefined)
    assert.equal((await idempotencyKeys.get(store, addressOf(asked)))?.holder, 'other')
  })

  it('frees the key of a request that failed, but not of one that may have been committed', async () => {
    const failed = request()
    await assert.rejects(
      ask(failed, () => Promise.reject(new AppError('PAGE_NOT_FOUND', 'no'))),
      { code: 'PAGE_NOT_FOUND' },
    )
    assert.equal((await ask(failed)).isReplayed, false)
    const unknown = request()
    await assert.rejects(
      ask(unknown, () => Promise.reject(commitUnknown('The database went away'))),
      { code: 'COMMIT_UNKNOWN' },
    )
    await assert.rejects(ask(unknown), { code: 'IDEMPOTENCY_KEY_IN_USE' })
  })

  it('keeps no answer that is too large, and nothing of the change either', async () => {
    const asked = request()
    const large = () => Promise.resolve({ text: 'x'.repeat(maxStoredAnswerBytes) })
    await assert.rejects(ask(asked, large), { code: 'INTERNAL' })
    assert.equal((await ask(asked)).isReplayed, false)
  })

  it('forgets after a day, and old keys of the same person with each new one', async () => {
    const asked = request()
    const first = await ask(asked)
    clock.now = () => realNow() + day - 60_000
    assert.deepEqual(await ask(asked), { answer: first.answer, isReplayed: true })
    clock.now = () => realNow() + day + 60_000
    assert.equal((await ask(asked)).isReplayed, false)
    const old = request()
    await ask(old)
    clock.now = () => realNow() + 3 * day
    for (let count = 0; count < 10; count += 1) await ask(request())
    assert.equal(await idempotencyKeys.get(server.app.store, addressOf(old)), undefined)
  })

  it('keeps a bounded number of bytes for a person, the newest', async () => {
    const { store } = server.app
    const answer = 'x'.repeat(maxStoredAnswerBytes)
    const count = Math.ceil(maxBytesPerPerson / maxStoredAnswerBytes) + 50
    await store.transactIn('none', async (transaction) => {
      for (let index = 0; index < count; index += 1) {
        const claim = {
          ...addressOf(request()),
          requestHash: '',
          holder: 'one',
          leasedUntil: 1,
          createdAt: clock.now() - 1000 + Math.min(index, 900),
        }
        await idempotencyKeys.insert(transaction, claim)
        await idempotencyKeys.finish(transaction, claim, answer)
      }
    })
    assert.ok((await idempotencyKeys.bytesOf(store, server.userId)) > maxBytesPerPerson)
    // One key in 64 looks.
    let newest = request()
    while (!/^0[0-3]/.test(addressOf(newest).keyHash)) newest = request()
    await ask(newest)
    assert.ok((await idempotencyKeys.bytesOf(store, server.userId)) <= maxBytesPerPerson)
    assert.equal((await ask(newest)).isReplayed, true)
  })
})
