import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callTool, fenced, items, type Json } from '../support/mcp.ts'
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
    const given = { pageId, markdown: 'x', quote: 'Goodbye, hello' }
    const { text, isError } = await callTool(quire, 'create_comment', given)
    assert.equal(isError, true)
    assert.match(text, /TEXT_NOT_FOUND.*The closest lines are .*Hello/)
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
    const tried = await callTool(quire, 'create_comment', { pageId, markdown: 'No.', dryRun: true })
    assert.deepEqual(Object.keys(tried.value).toSorted(), ['dryRun', 'workspace'])
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

  it('list the ends of a long thread, and all of it on request', async () => {
    const pageId = await addPage(quire, 'Discussed')
    const say = async (markdown: string, reply: object = {}) =>
      (await callTool(quire, 'create_comment', { pageId, markdown, ...reply })).value['commentId']
    const parentId = await say('First')
    const texts = Array.from({ length: 30 }, (_, index) => `Reply ${index} ${'x'.repeat(500)}`)
    for (const text of texts) await say(text, { parentId })
    const long = await say('y'.repeat(9000))
    const list = async (given: object) =>
      (await callTool(quire, 'list_comments', { page: 'Discussed', ...given })).value
    const textsOf = (comments: Json | undefined) =>
      items(comments).map(({ markdown }) => (fenced(String(markdown)) ?? '').trimEnd())
    const [thread, other] = items((await list({}))['threads'])
    const [first, ...last] = textsOf(thread?.['comments'])
    assert.equal(first, 'First')
    assert.ok(last.length > 1 && last.length < 30)
    assert.deepEqual(last, texts.slice(-last.length))
    assert.equal(Number(thread?.['omitted']), 30 - last.length)
    assert.match(textsOf(other?.['comments'])[0] ?? '', /^y{1900,2000}…$/)
    const read: string[] = []
    for (let more = 'offset 0'; more !== 'undefined';) {
      const offset = Number(/offset (\d+)/.exec(more)?.[1])
      const part = await list({ thread: parentId, offset })
      assert.ok(JSON.stringify(part).length < 12_500)
      read.push(...textsOf(part['comments']))
      more = String(part['more'])
    }
    assert.deepEqual(read, ['First', ...texts])
    const [complete] = textsOf((await list({ thread: String(long).toUpperCase() }))['comments'])
    assert.match(complete ?? '', /^y{7900,8000}…$/)
    const missing = await callTool(quire, 'list_comments', { pageId, thread: pageId })
    assert.match(missing.text, /COMMENT_NOT_FOUND.*has no thread/)
  })
})
