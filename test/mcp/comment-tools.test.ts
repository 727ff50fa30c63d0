import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callTool, fenced, items } from '../support/mcp.ts'
import { addPage } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe('the tools for comments', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
  })
  after(() => quire.close())

  it('refuse a quote that is not on the page', async () => {
    const pageId = await addPage(quire, 'Short', { markdown: 'Hello.' })
    const given = { pageId, markdown: 'x', quote: 'Goodbye' }
    const { text, isError } = await callTool(quire, 'create_comment', given)
    assert.equal(isError, true)
    assert.match(text, /TEXT_NOT_FOUND/)
  })

  it('comment on a text, answer, list and resolve', async () => {
    const pageId = await addPage(quire, 'Plan', { markdown: 'We **start** on Monday.' })
    const created = await callTool(quire, 'create_comment', {
      pageId,
      markdown: 'Which one?',
      quote: 'start on Monday',
    })
    const commentId = String(created.value['commentId'])
    const parentId = commentId
    const urlOf = (id: unknown) => new RegExp(`/pages/${pageId}#comment-${String(id)}$`)
    assert.match(String(created.value['url']), urlOf(commentId))
    await callTool(quire, 'create_comment', { pageId, markdown: 'The 3rd.', parentId, quote: '' })
    const { value } = await callTool(quire, 'list_comments', { pageId })
    const [thread] = items(value['threads'])
    assert.equal(fenced(Object(thread?.['quote']).current), 'start on Monday')
    assert.deepEqual(
      items(thread?.['comments']).map(({ markdown }) => fenced(String(markdown))),
      ['Which one?\n', 'The 3rd.\n'],
    )
    for (const { id, url } of items(thread?.['comments'])) assert.match(String(url), urlOf(id))
    await callTool(quire, 'resolve_comment', { commentId, resolved: true })
    const open = await callTool(quire, 'list_comments', { pageId })
    assert.equal(Number(open.value['total']), 0)
    const all = await callTool(quire, 'list_comments', { pageId, includeResolved: true })
    assert.equal(items(all.value['threads']).length, 1)
  })
})
