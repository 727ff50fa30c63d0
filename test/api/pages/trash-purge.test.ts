import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createPage } from '../../../server/domain/pages/create.ts'
import { checkStore } from '../../../server/domain/transfer/check/check.ts'
import { statement } from '../../../server/store/statement.ts'
import { addFile, addPage, nothing, storedPage, titlesUnder } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

type Done = { ok: true; pages: number; left?: number; code?: string }

const ask = <Body = Done>(path: string, extra: object = {}, key?: string) =>
  quire.post<Body>(path, { workspaceId: quire.workspaceId, ...extra }, key)
const remove = (pageId: string) => ask('/v1/pages/delete', { pageId })
const listed = async () => {
  const { body } = await ask<{ pages: { id: string; title: string }[] }>('/v1/trash/list')
  return body.pages.map(({ title }) => title)
}
const rowsAbout = async (pageId: string) => {
  const tables = [
    'page_contents',
    'page_versions',
    'page_files',
    'favourites',
    'page_visits',
    'comments',
  ]
  const found: string[] = []
  for (const table of tables) {
    const rowsOf = statement<object, { pageId: string }>(
      `test.${table}`,
      `select page_id from ${table} where page_id = $pageId`,
    )
    const rows = await quire.app.store.all(rowsOf, { pageId })
    if (rows.length > 0) found.push(table)
  }
  return found
}
const context = () => contextOf(quire)

describe('POST /v1/trash/purge', () => {
  it('refuses members, and pages that are not in the trash', async () => {
    const member = await addPerson(quire, 'Max', 'MEMBER')
    const pageId = await addPage(quire, 'Kept')
    assert.equal((await ask('/v1/trash/purge', { pageId })).status, 404)
    assert.equal((await ask('/v1/trash/purge', { pageId: nothing })).status, 404)
    await remove(pageId)
    for (const path of ['/v1/trash/purge', '/v1/trash/empty']) {
      assert.equal((await ask(path, { pageId }, member.key)).status, 403)
    }
    assert.deepEqual(await listed(), ['Kept'])
  })

  it('removes a page with all that is known of it, and leaves files and the rest', async () => {
    const top = await addPage(quire, 'Top', { markdown: 'a' })
    const pageId = await addPage(quire, 'Below', { parentId: top, markdown: 'b' })
    const fileId = await addFile(quire, pageId)
    for (const path of ['/v1/favourites/add', '/v1/recent/visit']) await ask(path, { pageId })
    await ask('/v1/comments/create', { pageId, markdown: 'Well said.' })
    await ask('/v1/pages/update', { pageId, title: 'Further below' })
    await remove(top)
    assert.equal((await rowsAbout(pageId)).length, 6)
    assert.deepEqual((await ask('/v1/trash/purge', { pageId: top })).body, { ok: true, pages: 2 })
    assert.deepEqual(await rowsAbout(pageId), [])
    assert.equal((await ask('/v1/pages/restore', { pageId })).status, 404)
    assert.ok(!(await listed()).includes('Top'))
    assert.equal((await quire.get(`/files/${fileId}`)).status, 200)
    assert.deepEqual((await checkStore(context())).faults, [])
  })

  it('leaves in the trash what was deleted on its own before, to be restored to the top', async () => {
    const top = await addPage(quire, 'Roof')
    const middle = await addPage(quire, 'Floor', { parentId: top })
    const leaf = await addPage(quire, 'Cellar', { parentId: middle })
    await remove(leaf)
    await remove(top)
    assert.equal((await ask('/v1/trash/purge', { pageId: top })).body.pages, 2)
    assert.ok((await listed()).includes('Cellar'))
    await ask('/v1/pages/restore', { pageId: leaf })
    assert.equal((await storedPage(quire, leaf)).parentId, quire.workspaceId)
    assert.equal((await titlesUnder(quire)).at(-1), 'Cellar')
    assert.deepEqual((await checkStore(context())).faults, [])
  })

  it('removes one page out of a deletion, with what is below it', async () => {
    const top = await addPage(quire, 'Tree')
    const branch = await addPage(quire, 'Branch', { parentId: top })
    await addPage(quire, 'Twig', { parentId: branch })
    await remove(top)
    assert.equal((await ask('/v1/trash/purge', { pageId: branch })).body.pages, 2)
    assert.equal((await ask('/v1/pages/restore', { pageId: top })).body.pages, 1)
  })

  it('is done once, however many ask for it', async () => {
    const pageId = await addPage(quire, 'Once')
    await remove(pageId)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ask('/v1/trash/purge', { pageId })),
    )
    const counts = answers.map(({ status, body }) => (status === 200 ? body.pages : 0))
    assert.equal(
      counts.reduce((sum, pages) => sum + pages, 0),
      1,
    )
  })
})

describe('POST /v1/trash/empty', () => {
  it('removes everything, deletions of many pages too, and nothing that lives', async () => {
    const livePage = await addPage(quire, 'Living')
    const parentId = await addPage(quire, 'Many')
    const page = { workspaceId: quire.workspaceId, ownership: 'TEXT', markdown: '' } as const
    await Promise.all(
      Array.from({ length: 450 }, (_, index) =>
        createPage(context(), { ...page, parentId, title: String(index) }),
      ),
    )
    await remove(parentId)
    for (const title of ['a', 'b']) await remove(await addPage(quire, title))
    const before = (await listed()).length
    assert.ok(before >= 3)
    const { body } = await ask('/v1/trash/empty')
    assert.equal(body.left, 0)
    assert.ok(body.pages >= 453)
    assert.deepEqual(await listed(), [])
    assert.equal((await storedPage(quire, livePage)).title, 'Living')
    assert.deepEqual((await ask('/v1/trash/empty')).body, { ok: true, pages: 0, left: 0 })
    assert.deepEqual((await checkStore(context())).faults, [])
  })
})
