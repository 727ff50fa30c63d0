import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callTool, fenced, items, toolNames } from '../support/mcp.ts'
import { addFile, addPage } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'

const contentBase64 = 'aGVsbG8K'

describe('tools of earlier releases', () => {
  let quire: TestServer
  let pageId: string
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    pageId = await addPage(quire, 'Page', { markdown: 'Text.' })
  })
  after(() => quire.close())

  const call = async (name: string, given: object) => {
    const result = await callTool(quire, name, given)
    assert.equal(result.isError, false, `${name}: ${result.text}`)
    return result
  }

  it('are not listed', async () => {
    const names = await toolNames(quire)
    for (const name of ['get_page_markdown', 'upload_image', 'attach_file', 'list_agents']) {
      assert.ok(!names.includes(name), name)
    }
  })

  it('read a page and its metadata', async () => {
    const { text } = await call('get_page_markdown', { pageId })
    assert.equal(fenced(text), 'Text.\n')
    const { value } = await call('get_page_stats', { pageId })
    assert.deepEqual(
      [String(value['type']), String(value['ownership']), String(value['workspace'])],
      ['TEXT', 'TEXT', 'Lab'],
    )
    assert.equal(String(value['createdBy']?.['firstName']), 'Ada')
  })

  it('upload files and images, and attach them', async () => {
    const file = { pageId, fileName: 'a.txt', mimeType: 'text/plain', contentBase64 }
    const uploaded = await call('upload_file', file)
    const image = { pageId, fileName: 'a.png', mimeType: 'image/png', contentBase64 }
    const pictured = await call('upload_image', image)
    const other = await addPage(quire, 'Other')
    await call('attach_file', { pageId: other, fileId: uploaded.value['fileId'] })
    await call('attach_image', { pageId: other, fileId: pictured.value['fileId'] })
    for (const id of [pageId, other]) {
      const { value } = await call('list_page_files', { pageId: id })
      const names = items(value['files']).map(({ name }) => String(name))
      assert.deepEqual(names.toSorted(), ['a.png', 'a.txt'])
    }
    const text = await callTool(quire, 'upload_image', { ...image, mimeType: 'text/plain' })
    assert.equal(text.value['code'], 'UNSUPPORTED_MIME_TYPE')
  })

  it('create a page from a file, as create_page does', async () => {
    const fileId = await addFile(quire, pageId, { name: 'notes.md', content: '# Notes\n\nOne.' })
    const old = await call('create_page_from_file', { fileId, title: 'Before' })
    const now = await call('create_page', { fileId, title: 'Now', parent: 'Page' })
    for (const { value } of [old, now]) {
      const { text } = await call('get_page', { page: value['id'] })
      assert.match(String(fenced(text)), /One\./)
    }
    const both = { fileId, title: 'Both', markdown: 'Text.' }
    const refused = await callTool(quire, 'create_page', both)
    assert.match(String(refused.value['message']), /^markdown cannot be combined with fileId/)
    const tried = await call('create_page', { fileId, title: 'Tried', dryRun: true })
    assert.equal(tried.value['id'], undefined)
  })

  it('list agents, as list_skills does', async () => {
    const id = await addPage(quire, 'Robot', { ownership: 'AGENT', markdown: 'It mows.' })
    for (const [name, given] of [
      ['list_agents', {}],
      ['list_skills', { ownership: 'AGENT' }],
    ] as const) {
      const { value } = await call(name, given)
      assert.deepEqual(
        items(value['pages']).map((page) => String(page['id'])),
        [id],
      )
    }
    const { value } = await call('list_skills', {})
    assert.deepEqual(value['pages'], [])
  })

  it('take the parameters that they took', async () => {
    const parentId = await addPage(quire, 'Parent')
    const child = await call('create_page', { title: 'Child', parentId })
    const id = String(child.value['id'])
    const found = await call('search_pages', { query: 'Child', k: 1 })
    assert.equal(String(items(found.value['results'])[0]?.['pageId']), id)
    await call('edit_page', { pageId: id, mode: 'append', text: 'x' })
    await call('update_page', { pageId: id, title: 'Grown' })
    await call('move_page', { pageId: id, newParentId: 'root', prevPageId: null })
    const listed = await call('list_pages', { parentId })
    assert.deepEqual(listed.value['pages'], [])
    const created = await call('create_comment', { pageId: id, markdown: 'Hm.' })
    await call('resolve_comment', { commentId: created.value['commentId'], resolved: true })
    await call('list_comments', { pageId: id, includeResolved: true })
    await call('delete_page', { pageId: id })
    await call('restore_page', { pageId: id })
  })
})

describe('a key that only reads', () => {
  it('sees no tool that sets the workspace', async () => {
    const quire = await startServer()
    try {
      const { addKey } = await import('../support/server.ts')
      const key = await addKey(quire, { readOnly: true })
      const names = await toolNames(quire, key)
      assert.ok(!names.includes('select_workspace'))
      assert.ok(names.includes('list_changes'))
      const { value } = await callTool(quire, 'list_workspaces', {}, { key })
      assert.equal(items(value['workspaces']).length, 1)
    } finally {
      await quire.close()
    }
  })
})
