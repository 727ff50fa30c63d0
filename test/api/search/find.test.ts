import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { indexPending } from '../../../server/domain/search/reindex.ts'
import { searchPending } from '../../../server/store/index.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'

type Hit = {
  pageId: string
  title: string
  ownership: string
  updatedAt: string
  beginning: string
  above: { title: string }[]
}
type Part = {
  results: Hit[]
  nextOffset: number | null
  total: number
  isTotalExact: boolean
  isIndexing: boolean
}

let quire: TestServer
let section: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  section = await addPage(quire, 'Rivers')
  const below = await addPage(quire, 'Europe', { parentId: section })
  await addPage(quire, 'Danube', { parentId: below, markdown: 'A long river.' })
  await addPage(quire, 'Elsewhere', { markdown: 'No river but a lake.' })
  await addPage(quire, 'River guide', { ownership: 'SKILL', markdown: 'How to name a river.' })
})
after(() => quire.close())

async function findPart(input: object, key?: string): Promise<Part> {
  const { workspaceId } = quire
  const body = { workspaceId, query: 'river', ...input }
  const answer = await quire.post<Part>('/v1/search/find', body, key)
  assert.equal(answer.status, 200)
  return answer.body
}

async function find(input: object): Promise<Hit[]> {
  return (await findPart(input)).results
}

describe('POST /v1/search/find', () => {
  it('refuses a kind that there is not, and a person who is no member', async () => {
    const { workspaceId } = quire
    const input = { workspaceId, query: 'river' }
    const refused = await quire.post('/v1/search/find', { ...input, ownership: 'NOTE' })
    assert.equal(refused.status, 400)
    const { key } = await addPerson(quire, 'Mallory')
    assert.equal((await quire.post('/v1/search/find', input, key)).status, 403)
  })

  it('tells where a page is and what it is', async () => {
    const danube = (await find({})).find(({ title }) => title === 'Danube')
    assert.deepEqual(
      danube?.above.map(({ title }) => title),
      ['Rivers', 'Europe'],
    )
    assert.equal(danube?.ownership, 'TEXT')
  })

  it('keeps to one kind', async () => {
    const titles = (await find({ ownership: 'SKILL' })).map(({ title }) => title)
    assert.deepEqual(titles, ['River guide'])
    assert.deepEqual(await find({ type: 'KANBAN' }), [])
  })

  it('keeps to a page and those below it', async () => {
    const titles = (await find({ underPageId: section })).map(({ title }) => title)
    assert.deepEqual(titles.toSorted(), ['Danube', 'Rivers'])
    assert.deepEqual(await find({ underPageId: quire.workspaceId }), [])
  })

  it('gives no more than asked for', async () => {
    assert.equal((await find({ k: 1 })).length, 1)
  })

  it('refuses a time that is none', async () => {
    const { workspaceId } = quire
    const input = { workspaceId, query: 'river', updatedFrom: 'yesterday' }
    assert.equal((await quire.post('/v1/search/find', input)).status, 400)
  })

  it('keeps to the pages of one author, who created or changed them', async () => {
    const { workspaceId } = quire
    const bob = await addPerson(quire, 'Bob', 'MEMBER')
    assert.deepEqual(await find({ authorId: bob.userId }), [])
    const input = { workspaceId, title: 'Bob on a river', markdown: 'Of Bob.' }
    assert.equal((await quire.post('/v1/pages/create', input, bob.key)).status, 200)
    const titles = async () =>
      (await find({ authorId: bob.userId })).map(({ title }) => title).toSorted()
    assert.deepEqual(await titles(), ['Bob on a river'])
    const [elsewhere] = await find({ query: 'lake' })
    const change = { workspaceId, pageId: elsewhere?.pageId, title: 'A river elsewhere' }
    assert.equal((await quire.post('/v1/pages/update', change, bob.key)).status, 200)
    assert.deepEqual(await titles(), ['A river elsewhere', 'Bob on a river'])
  })

  it('keeps to the pages that changed in a time', async () => {
    const all = await find({})
    const [latest = ''] = all.map(({ updatedAt }) => updatedAt).toSorted((a, b) => (a < b ? 1 : -1))
    const from = await find({ updatedFrom: latest })
    const before = await find({ updatedBefore: latest })
    assert.equal(from.length + before.length, all.length)
    assert.ok(from.length > 0)
    assert.ok(from.every(({ updatedAt }) => updatedAt >= latest))
    assert.ok(before.every(({ updatedAt }) => updatedAt < latest))
  })

  it('gives the beginning of the text where the title matches', async () => {
    const hits = await find({ query: 'danube' })
    assert.deepEqual(
      hits.map(({ title, beginning }) => ({ title, beginning })),
      [{ title: 'Danube', beginning: 'A long river.' }],
    )
    const [inText] = await find({ query: 'lake' })
    assert.equal(inText?.beginning, '')
  })
})

