import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import fastify from 'fastify'
import type { App } from '../../server/app.ts'
import { ChangeFeed } from '../../server/domain/events/change-feed.ts'
import { emit } from '../../server/domain/events/events.ts'
import { createPage } from '../../server/domain/pages/create.ts'
import { createAuthenticator, listKeys, revokeKey } from '../../server/domain/people/api-keys.ts'
import { dropMember } from '../../server/domain/people/members.ts'
import { createSessionReader } from '../../server/domain/people/sign-in/sessions.ts'
import { routeChanges } from '../../server/http/changes.ts'
import { sendError } from '../../server/http/errors.ts'
import { identifyCallers } from '../../server/http/identity/authentication.ts'
import { registerCookies } from '../../server/http/identity/session-cookie.ts'
import { clock } from '../../server/lib/clock.ts'
import { AppError } from '../../server/lib/errors.ts'
import { StreamChecks } from '../../server/lib/stream-checks.ts'
import { sessions } from '../../server/store/index.ts'
import { listen } from '../support/changes.ts'
import { addPage } from '../support/pages.ts'
import { addPerson, addWorkspace } from '../support/people.ts'
import { addKey, contextOf, openAnother, startServer, type TestServer } from '../support/server.ts'
import { signIn } from '../support/web/visitor.ts'

const realNow = clock.now
let quire: TestServer
let address: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
})
after(() => quire.close())

/** Many pages at once, on this node or another. */
async function addPages(count: number, app: App = quire.app) {
  const { workspaceId } = quire
  const page = { workspaceId, parentId: null, ownership: 'TEXT', markdown: '' } as const
  const context = contextOf({ ...quire, app }, { via: 'mcp' })
  const titles = Array.from({ length: count }, (_, index) => `Page ${index}`)
  return Promise.all(titles.map((title) => createPage(context, { ...page, title })))
}

const update = (pageId: string, change: object) =>
  quire.post('/v1/pages/update', { workspaceId: quire.workspaceId, pageId, ...change })

