import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { App } from '../../../server/app.ts'
import { searchPages } from '../../../server/domain/search/search.ts'
import { publicViewer } from '../../../server/store/index.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { openAnother, startServer, type TestServer } from '../../support/server.ts'

type Hit = { title: string }

let quire: TestServer
let otherNode: App
let owner: string
let member: Person
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  otherNode = await openAnother(quire)
  owner = quire.key
  member = await addPerson(quire, 'Mia', 'MEMBER')
})
after(async () => {
  await otherNode.close()
  await quire.close()
})

const call = async <Body = object>(path: string, body: object, key: string) => {
  const { workspaceId } = quire
  const answer = await quire.post<Body>(path, { workspaceId, ...body }, key)
  assert.equal(answer.status, 200)
  return answer.body
}
const restrict = (pageId: string, change: object) =>
  call('/v1/permissions/update', { pageId, ...change }, owner)

/** Titles that a member finds on both nodes. */
async function find(query: string, key = member.key): Promise<string[]> {
  const { results } = await call<{ results: Hit[] }>('/v1/search/pages', { query }, key)
  const titles = results.map(({ title }) => title)
  if (key === member.key) {
    const viewer = { ...publicViewer(quire.workspaceId), viewerId: member.userId }
    const hits = await searchPages({ ...otherNode, viewer }, { query, k: 10 })
    assert.deepEqual(
      hits.map(({ title }) => title),
      titles,
    )
  }
  return titles
}

describe('a search', () => {
  it('follows grants, moves and new pages in the next request', async () => {
    const plans = await addPage(quire, 'Plans', { markdown: 'Acquire a zeppelin.' })
    const offer = await addPage(quire, 'Offer', { markdown: 'Price of a zeppelin.' })
    assert.deepEqual((await find('zeppelin')).toSorted(), ['Offer', 'Plans'])
    await restrict(plans, { inherits: false, everyone: null })
    assert.deepEqual(await find('zeppelin'), ['Offer'])
    await call('/v1/pages/move', { pageId: offer, newParentId: plans }, owner)
    assert.deepEqual(await find('zeppelin'), [])
    await addPage(quire, 'Contract', { parentId: plans, markdown: 'The zeppelin is sold.' })
    assert.deepEqual(await find('zeppelin'), [])
    assert.deepEqual((await find('zeppelin', owner)).toSorted(), ['Contract', 'Offer', 'Plans'])
    await restrict(plans, { grants: [{ principalId: member.userId, level: 'read' }] })
    assert.deepEqual((await find('zeppelin')).toSorted(), ['Contract', 'Offer', 'Plans'])
    await restrict(plans, { grants: [{ principalId: member.userId, level: null }] })
    assert.deepEqual(await find('zeppelin'), [])
    await call('/v1/pages/move', { pageId: offer, newParentId: null }, owner)
    assert.deepEqual(await find('zeppelin'), ['Offer'])
  })

  it('corrects to words of readable pages only, and gives no hidden ancestors', async () => {
    const top = await addPage(quire, 'Top')
    const vault = await addPage(quire, 'Vault', { parentId: top, markdown: 'A quixotium mine.' })
    const key = await addPage(quire, 'Keyhole', {
      parentId: vault,
      markdown: 'A pelicanesque door.',
    })
    await restrict(vault, { inherits: false, everyone: null })
    await restrict(key, { everyone: 'read' })
    assert.deepEqual(await find('quixotiun '), [])
    assert.deepEqual(await find('quixo'), [])
    assert.deepEqual(await find('quixotiun ', owner), ['Vault'])
    assert.deepEqual(await find('pelicanesque'), ['Keyhole'])
    const found = await call<{ results: Hit[] }>(
      '/v1/search/find',
      { query: 'pelicanesque' },
      member.key,
    )
    const [hit] = found.results
    assert.match(JSON.stringify(hit), /"title":"Keyhole".*"above":\[\]/)
    assert.ok(!JSON.stringify(hit).includes(vault))
    const below = { query: 'pelicanesque', underPageId: top }
    const none = await call<{ results: Hit[] }>('/v1/search/find', below, member.key)
    assert.deepEqual(none.results, [])
  })
})
