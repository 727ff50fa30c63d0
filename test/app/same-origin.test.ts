import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createDocument } from '../../server/http/openapi/openapi.ts'
import { tools } from '../../server/mcp/tools/tools.ts'
import { listOperations } from '../../server/operations/index.ts'
import { isForPeople } from '../../server/operations/operation.ts'
import { addFile, addPage } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openVisitor, password, signIn, type Visitor } from '../support/web/visitor.ts'

let quire: TestServer
let visitor: Visitor
before(async () => {
  quire = await startServer()
  visitor = await signIn(quire)
})
after(() => quire.close())

const forPeople = listOperations().filter(isForPeople)
const evil = { origin: 'https://evil.example' }

describe('a request with a session cookie', () => {
  const refused = [
    { what: 'from a page of another site', headers: evil },
    { what: 'from a page of another port', headers: { origin: 'http://localhost:3000' } },
    { what: 'from a page without an address', headers: { origin: 'null' } },
    { what: 'that a browser calls cross-site', headers: { 'sec-fetch-site': 'cross-site' } },
    { what: 'that a browser calls same-site', headers: { 'sec-fetch-site': 'same-site' } },
    {
      what: 'with an origin of ours that the browser contradicts',
      headers: { origin: 'http://localhost:80', 'sec-fetch-site': 'cross-site' },
    },
  ]
  for (const { what, headers } of refused) {
    it(`is refused ${what}, in /app and in /v1, and changes nothing`, async () => {
      const own = openVisitor(quire, { host: 'localhost:80' })
      own.cookies.set('quire', visitor.cookies.get('quire') ?? '')
      const { workspaceId } = quire
      const page = await own.post('/v1/pages/create', { workspaceId, title: 'Forged' }, headers)
      assert.deepEqual([page.status, page.body.code], [403, 'FORBIDDEN'])
      for (const { path } of forPeople) {
        const answer = await own.post(path, {}, headers)
        assert.deepEqual([answer.status, answer.body.code], [403, 'FORBIDDEN'], path)
        assert.equal(answer.headers['set-cookie'], undefined)
      }
      const { body } = await quire.post<{ totalPages: number }>('/v1/workspace/stats', {
        workspaceId,
      })
      assert.equal(body.totalPages, 0)
      assert.equal((await visitor.post('/app/session/get')).status, 200)
    })
  }

  it('is refused when nothing tells where it comes from', async () => {
    const silent = openVisitor(quire, {})
    silent.cookies.set('quire', visitor.cookies.get('quire') ?? '')
    assert.equal((await silent.post('/app/session/get')).status, 403)
    assert.equal((await silent.post('/v1/pages/list', quire)).status, 403)
  })

  it('is answered from our own page, also behind a proxy that changed the scheme', async () => {
    for (const headers of [
      { origin: 'http://localhost:80' },
      { origin: 'https://localhost:80' },
      { origin: 'http://localhost:80', 'sec-fetch-site': 'same-origin' },
    ]) {
      assert.equal((await visitor.post('/app/session/get', {}, headers)).status, 200)
      const listed = await visitor.post('/v1/workspace/stats', quire, headers)
      assert.equal(listed.status, 200)
    }
  })

  it('is answered from the public address alone where that is set', async () => {
    const publicUrl = 'https://notes.example.com'
    const open = await startServer({ publicUrl })
    const status = async (origin: string, host: string) =>
      (await openVisitor(open, { origin, host }).post('/app/setup/status')).status
    assert.equal(await status(publicUrl, 'inside:8082'), 200)
    for (const [origin, host] of [
      ['https://evil.example', 'evil.example'],
      ['http://notes.example.com', 'notes.example.com'],
      ['https://notes.example.com:8443', 'notes.example.com:8443'],
      ['http://127.0.0.1:8082', '127.0.0.1:8082'],
    ] as const) {
      assert.equal(await status(origin, host), 403, origin)
    }
    await open.close()
  })

  it('is not looked at where a key is given, which needs no such check', async () => {
    const headers = { authorization: `Bearer ${quire.key}`, ...evil }
    assert.equal((await visitor.post('/v1/workspace/stats', quire, headers)).status, 200)
    const wrong = { authorization: 'Bearer svc_no' }
    const answer = await visitor.post('/v1/workspace/stats', quire, wrong)
    assert.equal(answer.body.code, 'INVALID_API_KEY')
  })
})

describe('a session', () => {
  it('reads and writes in /v1 and reads files, as the person and by the web', async () => {
    const { workspaceId } = quire
    const created = await visitor.post<{ pageId: string }>('/v1/pages/create', {
      workspaceId,
      title: 'Mine',
    })
    assert.equal(created.status, 200)
    assert.equal((await visitor.get('/v1/workspaces')).status, 200)
    const fileId = await addFile(quire, await addPage(quire, 'With a file'), {})
    assert.equal((await visitor.get(`/files/${fileId}`)).status, 200)
    const { body } = await visitor.post<{ pages: { id: string }[] }>('/v1/pages/list', quire)
    assert.ok(body.pages.some(({ id }) => id === created.body.pageId))
  })

  it('that has ended is told as such in /v1 too', async () => {
    const gone = openVisitor(quire)
    gone.cookies.set('quire', 'A'.repeat(32))
    const { status, body } = await gone.get('/v1/workspaces')
    assert.deepEqual([status, body.code], [401, 'SIGN_IN_REQUIRED'])
  })

  it('opens no MCP, which is for keys', async () => {
    const { status, body } = await visitor.post('/mcp', {})
    assert.deepEqual([status, body.code], [401, 'INVALID_API_KEY'])
  })
})

describe('what is for people', () => {
  it('answers no key', async () => {
    for (const { path, access } of forPeople) {
      if (access === 'public') continue
      const { status, body } = await quire.post(path, quire)
      assert.deepEqual([status, body.code], [401, 'SIGN_IN_REQUIRED'], path)
    }
  })

  it('is in no API document and no tool', () => {
    assert.ok(!JSON.stringify(createDocument()).includes('"/app/'))
    const ids = new Set(forPeople.map(({ id }) => id))
    assert.deepEqual(
      tools.filter(({ operationId }) => ids.has(operationId)),
      [],
    )
  })

  it('tells nothing of a token or password in its answers', async () => {
    const own = openVisitor(quire)
    const { body } = await own.post('/app/session/create', { email: 'ada@example.com', password })
    assert.ok(!JSON.stringify(body).includes(own.cookies.get('quire') ?? 'none'))
  })
})