describe('GET /v1/changes', () => {
  it('refuses strangers, people of other workspaces and broken ids', async () => {
    const path = `/v1/changes?workspaceId=${quire.workspaceId}`
    assert.equal((await quire.get(path, null)).status, 401)
    const outsider = await addPerson(quire, 'Sam')
    assert.equal((await quire.get(path, outsider.key)).status, 403)
    assert.equal((await quire.get('/v1/changes')).status, 400)
    assert.equal((await quire.get('/v1/changes?workspaceId=x')).status, 400)
    assert.equal((await quire.request({ method: 'HEAD', url: path })).status, 405)
  })

  it('tells members, viewers too, of what happens in their workspace, and of nothing else', async () => {
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    const other = await addWorkspace(quire, 'Other')
    const stream = await listen(address, { ...quire, key: viewer.key })
    assert.equal(stream.headers.get('content-type'), 'text/event-stream')
    assert.equal(stream.headers.get('cache-control'), 'no-store')
    await addPage(quire, 'Elsewhere', { workspaceId: other })
    const pageId = await addPage(quire, 'Here')
    await update(pageId, { title: 'There' })
    const [ready, created, updated] = await stream.until(3)
    assert.equal(ready?.event, 'ready')
    const { sequence, createdAt, ...rest } = created?.data ?? {}
    assert.equal(sequence, created?.id)
    assert.equal(created?.id, (ready?.id ?? 0) + 1)
    assert.ok(Date.parse(String(createdAt)) > 0)
    const { runId, ...known } = rest
    assert.ok(typeof runId === 'string')
    const by = { actorId: quire.userId, via: 'api', client: 'lightMyRequest' }
    assert.deepEqual(known, { type: 'page.created', pageId, title: 'Here', parentId: null, ...by })
    assert.deepEqual([updated?.data['type'], updated?.data['version']], ['page.updated', 2])
    stream.stop()
  })

  it('goes on where a listener left off, with nothing lost or told twice', async () => {
    const first = await listen(address, quire)
    await addPage(quire, 'One')
    const [, one] = await first.until(2)
    first.stop()
    await addPages(450)
    const again = await listen(address, quire, one?.id)
    await addPage(quire, 'Last')
    const received = await again.until(452)
    assert.deepEqual(
      received.map(({ id }) => id),
      Array.from({ length: 452 }, (_, index) => (one?.id ?? 0) + index),
    )
    assert.equal(received.at(-1)?.data['title'], 'Last')
    again.stop()
  })

  it('says to read anew what is too long ago, or of another store', async () => {
    for (const id of [999_999_999, 0]) {
      await addPages(id === 0 ? 501 : 0)
      const stream = await listen(address, quire, id)
      const [start] = await stream.until(1)
      assert.equal(start?.event, 'reset')
      assert.ok(Number(start.data['sequence']) > 0)
      stream.stop()
    }
  })

  it('tells what another node wrote', async () => {
    const node = await openAnother(quire)
    const stream = await listen(address, quire)
    await stream.until(1)
    const [pageId] = await addPages(1, node)
    const received = await stream.until(2)
    assert.deepEqual([received[1]?.data['pageId'], received[1]?.data['via']], [pageId, 'mcp'])
    stream.stop()
    await node.close()
  })

  it('ends at once for somebody who is removed, and tells them nothing after it', async () => {
    const max = await addPerson(quire, 'Max', 'MEMBER')
    const stream = await listen(address, { ...quire, key: max.key })
    await stream.until(1)
    const actor = { userId: quire.userId, via: 'cli' } as const
    await dropMember(quire.app.store, quire.workspaceId, max.userId, actor)
    await addPage(quire, 'Not for Max')
    await stream.ended
    assert.deepEqual(
      stream.received.map(({ data }) => data['type']),
      [undefined, 'member.removed'],
    )
  })

  it('lets a person listen twenty times, and again when one has stopped', async () => {
    const person = await addPerson(quire, 'Many', 'MEMBER')
    const start = () => listen(address, { ...quire, key: person.key })
    const ears = await Promise.all(Array.from({ length: 20 }, start))
    assert.ok(ears.every(({ status }) => status === 200))
    const refused = await start()
    assert.equal(refused.status, 429)
    ears[0]?.stop()
    let status = 429
    while (status === 429) {
      const stream = await start()
      status = stream.status
      stream.stop()
    }
    assert.equal(status, 200)
    for (const stream of ears) stream.stop()
  })

  it('asks the store no more once nobody listens', async () => {
    while (quire.app.changes.size > 0) await new Promise(setImmediate)
    const stream = await listen(address, quire)
    await stream.until(1)
    assert.equal(quire.app.changes.size, 1)
    stream.stop()
    while (quire.app.changes.size > 0) await new Promise(setImmediate)
  })
})