describe('POST /v1/search/find while pages are indexed', () => {
  it('says that results can be missing, if more pages wait than a request writes', async () => {
    const { app, workspaceId } = quire
    const ids: string[] = []
    while (ids.length < 65) ids.push(await addPage(quire, `Waiting ${ids.length}`))
    const wait = (some: readonly string[]) =>
      app.store.transactIn({ workspaceId }, (transaction) =>
        searchPending.add(transaction, { workspaceId, ids: some }),
      )
    await wait(ids.slice(1))
    assert.equal((await findPart({})).isIndexing, false)
    await wait(ids)
    assert.equal((await findPart({})).isIndexing, true)
    const { store } = app
    await indexPending({ store, content: contextOf(quire).content }, workspaceId)
    assert.equal((await findPart({})).isIndexing, false)
  })
})

describe('a long list of POST /v1/search/find', () => {
  const count = 130
  before(async () => {
    for (let index = 0; index < count; index += 1) {
      const title = index < 2 ? 'volcano' : `Report ${index}`
      await addPage(quire, title, { markdown: `A volcano, seen from ${index} sides.` })
    }
  })

  async function readAll(input: object): Promise<Hit[]> {
    const hits: Hit[] = []
    let offset: number | null = 0
    while (offset !== null) {
      const part: Part = await findPart({ query: 'volcano', k: 50, ...input, offset })
      hits.push(...part.results)
      offset = part.nextOffset
    }
    return hits
  }

  it('has every page once, in the order of one ranking', async () => {
    const all = await readAll({})
    assert.equal(all.length, count)
    assert.equal(new Set(all.map(({ pageId }) => pageId)).size, count)
    assert.deepEqual(
      all.slice(0, 2).map(({ title }) => title),
      ['volcano', 'volcano'],
    )
    const byOnes = await readAll({ k: 7 })
    assert.deepEqual(
      byOnes.map(({ pageId }) => pageId),
      all.map(({ pageId }) => pageId),
    )
  })

  it('says how many pages there are', async () => {
    const { total, isTotalExact, nextOffset } = await findPart({ query: 'volcano', k: 1 })
    assert.deepEqual(
      { total, isTotalExact, nextOffset },
      { total: count, isTotalExact: true, nextOffset: 1 },
    )
  })

  it('has all pages of a filter, wherever they rank', async () => {
    const last = await addPage(quire, 'Long notes', {
      parentId: section,
      markdown: `A volcano ${'and other words '.repeat(200)}`,
    })
    const part = await findPart({ query: 'volcano', underPageId: section })
    assert.deepEqual(
      part.results.map(({ pageId }) => pageId),
      [last],
    )
    assert.deepEqual([part.total, part.isTotalExact, part.nextOffset], [1, true, null])
  })

  it('goes on with a filter beyond the first thousand pages', async () => {
    const other = await addPage(quire, 'Mountains')
    const first = await addPage(quire, 'glacier', { parentId: other })
    for (let index = 0; index < 1005; index += 1) await addPage(quire, `A glacier ${index}`)
    const last = await addPage(quire, 'Long notes of mountains', {
      parentId: other,
      markdown: `A glacier ${'and other words '.repeat(200)}`,
    })
    const found = await readAll({ query: 'glacier', underPageId: other, k: 1 })
    assert.deepEqual(
      found.map(({ pageId }) => pageId),
      [first, last],
    )
    const everything = await readAll({ query: 'glacier' })
    const { total, isTotalExact } = await findPart({ query: 'glacier', offset: 990 })
    assert.deepEqual([everything.length, total, isTotalExact], [1000, 1000, false])
  })

  it('reads on for an exact phrase', async () => {
    const found = await readAll({ query: '"seen from 7 sides"', k: 1 })
    assert.deepEqual(
      found.map(({ title }) => title),
      ['Report 7'],
    )
  })
})

describe('a host that links lead to', () => {
  it('finds their pages, after those with the word, and only what may be read', async () => {
    const parentId = await addPage(quire, 'Manuals')
    const markdown = 'See [the manual](https://docs.targethost.example/deep).'
    await addPage(quire, 'Linking', { parentId, markdown })
    await addPage(quire, 'Named', { parentId, markdown: 'The targethost is here.' })
    await addPage(quire, 'Other', { parentId, markdown: '[there](https://targethostile.example)' })
    const titles = async (query: string, more: object = {}) =>
      (await findPart({ query, underPageId: parentId, ...more })).results.map(({ title }) => title)
    assert.deepEqual(await titles('targethost'), ['Named', 'Linking'])
    for (const query of [
      'targethost.example',
      'docs.targethost',
      'https://docs.targethost.example/x',
    ]) {
      assert.deepEqual(
        (await titles(query)).filter((title) => title !== 'Named'),
        ['Linking'],
      )
    }
    assert.deepEqual(await titles('targethost', { underPageId: section }), [])
    assert.deepEqual(await titles('"targethost"'), ['Named'])
    const { workspaceId } = quire
    const specified = await quire.post<{ results: Hit[] }>('/v1/search/pages', {
      workspaceId,
      query: 'targethost',
    })
    assert.deepEqual(
      specified.body.results.map(({ title }) => title),
      ['Named'],
    )
  })
})
