import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startServer, type TestServer } from '../test/support/server.ts'
import { type Client, createClient } from './index.ts'
import { eachItem, eachPart } from './paging.ts'

const count = 7

describe('iterators over lists', () => {
  let quire: TestServer
  let client: Client
  before(async () => {
    quire = await startServer()
    const baseUrl = await quire.server.listen({ host: '127.0.0.1', port: 0 })
    client = createClient({ baseUrl, apiKey: quire.key })
    const { workspaceId } = quire
    for (let index = 0; index < count; index += 1) {
      const markdown = index === 0 ? 'A long page.\n\n'.repeat(50) : `Page ${index}`
      await client.pages.create({ workspaceId, title: `Page ${index}`, markdown })
    }
  })
  after(() => quire.close())

  it('throw what the server rejects', async () => {
    const pages = eachItem(client.pages.list, { workspaceId: quire.workspaceId, limit: 0 }, 'pages')
    await assert.rejects(pages.next(), { code: 'VALIDATION_FAILED' })
  })

  it('stop when the caller aborts', async () => {
    const options = { signal: AbortSignal.abort() }
    const parts = eachPart(client.pages.list, { workspaceId: quire.workspaceId }, options)
    await assert.rejects(parts.next(), { name: 'AbortError' })
  })

  it('continue lists with an offset, one call at a time', async () => {
    const { workspaceId } = quire
    const parts = []
    for await (const { pages } of eachPart(client.pages.list, { workspaceId, limit: 3 }))
      parts.push(pages.length)
    assert.deepEqual(parts, [3, 3, 1])
    const titles = []
    for await (const { title } of eachItem(client.pages.list, { workspaceId, limit: 2 }, 'pages'))
      titles.push(title)
    assert.deepEqual(
      titles,
      Array.from({ length: count }, (_, index) => `Page ${index}`),
    )
  })

  it('find the only list of an answer, whatever its name', async () => {
    const { workspaceId } = quire
    const titles = []
    for await (const { title } of eachItem(client.pages.list, { workspaceId, limit: 3 }))
      titles.push(title)
    assert.equal(titles.length, count)
    let entries = 0
    for await (const { type } of eachItem(client.activity.list, { workspaceId, limit: 5 })) {
      if (type === 'page.created') entries += 1
    }
    assert.equal(entries, count)
    const call = async () => ({ first: [1], second: ['a'] })
    await assert.rejects(eachItem(call, {}).next(), /Name one of the lists: first, second\./)
    assert.equal((await eachItem(call, {}, 'second').next()).value, 'a')
    await assert.rejects(eachItem(async () => ({ id: 1 }), {}).next(), /has no list/)
  })

  it('continue lists with a cursor', async () => {
    const { workspaceId } = quire
    const ids = new Set<string>()
    let items = 0
    for await (const { id } of eachItem(client.activity.list, { workspaceId, limit: 2 }, 'items')) {
      ids.add(id)
      items += 1
    }
    assert.ok(items >= count)
    assert.equal(ids.size, items)
  })

  it('continue lists that only count their items', async () => {
    const { workspaceId } = quire
    const { pages } = await client.pages.list({ workspaceId })
    const [page] = pages
    assert.ok(page !== undefined)
    for (const fileName of ['a.txt', 'b.txt', 'c.txt']) {
      const file = { fileName, mimeType: 'text/plain', contentBase64: 'aGVsbG8K' }
      await client.pageFiles.uploadFile({ workspaceId, pageId: page.id, ...file })
    }
    const names = []
    for await (const { name } of eachItem(client.files.list, { workspaceId, limit: 2 }, 'files'))
      names.push(name)
    assert.deepEqual(names.toSorted(), ['a.txt', 'b.txt', 'c.txt'])
  })

  it('read a long page in parts', async () => {
    const { workspaceId } = quire
    const input = { workspaceId, page: 'Page 0', maxBytes: 100 }
    const parts = []
    for await (const { markdown } of eachPart(client.pages.get, input)) parts.push(markdown)
    assert.ok(parts.length > 5)
    const complete = await client.pages.get({ workspaceId, page: 'Page 0' })
    assert.equal(parts.join(''), complete.markdown)
  })
})