describe('a stream of changes', () => {
  /** The route alone, with signs of life far quicker than in earnest. */
  async function serve(beat: number) {
    const server = fastify()
    server.setErrorHandler(sendError)
    const report = () => undefined
    await registerCookies(server)
    identifyCallers(server, {
      authenticate: createAuthenticator(quire.app.store, report),
      readSession: createSessionReader(quire.app.store, report, false),
      prefetch: undefined,
      readVisitor: async () => undefined,
      startInBatch: (start) => start(),
      publicUrl: undefined,
    })
    const feed = new ChangeFeed(quire.app.store, quire.app.integrations.secrets, 20)
    const timing = { signEveryMs: beat, checkEveryMs: beat }
    routeChanges(server, { feed, contextFor: quire.app.contextFor }, timing)
    return { server, feed, address: await server.listen({ host: '127.0.0.1', port: 0 }) }
  }

  it('shows signs of life, and ends soon after its key was revoked', async () => {
    const { server, address } = await serve(20)
    const person = await addPerson(quire, 'Rob', 'MEMBER')
    const stream = await listen(address, { ...quire, key: person.key })
    await stream.until(1)
    while (stream.beats() < 2) await new Promise(setImmediate)
    const [key] = await listKeys(quire.app.store, person.userId)
    await revokeKey(quire.app.store, key?.id ?? '')
    await stream.ended
    await server.close()
  })

  it('is for browsers too, and ends soon after its person has signed out', async () => {
    const { server, address } = await serve(20)
    const visitor = await signIn(quire, await addPerson(quire, 'Bea', 'VIEWER'))
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const stream = await listen(address, { ...quire, cookie })
    await stream.until(1)
    while (stream.beats() < 2) await new Promise(setImmediate)
    await visitor.post('/app/session/remove')
    await stream.ended
    assert.equal((await listen(address, { ...quire, cookie })).status, 401)
    await server.close()
  })

  it('ends soon after its key, session or membership has ended on another node', async () => {
    const { server, address } = await serve(20)
    const node = await openAnother(quire)
    const { workspaceId } = quire
    const kim = await addPerson(quire, 'Kim', 'MEMBER')
    const pia = await addPerson(quire, 'Pia', 'MEMBER')
    const visitor = await signIn(quire, pia)
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const expiring = await addKey(quire, { expires: '7d' })
    const ears = await Promise.all([
      listen(address, { workspaceId, key: kim.key }),
      listen(address, { workspaceId, key: '', cookie }),
      listen(address, { workspaceId, key: expiring }),
    ])
    const staying = await listen(address, quire)
    for (const stream of [...ears, staying]) await stream.until(1)
    const [key] = await listKeys(node.store, kim.userId)
    await revokeKey(node.store, key?.id ?? '')
    await ears[0].ended
    const [session] = await sessions.ofUser(node.store, pia.userId, clock.now())
    await node.store.transactIn('none', (transaction) =>
      sessions.remove(transaction, session?.id ?? ''),
    )
    await ears[1].ended
    const later = clock.now() + 8 * 86_400_000
    clock.now = () => later
    await ears[2].ended
    clock.now = realNow
    await addPages(1)
    assert.equal((await staying.until(2)).length, 2)
    staying.stop()
    await node.close()
    await server.close()
  })

  it('goes on while the store does not answer, which says nothing about its reader', async () => {
    const checks = new StreamChecks(60_000)
    const ended: string[] = []
    const failures = [new AppError('BUSY', 'away'), new AppError('API_KEY_REVOKED', 'revoked')]
    checks.add({
      reader: 'one',
      check: () => Promise.reject(failures.shift()),
      end: () => ended.push('one'),
    })
    await checks.look()
    assert.deepEqual(ended, [])
    await checks.look()
    assert.deepEqual(ended, ['one'])
    checks.stop()
  })

  it('ends when the server stops', async () => {
    const { server, address } = await serve(10_000)
    const stream = await listen(address, quire)
    await stream.until(1)
    await server.close()
    await stream.ended
    assert.equal(stream.received.length, 1)
  })

  it('drops a reader that does not read', async () => {
    const { server, feed, address } = await serve(10_000)
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.pause()
    socket.on('error', () => undefined)
    const head = `GET /v1/changes?workspaceId=${quire.workspaceId} HTTP/1.1`
    socket.write(`${head}\r\nHost: x\r\nAuthorization: Bearer ${quire.key}\r\n\r\n`)
    while (feed.size === 0) await new Promise(setImmediate)
    const { store } = quire.app
    const { workspaceId } = quire
    const event = {
      type: 'page.deleted',
      pageId: '',
      title: 'x'.repeat(100_000),
      pages: 1,
    } as const
    while (feed.size > 0) {
      await store.transactIn({ workspaceId }, (transaction) =>
        emit(transaction, workspaceId, contextOf(quire, { via: 'mcp' }).caller, event),
      )
    }
    socket.destroy()
    await server.close()
  })
})
