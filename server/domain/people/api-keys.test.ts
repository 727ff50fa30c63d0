import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it, mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { type Authenticate, createAuthenticator, createKey, listKeys } from './api-keys.ts'

const minute = 60_000

describe('createAuthenticator', () => {
  let server: TestServer
  let authenticate: Authenticate
  let now = Date.UTC(2026, 0, 1)
  const reports: unknown[] = []

  before(async () => {
    mock.method(clock, 'now', () => now)
    server = await startServer()
    authenticate = createAuthenticator(server.app.store, (error) => reports.push(error))
  })
  after(async () => {
    await server.close()
    mock.restoreAll()
  })
  beforeEach(() => {
    reports.length = 0
  })

  const make = (expires: Parameters<typeof createKey>[1]['expires'] = 'never') =>
    createKey(server.app.store, { userId: server.userId, name: 'test', expires })
  const lastUse = async (id: string) =>
    (await listKeys(server.app.store, server.userId)).find((key) => key.id === id)?.lastUsedAt
  const refuses = (key: string, message: string) =>
    assert.rejects(
      authenticate(key),
      (error) => error instanceof AppError && error.message === message,
    )

  it('refuses a key from the very millisecond in which it expires', async () => {
    const { key, expiresAt } = await make('7d')
    assert.equal(expiresAt, now + 7 * 24 * 60 * minute)
    now = expiresAt - 1
    await authenticate(key)
    now = expiresAt
    await refuses(key, 'API key expired')
  })

  it('refuses what is no key, and a key that differs in case or by one character', async () => {
    const { key } = await make()
    for (const wrong of ['', 'svc_', `${key}a`, key.slice(0, -1), key.toUpperCase(), ` ${key}`]) {
      await refuses(wrong, 'Invalid API key')
    }
    const other = key.endsWith('a') ? 'b' : 'a'
    await refuses(key.slice(0, -1) + other, 'Invalid API key')
  })

  it('notes a use at most once a minute, however many come at once', async () => {
    const { id, key } = await make()
    const flushLastUse = async () => {
      while (server.app.store.queueDepth() > 0) await turn()
      await server.app.store.transact(async () => undefined)
    }
    const writes = () =>
      server.app.store.timings().find(({ name }) => name === 'keys.touch')?.count ?? 0
    const first = now
    const before = writes()
    await Promise.all(Array.from({ length: 50 }, () => authenticate(key)))
    await flushLastUse()
    assert.deepEqual([await lastUse(id), writes() - before], [first, 1])

    now = first + minute - 1
    await authenticate(key)
    await flushLastUse()
    assert.deepEqual([await lastUse(id), writes() - before], [first, 1])

    now = first + minute
    await authenticate(key)
    await flushLastUse()
    assert.deepEqual([await lastUse(id), writes() - before], [now, 2])
  })

  it('answers without waiting for the note, and whether or not it can be written', async () => {
    const { key } = await make()
    const failure = new AppError('STORAGE_FULL', 'full')
    const broken = { ...server.app.store, transactIn: () => Promise.reject(failure) }
    const caller = await createAuthenticator(broken, (error) => reports.push(error))(key)
    assert.equal(caller.userId, server.userId)
    await turn()
    assert.equal(reports[0], failure)

    const stuck = { ...server.app.store, transactIn: () => new Promise<never>(() => undefined) }
    const impatient = createAuthenticator(stuck, (error) => reports.push(error))
    assert.equal((await impatient(key)).userId, server.userId)
  })
})
