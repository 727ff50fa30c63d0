import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Hit = { pageId: string; title: string; ownership: string; above: { title: string }[] }

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

async function find(input: object): Promise<Hit[]> {
  const { workspaceId } = quire
  const body = { workspaceId, query: 'river', ...input }
  const answer = await quire.post<{ results: Hit[] }>('/v1/search/find', body)
  assert.equal(answer.status, 200)
  return answer.body.results
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
})
