import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, nothing } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'

type Lines = { pages: { id: string; title: string; icon: string | null; visitedAt?: string }[] }

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

const ask = (path: string, pageId?: string, key?: string) =>
  quire.post<Lines>(path, { workspaceId: quire.workspaceId, pageId }, key)
const titles = async (path: string, key?: string) =>
  (await ask(path, undefined, key)).body.pages.map(({ title }) => title)

describe('favourites', () => {
  it('refuse a page that is not there, and a key that may only read', async () => {
    const pageId = await addPage(quire, 'Kept')
    const reader = await addKey(quire, { readOnly: true })
    assert.equal((await ask('/v1/favourites/add', nothing)).status, 404)
    assert.equal((await ask('/v1/favourites/add', pageId, reader)).status, 403)
    assert.equal((await ask('/v1/favourites/remove', pageId, reader)).status, 403)
  })

  it('are added once, listed in order and removed, by a viewer as well, each their own', async () => {
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    const one = await addPage(quire, 'One')
    const two = await addPage(quire, 'Two')
    for (const pageId of [two, one, two]) {
      assert.equal((await ask('/v1/favourites/add', pageId, viewer.key)).status, 200)
    }
    const list = () => titles('/v1/favourites/list', viewer.key)
    assert.deepEqual((await list()).toSorted(), ['One', 'Two'])
    assert.deepEqual(await titles('/v1/favourites/list'), [])
    const opened = await quire.post<{ isFavourite: boolean }>(
      '/v1/pages/document',
      { workspaceId: quire.workspaceId, pageId: one },
      viewer.key,
    )
    assert.equal(opened.body.isFavourite, true)
    for (const pageId of [two, two, nothing]) {
      assert.equal((await ask('/v1/favourites/remove', pageId, viewer.key)).status, 200)
    }
    assert.deepEqual(await list(), ['One'])
    await ask('/v1/pages/delete', one)
    assert.deepEqual(await list(), [])
    await ask('/v1/pages/restore', one)
    assert.deepEqual(await list(), ['One'])
  })
})

describe('recent pages', () => {
  it('refuse a page that is not there', async () => {
    assert.equal((await ask('/v1/recent/visit', nothing)).status, 404)
  })

  it('come back last opened first, each page once, twenty at most', async () => {
    const ids: string[] = []
    for (let count = 0; count < 23; count += 1) ids.push(await addPage(quire, `Page ${count}`))
    for (const id of [...ids, ids[10] ?? '']) {
      assert.equal((await ask('/v1/recent/visit', id)).status, 200)
      // Two visits in one millisecond would have no order.
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    const { pages } = (await ask('/v1/recent/list')).body
    assert.equal(pages.length, 20)
    assert.deepEqual(
      pages.slice(0, 3).map(({ title }) => title),
      ['Page 10', 'Page 22', 'Page 21'],
    )
    assert.ok(Date.parse(pages[0]?.visitedAt ?? '') > 0)
  })
})
