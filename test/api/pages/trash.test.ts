import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { statement } from '../../../server/store/statement.ts'
import { addPage, nothing, titlesUnder } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Done = { ok: true; pages: number; parentId?: string | null }

describe('the trash', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
  })
  after(() => quire.close())

  const send = <Body = Done>(verb: 'delete' | 'restore', pageId: string, key?: string) =>
    quire.post<Body>(`/v1/pages/${verb}`, { workspaceId: quire.workspaceId, pageId }, key)
  const read = async (pageId: string) =>
    (await quire.post('/v1/pages/markdown', { workspaceId: quire.workspaceId, pageId })).status
  const find = async (query: string) => {
    const found = await quire.post<{ results: { pageId: string }[] }>('/v1/search/pages', {
      workspaceId: quire.workspaceId,
      query,
    })
    return found.body.results.map(({ pageId }) => pageId)
  }
  const eventsOf = async (type: string) => {
    const sql = `select data from events where type = '${type}' order by sequence`
    const rows = await quire.app.store.all(statement<{ data: string }>(`test.${type}`, sql))
    return rows.map(({ data }) => JSON.parse(data))
  }

  it('refuses a page that is not there, or is in it already (/v1/pages/delete)', async () => {
    const gone = await addPage(quire, 'Gone')
    await send('delete', gone)
    for (const pageId of [nothing, gone]) {
      const { status, body } = await send<{ code: string }>('delete', pageId)
      assert.equal(status, 404)
      assert.equal(body.code, 'PAGE_NOT_FOUND')
    }
    assert.equal((await send('restore', nothing)).status, 404)
  })

  it('refuses people who may only read', async () => {
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    const pageId = await addPage(quire, 'Kept')
    assert.equal((await send('delete', pageId, viewer.key)).status, 403)
    assert.equal((await send('restore', pageId, viewer.key)).status, 403)
  })

  it('takes a page and all under it out of the tree and of search', async () => {
    const top = await addPage(quire, 'Quarry', { markdown: 'granite' })
    const leaf = await addPage(quire, 'Pebble', { parentId: top, markdown: 'granite' })
    assert.deepEqual((await send('delete', top)).body, { ok: true, pages: 2 })
    assert.deepEqual(await find('granite'), [])
    for (const pageId of [top, leaf]) assert.equal(await read(pageId), 404)
    assert.ok(!(await titlesUnder(quire)).includes('Quarry'))
    const published = { pageId: top, title: 'Quarry', pages: 2 }
    assert.deepEqual((await eventsOf('page.deleted')).at(-1), published)
  })

  it('brings them back together, to their place (/v1/pages/restore)', async () => {
    const before = await addPage(quire, 'Before')
    const top = await addPage(quire, 'Mine', { markdown: 'basalt' })
    await addPage(quire, 'After')
    const leaf = await addPage(quire, 'Shaft', { parentId: top, markdown: 'basalt' })
    const titles = await titlesUnder(quire)
    await send('delete', top)
    assert.deepEqual((await send('restore', top)).body, { ok: true, pages: 2, parentId: null })
    assert.deepEqual(await titlesUnder(quire), titles)
    assert.deepEqual((await find('basalt')).toSorted(), [top, leaf].toSorted())
    const published = { pageId: top, title: 'Mine', parentId: null, pages: 2 }
    assert.deepEqual((await eventsOf('page.restored')).at(-1), published)
    assert.equal(await read(before), 200)
  })

  it('leaves alone a page that is not in it', async () => {
    const pageId = await addPage(quire, 'Present')
    assert.deepEqual((await send('restore', pageId)).body, { ok: true, pages: 0, parentId: null })
  })

  it('knows what went before, and does not bring that back too', async () => {
    const top = await addPage(quire, 'Folder')
    const early = await addPage(quire, 'Early', { parentId: top })
    const late = await addPage(quire, 'Late', { parentId: top })
    await send('delete', early)
    assert.equal((await send('delete', top)).body.pages, 2)
    await send('restore', top)
    assert.equal(await read(late), 200)
    assert.equal(await read(early), 404)
    await send('restore', early)
    assert.deepEqual(await titlesUnder(quire, top), ['Early', 'Late'])
  })

  it('brings a page whose parent is gone back to the end of the top, with what is under it', async () => {
    const top = await addPage(quire, 'House')
    const middle = await addPage(quire, 'Room', { parentId: top })
    const leaf = await addPage(quire, 'Shelf', { parentId: middle })
    await send('delete', top)
    assert.deepEqual((await send('restore', middle)).body, { ok: true, pages: 2, parentId: null })
    assert.equal((await titlesUnder(quire)).at(-1), 'Room')
    assert.equal(await read(leaf), 200)
    assert.equal(await read(top), 404)
    await send('restore', top)
    assert.deepEqual(await titlesUnder(quire, top), [])
  })

  it('lists deletions, newest first, with who made them and how many pages went (/v1/trash/list)', async () => {
    type List = {
      pages: { id: string; title: string; deletedAt: string; deletedBy: object; pages: number }[]
    }
    const list = async (extra: object = {}) => {
      const { workspaceId } = quire
      return (await quire.post<List>('/v1/trash/list', { workspaceId, ...extra })).body.pages
    }
    const max = await addPerson(quire, 'Max', 'MEMBER')
    const top = await addPage(quire, 'Top of three')
    const middle = await addPage(quire, 'Middle', { parentId: top })
    await addPage(quire, 'Leaf', { parentId: middle })
    const before = await addPage(quire, 'Before')
    await send('delete', before)
    await new Promise((resolve) => setTimeout(resolve, 2))
    await send('delete', top, max.key)
    const [first, second] = await list()
    assert.deepEqual([first?.id, first?.title, first?.pages], [top, 'Top of three', 3])
    assert.ok(Date.parse(first?.deletedAt ?? '') > 0)
    const deletedBy = { id: max.userId, firstName: 'Max', lastName: 'Tester' }
    assert.deepEqual(first?.deletedBy, deletedBy)
    assert.deepEqual([second?.id, second?.pages], [before, 1])
    assert.deepEqual(
      (await list({ limit: 1, offset: 1 })).map(({ id }) => id),
      [before],
    )
    await send('restore', top)
    assert.ok(!(await list()).some(({ id }) => id === top))
  })
})
