import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { dropMember } from '../../../server/domain/people/members.ts'
import { clock } from '../../../server/lib/clock.ts'
import { callTool, items } from '../../support/mcp.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'

describe('upload links of add_file', () => {
  let quire: TestServer
  let pageId: string
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    pageId = await addPage(quire, 'Pictures')
  })
  after(() => quire.close())

  const link = async (name: string, key = quire.key) => {
    const { value, isError, text } = await callTool(
      quire,
      'add_file',
      { page: 'Pictures', name },
      { key },
    )
    assert.equal(isError, false, text)
    return new URL(String(value['uploadUrl'])).pathname
  }
  const put = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
    quire.request<{ code?: string; fileId?: string }>({
      method: 'PUT',
      url,
      headers: { 'content-type': 'application/octet-stream', ...headers },
      payload,
    })
  const names = async () => {
    const { value } = await callTool(quire, 'list_files', { page: pageId })
    return items(value['files']).map(({ name }) => String(name))
  }

  it('are refused when they are made up, changed or too old', async () => {
    const url = await link('a.txt')
    assert.equal((await put('/mcp/uploads/nonsense', 'x')).body.code, 'UPLOAD_NOT_FOUND')
    assert.equal((await put(`${url.slice(0, -2)}AA`, 'x')).body.code, 'UPLOAD_NOT_FOUND')
    const late = clock.now() + 16 * 60_000
    const stopped = mock.method(clock, 'now', () => late)
    assert.equal((await put(url, 'x')).status, 404)
    stopped.mock.restore()
    assert.deepEqual(await names(), [])
  })

  it('are refused once the person is no member', async () => {
    const { key, userId } = await addPerson(quire, 'Rita', 'MEMBER')
    const url = await link('b.txt', key)
    await dropMember(quire.app.store, quire.workspaceId, userId, { userId, via: 'cli' })
    assert.equal((await put(url, 'x')).body.code, 'FORBIDDEN')
    assert.deepEqual(await names(), [])
  })

  it('are not made for a key that only reads, or a page that does not exist', async () => {
    const key = await addKey(quire, { readOnly: true })
    const given = { page: pageId, name: 'c.txt' }
    const refused = await callTool(quire, 'add_file', given, { key })
    assert.equal(refused.value['code'], 'FORBIDDEN')
    const missing = await callTool(quire, 'add_file', { page: 'Nowhere', name: 'c.txt' })
    assert.equal(missing.value['code'], 'PAGE_NOT_FOUND')
    const none = await callTool(quire, 'add_file', { page: pageId })
    assert.match(String(none.value['message']), /^fileId or name is required/)
  })

  it('take a file that no tool call could carry, without a key', async () => {
    const url = await link('film.mp4')
    const bytes = Buffer.alloc(3 * 1024 * 1024, 7)
    const { status, body } = await put(url, bytes)
    assert.equal(status, 200)
    assert.deepEqual(await names(), ['film.mp4'])
    const { value } = await callTool(quire, 'list_files', { page: pageId })
    const [file] = items(value['files'])
    assert.equal(String(file?.['id']), body.fileId)
    assert.equal(Number(file?.['size']), bytes.length)
    assert.equal(String(file?.['mimeType']), 'video/mp4')
  })

  it('attaches a file that is there', async () => {
    const { value } = await callTool(quire, 'list_files', {})
    const fileId = String(items(value['files'])[0]?.['id'])
    await addPage(quire, 'Copies')
    const both = await callTool(quire, 'add_file', { page: 'Copies', fileId, name: 'x' })
    assert.match(String(both.value['message']), /^name cannot be combined with fileId/)
    const attached = await callTool(quire, 'add_file', { page: 'Copies', fileId })
    assert.equal(attached.isError, false, attached.text)
    const listed = await callTool(quire, 'list_files', { page: 'Copies' })
    assert.equal(items(listed.value['files']).length, 1)
  })
})
