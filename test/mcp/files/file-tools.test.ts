import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callTool, items } from '../../support/mcp.ts'
import { addPage } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('the tools for files', () => {
  let quire: TestServer
  let pageId: string
  before(async () => {
    quire = await startServer()
    pageId = await addPage(quire, 'Files')
  })
  after(() => quire.close())

  const call = (name: string, given: object = {}) => callTool(quire, name, given)
  const file = { fileName: 'a.txt', mimeType: 'text/plain', contentBase64: 'aGVsbG8=' }

  it('refuse what is no image, and what is too large', async () => {
    const text = await call('upload_image', { pageId, ...file })
    assert.equal(text.value['code'], 'UNSUPPORTED_MIME_TYPE')
    const contentBase64 = Buffer.alloc(1_048_577).toString('base64')
    const large = await call('upload_file', { pageId, ...file, contentBase64 })
    assert.equal(large.value['code'], 'FILE_TOO_LARGE')
  })

  it('upload, attach, list and show files', async () => {
    const { fileId } = (await call('upload_file', { pageId, ...file })).value
    const image = { fileName: 'dot.png', mimeType: 'image/png', contentBase64: dot }
    const imageId = (await call('upload_image', { pageId, ...image })).value['fileId']
    const other = await addPage(quire, 'Other')
    const attached = await call('attach_file', { pageId: other, fileId })
    assert.equal(attached.value['id'], other)
    await call('attach_image', { pageId: other, fileId: imageId })
    const names = async (name: string, given = {}) =>
      items((await call(name, given)).value['files']).map((row) => String(row['name']))
    assert.deepEqual((await names('list_page_files', { pageId: other })).toSorted(), [
      'a.txt',
      'dot.png',
    ])
    assert.deepEqual(await names('list_files', { limit: 1, offset: 1 }), ['a.txt'])
    const page = await call('create_page_from_file', { fileId: imageId, title: 'A dot' })
    assert.equal(page.value['title'], 'A dot')
    const { text } = await call('get_page', { page: 'A dot' })
    assert.match(text, new RegExp(`!\\[dot\\.png\\]\\(/files/${String(imageId)}\\)`))
  })

  it('say how a page shows a file that was added', async () => {
    const page = await addPage(quire, 'Shown')
    const image = { page, name: 'a [b].png', mimeType: 'image/png', contentBase64: dot }
    const { value } = await call('add_file', image)
    const id = String(value['fileId'])
    assert.equal(String(value['markdown']), `![a \\[b\\].png](/files/${id})`)
    await call('edit_page', { page, mode: 'append', text: String(value['markdown']) })
    const { text } = await call('get_page', { page })
    assert.match(text, new RegExp(`/files/${id}`))
    const plain = await call('add_file', { page, name: 'a.txt', contentBase64: 'aGVsbG8=' })
    const fileId = String(plain.value['fileId'])
    assert.equal(String(plain.value['markdown']), `[a.txt](/files/${fileId})`)
    const again = await call('add_file', { page: pageId, fileId })
    assert.equal(String(again.value['markdown']), `[a.txt](/files/${fileId})`)
  })
})
