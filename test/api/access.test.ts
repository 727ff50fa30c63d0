import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dropMember } from '../../server/domain/people/members.ts'
import { listOperations } from '../../server/operations/index.ts'
import { addFile, addPage, unknownId, nothing } from '../support/pages.ts'
import { addPerson, addWorkspace, type Person } from '../support/people.ts'
import { addKey, startServer, type TestServer } from '../support/server.ts'
import { bodies, minimalBody } from '../support/specification.ts'

const operations = listOperations().filter(({ path }) => path in bodies)
const reads = operations.filter(({ access }) => access === 'read').map(({ path }) => path)
const writes = operations.filter(({ access }) => access === 'write').map(({ path }) => path)

let quire: TestServer
let outsider: Person
let viewer: Person
let given: Record<string, unknown>

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  outsider = await addPerson(quire, 'Stranger')
  viewer = await addPerson(quire, 'Viewer', 'VIEWER')
  const pageId = await addPage(quire, 'Home')
  const fileId = await addFile(quire, pageId, { name: 'dot.png', mimeType: 'image/png' })
  given = {
    workspaceId: quire.workspaceId,
    pageId,
    fileId,
    title: 'A title',
    query: 'title',
    fileName: 'dot.png',
    mimeType: 'image/png',
    contentBase64: 'aGVsbG8=',
  }
})
after(() => quire.close())

const body = (path: string, change: object = {}) => ({ ...minimalBody(path, given), ...change })

describe('the operations that write', () => {
  it('are these', () => {
    assert.deepEqual(writes.toSorted(), [
      '/v1/page-files/attach-file',
      '/v1/page-files/attach-image',
      '/v1/page-files/upload-file',
      '/v1/page-files/upload-image',
      '/v1/pages/create',
      '/v1/pages/move',
      '/v1/pages/update',
      '/v1/workspace/create-page-from-file',
    ])
  })
})

for (const path of [...reads, ...writes]) {
  describe(`POST ${path}`, () => {
    it('refuses a person who is no member, and an unknown workspace in the same words', async () => {
      const foreign = await quire.post(path, body(path), outsider.key)
      const unknown = await quire.post(path, body(path, { workspaceId: unknownId }))
      assert.equal(foreign.status, 403)
      assert.equal(foreign.body.code, 'FORBIDDEN')
      assert.deepEqual(Object.keys(foreign.body), ['code', 'message'])
      assert.equal(unknown.status, 403)
      assert.deepEqual(unknown.body, foreign.body)
    })

    it('refuses a key that is limited to another workspace', async () => {
      const key = await addKey(quire, { workspaceIds: [unknownId] })
      const { status, body: refusal } = await quire.post(path, body(path), key)
      assert.equal(status, 403)
      assert.equal(refusal.code, 'FORBIDDEN')
    })

    it('looks at the key, then the body, then the membership, then what is named', async () => {
      const broken = body(path, { workspaceId: 5 })
      const missing = body(path, { workspaceId: unknownId, pageId: nothing, fileId: nothing })
      assert.equal((await quire.post(path, broken, null)).status, 401)
      assert.equal((await quire.post(path, broken, outsider.key)).status, 400)
      assert.equal((await quire.post(path, missing)).status, 403)
      if (!('pageId' in body(path) || 'fileId' in body(path))) return
      const elsewhere = body(path, { pageId: nothing, fileId: nothing })
      assert.equal((await quire.post(path, elsewhere)).status, 404)
    })
  })
}

describe('a viewer, and a key that may only read', () => {
  it('may read', async () => {
    const key = await addKey(quire, { readOnly: true })
    for (const path of reads) {
      assert.equal((await quire.post(path, body(path), viewer.key)).status, 200, path)
      assert.equal((await quire.post(path, body(path), key)).status, 200, path)
    }
  })

  it('may not write, whether or not what they name exists', async () => {
    const key = await addKey(quire, { readOnly: true })
    for (const path of writes) {
      for (const change of [{}, { pageId: nothing, fileId: nothing }]) {
        for (const who of [viewer.key, key]) {
          const { status, body: refusal } = await quire.post(path, body(path, change), who)
          assert.equal(status, 403, path)
          assert.equal(refusal.code, 'FORBIDDEN')
          assert.deepEqual(Object.keys(refusal), ['code', 'message'])
        }
      }
    }
  })
})

describe('membership', () => {
  it('of every other role lets write', async () => {
    for (const role of ['OWNER', 'ADMIN', 'MEMBER'] as const) {
      const person = await addPerson(quire, `Some${role}`, role)
      for (const path of writes) {
        assert.equal((await quire.post(path, body(path), person.key)).status, 200, path)
      }
    }
  })

  it('that ends closes the workspace in the very next request', async () => {
    const person = await addPerson(quire, 'Leaver', 'MEMBER')
    const { workspaceId } = quire
    assert.equal((await quire.post('/v1/workspace/stats', { workspaceId }, person.key)).status, 200)
    const actor = { userId: quire.userId, via: 'cli' } as const
    await dropMember(quire.app.store, workspaceId, person.userId, actor)
    assert.equal((await quire.post('/v1/workspace/stats', { workspaceId }, person.key)).status, 403)
  })

  it('of a workspace lets a limited key of its own in', async () => {
    const other = await addWorkspace(quire, 'Other')
    const key = await addKey(quire, { workspaceIds: [other] })
    const { status } = await quire.post('/v1/workspace/stats', { workspaceId: other }, key)
    assert.equal(status, 200)
  })
})

describe('the own rules of an upload', () => {
  it('come after all else, the size first', async () => {
    const path = '/v1/page-files/upload-image'
    const contentBase64 = 'A'.repeat(1_398_104)
    const wrong = { contentBase64, mimeType: 'text/plain' }
    const nowhere = { ...wrong, pageId: nothing }
    assert.equal((await quire.post(path, body(path, { ...nowhere, fileName: '' }))).status, 400)
    assert.equal((await quire.post(path, body(path, nowhere), outsider.key)).status, 403)
    assert.equal((await quire.post(path, body(path, nowhere))).status, 404)
    assert.equal((await quire.post(path, body(path, wrong))).status, 413)
    const small = { mimeType: 'text/plain' }
    assert.equal((await quire.post(path, body(path, small))).status, 415)
  })
})
