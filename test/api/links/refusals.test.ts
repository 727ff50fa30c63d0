import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, unknownId } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { addGuest, grantOnly } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let pageId: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  pageId = await addPage(quire, 'Page', { markdown: 'Text with #tag.' })
})
after(() => quire.close())

const ofPage = ['backlinks', 'mentions', 'preview', 'anchors'] as const
const ofWorkspace = [
  '/v1/page-links/broken',
  '/v1/page-links/orphans',
  '/v1/tags/list',
  '/v1/tags/pages',
] as const

describe('the operations on links and tags refuse', () => {
  for (const name of ofPage) {
    it(`${name} of a page that is missing, or without one`, async () => {
      const { workspaceId } = quire
      const path = `/v1/page-links/${name}`
      const missing = await quire.post(path, { workspaceId, pageId: unknownId })
      assert.deepEqual([missing.status, missing.body.code], [404, 'PAGE_NOT_FOUND'])
      const none = await quire.post(path, { workspaceId })
      assert.deepEqual([none.status, none.body.errors[0]?.path], [400, '/pageId'])
      const wrong = await quire.post(path, { workspaceId, pageId: 'x' })
      assert.deepEqual([wrong.status, wrong.body.errors[0]?.path], [400, '/pageId'])
    })
  }

  for (const [path, input, field] of [
    ['/v1/page-links/backlinks', { limit: 0 }, '/limit'],
    ['/v1/page-links/backlinks', { limit: 101 }, '/limit'],
    ['/v1/page-links/backlinks', { cursor: 'x'.repeat(201) }, '/cursor'],
    ['/v1/page-links/mentions', { limit: 1.5 }, '/limit'],
    ['/v1/page-links/broken', { cursor: 'x' }, '/cursor'],
    ['/v1/page-links/broken', { cursor: `${unknownId}.9999999999` }, '/cursor'],
    ['/v1/page-links/orphans', { cursor: 'x' }, '/cursor'],
    ['/v1/page-links/titles', { pageIds: [] }, '/pageIds'],
    ['/v1/page-links/titles', { pageIds: ['x'] }, '/pageIds/0'],
    ['/v1/page-links/link', { targetPageId: unknownId, block: 0 }, '/block'],
    ['/v1/tags/list', { prefix: 'x'.repeat(101) }, '/prefix'],
    ['/v1/tags/pages', { tag: '' }, '/tag'],
    ['/v1/tags/pages', { tag: 'a', cursor: 'x' }, '/cursor'],
    ['/v1/tags/rename', { tag: 'a', newName: '' }, '/newName'],
    ['/v1/search/find', { query: 'a', tag: '' }, '/tag'],
  ] as const) {
    it(`${path} with ${JSON.stringify(input).slice(0, 60)}`, async () => {
      const { workspaceId } = quire
      const refused = await quire.post(path, { workspaceId, pageId, ...input })
      assert.equal(refused.status, 400)
      assert.equal(refused.body.errors[0]?.path, field)
    })
  }

  for (const path of ofWorkspace) {
    it(`${path} for people outside, and shows guests nothing that is not shared`, async () => {
      const { workspaceId } = quire
      const outsider = await addPerson(quire, `Outsider${path.replaceAll(/\W/g, '')}`)
      const body = { workspaceId, tag: 'tag' }
      assert.equal((await quire.post(path, body, outsider.key)).status, 403)
      const guest = await addGuest(quire, `Guest${path.replaceAll(/\W/g, '')}`, 'MEMBER')
      const seen = await quire.post<{ items: object[] }>(path, body, guest.key)
      assert.deepEqual([seen.status, seen.body.items], [200, []])
    })
  }

  it('to show a guest more than the pages that are shared', async () => {
    const guest = await addGuest(quire, 'Gus', 'MEMBER')
    const { workspaceId } = quire
    const shared = await addPage(quire, 'Shared', { markdown: `#tag [it](/pages/${pageId})` })
    await grantOnly(quire, shared, { [quire.userId]: 'manage', [guest.userId]: 'write' })
    const tags = await quire.post('/v1/tags/list', { workspaceId }, guest.key)
    assert.deepEqual(tags.body, { items: [{ name: 'tag', pages: 1 }], nextCursor: null })
    const broken = await quire.post<{ items: { reason: string }[] }>(
      '/v1/page-links/broken',
      { workspaceId },
      guest.key,
    )
    assert.deepEqual(
      broken.body.items.map(({ reason }) => reason),
      ['missing'],
    )
  })
})
