import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { rowsOf } from '../../support/isolation.ts'
import { addPage } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { damage } from '../../support/stores/damage.ts'
import { headOf, typeText } from '../../support/typing.ts'

type Versions = { versions: { version: number }[] }

describe('typing that is only in the journal', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await startServer()
  })
  afterEach(() => server.close())

  const ask = async <Body = object>(path: string, body: object): Promise<Body> => {
    const answer = await server.post<Body>(path, { workspaceId: server.workspaceId, ...body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const markdownOf = async (pageId: string) =>
    (await ask<{ markdown: string }>('/v1/pages/markdown', { pageId })).markdown.trim()
  /** The texts of the versions, newest first. */
  const textsOf = async (pageId: string) => {
    const { versions } = await ask<Versions>('/v1/history/list', { pageId })
    const texts: string[] = []
    for (const { version } of versions) {
      const found = await ask<{ markdown: string }>('/v1/history/get', { pageId, version })
      texts.push(found.markdown.trim())
    }
    return texts
  }
  const change = (pageId: string, title: string, version: number) =>
    ask('/v1/pages/save', { pageId, title, version })

  it('is stored with the next write, also after a change of the title alone', async () => {
    const pageId = await addPage(server, 'Plan', { markdown: 'one' })
    await change(pageId, 'New', 1)
    await typeText(server, pageId, 'two ')
    await change(pageId, 'Newer', 3)
    const head = await headOf(server, pageId)
    assert.deepEqual([head.version, head.contentVersion], [4, null])
    assert.equal(await markdownOf(pageId), 'two one')
  })

  it('is a version of its own before an earlier one is restored', async () => {
    const pageId = await addPage(server, 'Plan', { markdown: 'one' })
    await typeText(server, pageId, 'two ')
    await typeText(server, pageId, 'three ')
    await ask('/v1/history/restore', { pageId, version: 1 })
    assert.deepEqual(await textsOf(pageId), ['one', 'three two one', 'one'])
  })

  it('is a version of its own before an update replaces it', async () => {
    const pageId = await addPage(server, 'Plan', { markdown: 'one' })
    await typeText(server, pageId, 'two ')
    const content = { type: 'doc', content: [{ type: 'paragraph' }] }
    await ask('/v1/pages/update', { pageId, content })
    assert.deepEqual(await textsOf(pageId), ['', 'two one', 'one'])
  })

  it('is a version of its own before a card of a board moves', async () => {
    const pageId = await addPage(server, 'Board', {
      markdown: 'Start.\n\n## To do\n\n- Card\n\n## Done\n',
    })
    await typeText(server, pageId, 'A new ')
    await ask('/v1/pages/edit', { pageId, mode: 'append', text: '- Card' })
    const [now, typed] = await textsOf(pageId)
    assert.match(typed ?? '', /^A new Start\./)
    assert.match(now ?? '', /^A new Start\.[^]*Done\s+- Card$/)
  })

  it('stays with a page that is deleted, and is stored when it comes back', async () => {
    const parentId = await addPage(server, 'Book', { markdown: 'cover' })
    const pageId = await addPage(server, 'Plan', { markdown: 'one', parentId })
    await typeText(server, pageId, 'zebra ')
    await ask('/v1/pages/delete', { pageId: parentId })
    assert.equal((await headOf(server, pageId)).contentVersion, 1)
    await ask('/v1/pages/restore', { pageId: parentId })
    assert.equal((await headOf(server, pageId)).contentVersion, null)
    assert.equal(await markdownOf(pageId), 'zebra one')
    assert.deepEqual(await textsOf(pageId), ['zebra one', 'one'])
    const { results } = await ask<{ results: { id: string }[] }>('/v1/search/pages', {
      query: 'zebra',
    })
    assert.equal(results.length, 1)
  })

  it('ends a write that cannot store it, where the journal lacks it', async () => {
    const pageId = await addPage(server, 'Plan', { markdown: 'one' })
    await typeText(server, pageId, 'two ')
    await damage(server.dataFolder, 'delete from page_steps where page_id = $1', pageId)
    const edit = { workspaceId: server.workspaceId, pageId, mode: 'append', text: 'End.' }
    const { status, body } = await server.post('/v1/pages/edit', edit)
    assert.deepEqual([status, body.code], [503, 'BUSY'])
    assert.equal(await markdownOf(pageId), 'one')
  })

  it('is removed with its page for good', async () => {
    const pageId = await addPage(server, 'Plan', { markdown: 'one' })
    await typeText(server, pageId, 'zebra ')
    await ask('/v1/pages/delete', { pageId })
    await ask('/v1/trash/purge', { pageId })
    assert.deepEqual(await rowsOf(server, ['zebra']), [])
    const left = await rowsOf(server, [pageId])
    assert.deepEqual(
      left.filter((row) => !/^(?:events|search_changes) /.test(row)),
      [],
    )
  })
})
