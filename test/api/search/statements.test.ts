import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  let parentId = await addPage(quire, 'Rivers')
  for (let depth = 0; depth < 20; depth += 1) {
    parentId = await addPage(quire, `River ${depth}`, {
      parentId,
      markdown: `A long river, ${depth}.`,
    })
  }
})
after(() => quire.close())

/** How often each statement of the store runs for a request. */
async function statementsOf(
  path: string,
  input: object,
): Promise<{ hits: number; ran: Record<string, number> }> {
  const counts = () => new Map(quire.app.store.timings().map(({ name, count }) => [name, count]))
  const { workspaceId } = quire
  const earlier = counts()
  const answer = await quire.post<{ results: object[] }>(path, { workspaceId, ...input })
  assert.equal(answer.status, 200)
  const ran = [...counts()]
    .map(([name, count]) => [name, count - (earlier.get(name) ?? 0)] as const)
    .filter(([name, count]) => count > 0 && /^(?:searchHits|page)/.test(name))
  return { hits: answer.body.results.length, ran: Object.fromEntries(ran) }
}

describe('a search', () => {
  it('reads the texts of all hits with one statement', async () => {
    const { hits, ran } = await statementsOf('/v1/search/pages', { query: 'river', k: 20 })
    assert.equal(hits, 20)
    assert.deepEqual(ran, { 'searchHits.texts': 1 })
  })

  it('reads no text again that it read before', async () => {
    for (const k of [1, 2, 20]) {
      const { hits, ran } = await statementsOf('/v1/search/pages', { query: 'river', k })
      assert.equal(hits, k)
      assert.deepEqual(ran, {})
    }
  })

  it('reads anew what has changed since, and shows nothing of it any more', async () => {
    const { workspaceId } = quire
    const pageId = await addPage(quire, 'Lake', { markdown: 'Calm water.' })
    await statementsOf('/v1/search/pages', { query: 'calm water' })
    assert.equal(
      (await quire.post('/v1/pages/update', { workspaceId, pageId, title: 'Storm lake' })).status,
      200,
    )
    const find = async () => {
      const input = { workspaceId, query: 'calm water' }
      const { body } = await quire.post<{ results: { title: string }[] }>('/v1/search/pages', input)
      return body.results.map(({ title }) => title)
    }
    assert.deepEqual(await find(), ['Storm lake'])
    await quire.post('/v1/pages/delete', { workspaceId, pageId })
    assert.deepEqual(await find(), [])
  })

  it('reads on in ever larger lots where an exact phrase rules pages out', async () => {
    const { hits, ran } = await statementsOf('/v1/search/pages', { query: '"long river, 7"', k: 1 })
    assert.equal(hits, 1)
    assert.ok((ran['searchHits.texts'] ?? 0) <= 5, JSON.stringify(ran))
  })

  it('reads a long body by itself', async () => {
    const markdown = 'Estuary of many words. '.repeat(1600)
    await addPage(quire, 'Delta', { markdown })
    const { hits, ran } = await statementsOf('/v1/search/pages', { query: 'estuary' })
    assert.equal(hits, 1)
    assert.deepEqual(ran, { 'searchHits.texts': 1, 'pages.texts': 1 })
  })
})

describe('a search for hits and where they are', () => {
  it('reads the ancestors of all hits with one statement', async () => {
    const { hits, ran } = await statementsOf('/v1/search/find', { query: 'river', k: 20 })
    assert.equal(hits, 20)
    assert.deepEqual(ran, { 'searchHits.branches': 1 })
  })

  it('asks nothing about where they are when there are none, and once for a host of links', async () => {
    const several = await statementsOf('/v1/search/find', { query: 'zeppelin airship' })
    assert.deepEqual(several, { hits: 0, ran: {} })
    const one = await statementsOf('/v1/search/find', { query: 'zeppelin' })
    assert.deepEqual(one, { hits: 0, ran: { 'pageLinks.toHost': 1 } })
  })
})
