import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { createKey, listKeys, revokeKey } from '../../server/domain/people/api-keys.ts'
import { clock } from '../../server/lib/clock.ts'
import { listOperations } from '../../server/operations/index.ts'
import { isForPeople } from '../../server/operations/operation.ts'
import { initialize, runCommand, startProcess } from '../support/processes/process.ts'
import { addKey, startServer, type TestServer, usesNoted } from '../support/server.ts'

const realNow = clock.now
const day = 86_400_000

const ofKeys = listOperations().filter((operation) => !isForPeople(operation))

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())
afterEach(() => {
  clock.now = realNow
})

const ask = (authorization?: string) =>
  quire.request({
    method: 'GET',
    url: '/v1/workspaces',
    headers: authorization === undefined ? {} : { authorization },
  })

describe('an operation that needs a key', () => {
  const headers = [
    { what: 'no header', value: undefined },
    { what: 'an empty header', value: '' },
    { what: 'the scheme alone', value: 'Bearer' },
    { what: 'a key without a scheme', value: 'KEY' },
    { what: 'another scheme', value: 'Basic KEY' },
    { what: 'two keys', value: 'Bearer KEY KEY' },
    { what: 'a quoted key', value: 'Bearer "KEY"' },
    { what: 'a key with more behind it', value: 'Bearer KEYx' },
    { what: 'a key with less', value: 'Bearer svc_0123456789' },
    { what: 'another prefix', value: 'Bearer sk_012345678901234567890123' },
    { what: 'a key of other characters', value: 'Bearer svc_01234567890123456789012-' },
    { what: 'an unknown key', value: 'Bearer svc_012345678901234567890123' },
  ]
  for (const { what, value } of headers) {
    it(`refuses ${what} as an invalid key`, async () => {
      const { status, body, headers } = await ask(value?.replaceAll('KEY', quire.key))
      assert.equal(status, 401)
      assert.deepEqual(body, { code: 'INVALID_API_KEY', message: 'Invalid API key' })
      assert.equal(headers['www-authenticate'], 'Bearer')
    })
  }

  it('refuses without a key, whichever it is', async () => {
    const closed = ofKeys.filter(({ access }) => access !== 'public')
    for (const { method, path } of closed) {
      const answer = await quire.request({ method, url: path })
      assert.equal(answer.status, 401, path)
      assert.equal(answer.headers['www-authenticate'], 'Bearer')
    }
    const open = ofKeys.filter(({ access }) => access === 'public')
    assert.deepEqual(
      open.map(({ path }) => path),
      ['/healthz', '/v1/meta'],
    )
  })

  it('refuses a revoked key in the very next request', async () => {
    const created = await createKey(quire.app.store, {
      userId: quire.userId,
      name: 'short-lived',
      expires: '7d',
    })
    assert.equal((await ask(`Bearer ${created.key}`)).status, 200)
    await revokeKey(quire.app.store, created.id)
    const { status, body, headers } = await ask(`Bearer ${created.key}`)
    assert.equal(status, 401)
    assert.deepEqual(body, { code: 'API_KEY_REVOKED', message: 'API key revoked' })
    assert.equal(headers['www-authenticate'], 'Bearer')
  })

  for (const { expires, days } of [
    { expires: '7d', days: 7 },
    { expires: '30d', days: 30 },
    { expires: '90d', days: 90 },
    { expires: '1y', days: 365 },
  ] as const) {
    it(`takes a key of ${expires} until its time has come, and then refuses it`, async () => {
      const start = Date.UTC(2026, 0, 1)
      clock.now = () => start
      const key = await addKey(quire, { expires })
      clock.now = () => start + days * day - 1
      assert.equal((await ask(`Bearer ${key}`)).status, 200)
      clock.now = () => start + days * day
      const { status, body, headers } = await ask(`Bearer ${key}`)
      assert.equal(status, 401)
      assert.deepEqual(body, { code: 'API_KEY_EXPIRED', message: 'API key expired' })
      assert.equal(headers['www-authenticate'], 'Bearer')
    })
  }

  it('takes a key that never expires a hundred years on', async () => {
    clock.now = () => Date.UTC(2126, 0, 1)
    assert.equal((await ask(`Bearer ${quire.key}`)).status, 200)
  })

  it('takes the scheme in any case, as RFC 9110 has it', async () => {
    assert.equal((await ask(`bearer ${quire.key}`)).status, 200)
    assert.equal((await ask(`BEARER ${quire.key}`)).status, 200)
  })
})

describe('the use of a key', () => {
  let own: TestServer
  before(async () => {
    own = await startServer()
  })
  after(() => own.close())

  async function lastUse(): Promise<number | null> {
    await usesNoted(own)
    const [first] = await listKeys(own.app.store, own.userId)
    return first?.lastUsedAt ?? null
  }

  it('is noted at most once in 60 seconds', async () => {
    const start = Date.UTC(2030, 0, 1)
    assert.equal(await lastUse(), null)
    for (const { after, noted } of [
      { after: 0, noted: 0 },
      { after: 59_999, noted: 0 },
      { after: 60_000, noted: 60_000 },
      { after: 100_000, noted: 60_000 },
      { after: 125_000, noted: 125_000 },
    ]) {
      clock.now = () => start + after
      assert.equal((await own.get('/v1/workspaces')).status, 200)
      assert.equal(await lastUse(), start + noted)
    }
  })

  it('is noted by many requests at the same time as by one', async () => {
    const start = Date.UTC(2031, 0, 1)
    clock.now = () => start
    const answers = Array.from({ length: 20 }, () => own.get('/v1/workspaces'))
    assert.ok((await Promise.all(answers)).every(({ status }) => status === 200))
    assert.equal(await lastUse(), start)
  })

  it('is not noted for a request that is refused', async () => {
    const before = await lastUse()
    clock.now = () => Date.UTC(2032, 0, 1)
    assert.equal((await own.get('/v1/workspaces', `${own.key.slice(0, -1)}-`)).status, 401)
    assert.equal(await lastUse(), before)
  })
})

describe('a key revoked by another process', () => {
  it('is refused in the very next request; no key is ever in a log', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'quire-test-'))
    const settings = { dataFolder, environment: { LOG_LEVEL: 'trace' } }
    const { key, keyId, workspaceId } = await initialize(settings)
    const server = await startProcess(settings)
    const send = (path: string, body: string) =>
      fetch(`${server.address}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body,
      })
    assert.equal((await send('/v1/workspace/stats', JSON.stringify({ workspaceId }))).status, 200)
    assert.equal((await send('/v1/workspace/stats', '{')).status, 400)
    assert.equal((await send(`/v1/${key}`, '{}')).status, 404)
    const revoked = await runCommand(['key', 'revoke', keyId, '--json'], settings)
    assert.equal(revoked.code, 0)
    const refused = await send('/v1/workspace/stats', JSON.stringify({ workspaceId }))
    assert.equal(refused.status, 401)
    assert.equal(((await refused.json()) as { message: string }).message, 'API key revoked')
    const { code, stdout, stderr } = await server.stop()
    assert.equal(code, 0)
    for (const text of [stdout, stderr, revoked.stdout, revoked.stderr]) {
      assert.ok(!text.includes(key.slice(8)), text)
    }
    await rm(dataFolder, { recursive: true })
  })
})
