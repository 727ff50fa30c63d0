import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { files, systemViewer } from '../../server/store/index.ts'
import { statement } from '../../server/store/statement.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Headers, ownPage, signIn, type Visitor } from '../support/web/visitor.ts'

const path = '/app/uploads'

describe('/app/uploads', () => {
  let quire: TestServer
  let ada: Visitor
  before(async () => {
    quire = await startServer()
    ada = await signIn(quire)
  })
  after(() => quire.close())

  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const send = (
    method: 'POST' | 'PATCH' | 'HEAD',
    url: string,
    headers: Headers,
    payload?: string,
  ) =>
    quire.request<{ code: string }>({
      method,
      url,
      headers: { 'tus-resumable': '1.0.0', ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
  const beginning = () => ({
    'upload-length': '3',
    'upload-metadata': `workspaceId ${base64(quire.workspaceId)},filename ${base64('a.txt')}`,
  })
  const cookie = () => [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const own = () => ({ ...ownPage, cookie: cookie() })

  it('refuses strangers, keys and other sites', async () => {
    const outsider = await send('POST', path, { ...ownPage, ...beginning() })
    assert.deepEqual([outsider.status, outsider.body.code], [401, 'SIGN_IN_REQUIRED'])
    const authorization = `Bearer ${quire.key}`
    const withKey = await send('POST', path, { ...ownPage, ...beginning(), authorization })
    assert.deepEqual([withKey.status, withKey.body.code], [401, 'SIGN_IN_REQUIRED'])
    const forged = { ...own(), ...beginning(), origin: 'https://evil.example' }
    const elsewhere = await send('POST', path, forged)
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [403, 'FORBIDDEN'])
  })

  it('takes a file from a person who is signed in', async () => {
    const begun = await send('POST', path, { ...own(), ...beginning() })
    assert.equal(begun.status, 201, JSON.stringify(begun.body))
    const at = String(begun.headers['location'])
    assert.match(at, /^\/app\/uploads\/[\da-f-]{36}$/)
    const part = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const forged = { ...own(), ...part, origin: 'https://evil.example' }
    assert.equal((await send('PATCH', at, forged, 'abc')).status, 403)
    const sent = await send('PATCH', at, { ...own(), ...part }, 'abc')
    assert.equal(sent.status, 204)
    const id = String(sent.headers['quire-file-id'])
    const row = await files.get(quire.app.store, systemViewer(quire.workspaceId), id)
    assert.deepEqual([row?.name, row?.mimeType, row?.size], ['a.txt', 'text/plain', 3])
    const again = await send('HEAD', at, own())
    assert.equal(again.headers['quire-file-id'], id)
    const sql = `select via from events where type = 'file.uploaded' order by sequence desc limit 1`
    const [event] = await quire.app.store.all(statement<{ via: string }>('test.via', sql))
    assert.equal(event?.via, 'web')
  })
})
