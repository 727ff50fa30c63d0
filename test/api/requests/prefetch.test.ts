import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { createKey, revokeKey } from '../../../server/domain/people/api-keys.ts'
import { dropMember } from '../../../server/domain/people/members.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson, addWorkspace } from '../../support/people.ts'
import { startServer, type TestServer, usesNoted } from '../../support/server.ts'
import { openWire, rawPost, statusesIn } from '../../support/wire.ts'

const operator = { userId: '', via: 'cli' } as const

let quire: TestServer
let address: string
let pageId: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
  pageId = await addPage(quire, 'Rivers', { markdown: 'A river.' })
})
after(() => quire.close())

type Answer = { status: number; code: string | undefined }

/** Over a socket: there a short body arrives together with its headers. */
async function post(path: string, body: string | object, key = quire.key): Promise<Answer> {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  // SAFETY: a refusal has a code, and other answers here have no member of that name.
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, code }
}
const onePage = () => ({ workspaceId: quire.workspaceId, pageId })

/** How often each statement runs for a request; noting the use of a key goes on after the answer. */
async function statementsOf(path: string, body: object): Promise<Record<string, number>> {
  await post(path, body)
  await usesNoted(quire)
  const counts = () => new Map(quire.app.store.timings().map(({ name, count }) => [name, count]))
  const earlier = counts()
  assert.equal((await post(path, body)).status, 200)
  const ran = [...counts()].map(
    ([name, count]) => [name, count - (earlier.get(name) ?? 0)] as const,
  )
  return Object.fromEntries(ran.filter(([, count]) => count > 0))
}

describe('key, role and page of a request that reads', () => {
  it('are refused as ever: a revoked key, a lost role, a page of another workspace', async () => {
    const { userId, key } = await addPerson(quire, 'Grace', 'MEMBER')
    const created = await createKey(quire.app.store, { userId, name: 'short', expires: '7d' })
    assert.equal((await post('/v1/pages/stats', onePage(), created.key)).status, 200)
    await revokeKey(quire.app.store, created.id)
    const revoked = await post('/v1/pages/stats', onePage(), created.key)
    assert.deepEqual(revoked, { status: 401, code: 'API_KEY_REVOKED' })
    assert.equal((await post('/v1/pages/stats', onePage(), key)).status, 200)
    await dropMember(quire.app.store, quire.workspaceId, userId, operator)
    const outside = await post('/v1/pages/stats', onePage(), key)
    assert.deepEqual(outside, { status: 403, code: 'FORBIDDEN' })
    const elsewhere = await addWorkspace(quire, 'Elsewhere')
    const missing = await post('/v1/pages/stats', { workspaceId: elsewhere, pageId })
    assert.deepEqual(missing, { status: 404, code: 'PAGE_NOT_FOUND' })
  })

  it('are refused to a key that is limited to another workspace', async () => {
    const workspaceIds = [await addWorkspace(quire, 'Limited')]
    const limited = { userId: quire.userId, name: 'limited', expires: '7d', workspaceIds } as const
    const { key } = await createKey(quire.app.store, limited)
    const refused = await post('/v1/pages/markdown', onePage(), key)
    assert.deepEqual(refused, { status: 403, code: 'FORBIDDEN' })
  })

  it('are those of the body as it is parsed: of two members with one name the last counts', async () => {
    const { workspaceId } = quire
    const foreign = await addWorkspace(quire, 'Foreign', (await addPerson(quire, 'Edsger')).userId)
    const own = `"workspaceId":"${workspaceId}"`
    const refused = await post(
      '/v1/pages/stats',
      `{${own},"workspaceId":"${foreign}","pageId":"${pageId}"}`,
    )
    assert.deepEqual(refused, { status: 403, code: 'FORBIDDEN' })
    const body = `{"workspaceId":"${foreign}",${own},"pageId":"${pageId}"}`
    assert.equal((await post('/v1/pages/stats', body)).status, 200)
  })

  it('leave the body and the connection as they were, also after a refusal', async () => {
    const stats = rawPost(quire, '/v1/pages/stats', JSON.stringify(onePage()))
    const wire = await openWire(address)
    await wire.send(stats.replace(quire.key, 'svc_unknown'), stats, stats.slice(0, -20))
    await wire.until(/(?:HTTP\/1\.1 [^]*){2}/)
    await wire.send(stats.slice(-20))
    const received = await wire.until(/(?:HTTP\/1\.1 [^]*){3}/)
    assert.deepEqual(statusesIn(received), [401, 200, 200])
    wire.socket.destroy()
    await once(wire.socket, 'close')
  })

  it('take one statement on PostgreSQL, and that of the page on SQLite', async () => {
    const { isRemote } = quire.app.store
    const stats = await statementsOf('/v1/pages/stats', onePage())
    assert.deepEqual(stats, isRemote ? { 'prefetch.read': 1 } : { 'pages.info': 1 })
    const markdown = await statementsOf('/v1/pages/markdown', onePage())
    assert.deepEqual(markdown, isRemote ? { 'prefetch.read': 1 } : { 'pages.version': 1 })
  })
})
