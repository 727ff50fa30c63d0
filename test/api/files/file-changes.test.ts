import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { events } from '../../../server/store/index.ts'
import { addFile, addPage, markdownOf, nothing } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'

describe('files that are renamed and deleted', () => {
  let quire: TestServer
  let mia: Person
  let adam: Person
  let vera: Person
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    mia = await addPerson(quire, 'Mia', 'MEMBER')
    adam = await addPerson(quire, 'Adam', 'ADMIN')
    vera = await addPerson(quire, 'Vera', 'VIEWER')
  })
  after(() => quire.close())

  const input = (more: object) => ({ workspaceId: quire.workspaceId, ...more })
  const upload = async (by = quire.key, name = 'map.png') => {
    const pageId = await addPage(quire, `Page of ${name}`)
    const asPerson: TestServer = { ...quire, post: (path, body) => quire.post(path, body, by) }
    const png = { name, mimeType: 'image/png', content: `bytes of ${name}` }
    return { pageId, fileId: await addFile(asPerson, pageId, png) }
  }
  const rename = (fileId: string, name: string, key = quire.key) =>
    quire.post('/v1/files/rename', input({ fileId, name }), key)
  const remove = (fileId: string, more: object = {}, key = quire.key) =>
    quire.post<{ ok: true; pages: number; code: string; message: string }>(
      '/v1/files/delete',
      input({ fileId, ...more }),
      key,
    )
  const use = async (fileId: string) =>
    (await quire.post<{ pages: { title: string }[] }>('/v1/files/use', input({ fileId }))).body
  const listed = async () =>
    (await quire.post<{ files: { id: string; name: string }[] }>('/v1/files/list', input({}))).body
      .files
  const lastEvent = async () => {
    const all = await events.after(quire.app.store, quire.workspaceId, 0, 10_000)
    const last = all.at(-1)
    // Where it was is for the server, which sends the event only to those who could see the file.
    const { wasIn: _stored, ...data } = JSON.parse(last?.data ?? '{}')
    return { type: last?.type, data }
  }

  it('are refused to who neither uploaded them nor runs the workspace', async () => {
    const { fileId } = await upload()
    const readOnly = await addKey(quire, { readOnly: true })
    for (const key of [mia.key, vera.key, readOnly]) {
      assert.equal((await rename(fileId, 'mine.png', key)).body.code, 'FORBIDDEN')
      assert.equal((await remove(fileId, { force: true }, key)).body.code, 'FORBIDDEN')
    }
    assert.equal((await listed()).find(({ id }) => id === fileId)?.name, 'map.png')
  })

  it('are refused when they are not there, and with a name that is none', async () => {
    assert.equal((await rename(nothing, 'x')).body.code, 'FILE_NOT_FOUND')
    assert.equal((await remove(nothing)).body.code, 'FILE_NOT_FOUND')
    const { fileId } = await upload()
    for (const name of ['', 'x'.repeat(513)]) {
      assert.equal((await rename(fileId, name)).body.code, 'VALIDATION_FAILED')
    }
  })

  it('are not deleted while pages use them, which are named', async () => {
    const { fileId, pageId } = await upload(quire.key, 'used.png')
    const shown = await addPage(quire, 'Shows it', { markdown: `![](/files/${fileId})` })
    const { status, body } = await remove(fileId)
    assert.equal(status, 409)
    assert.equal(body.code, 'FILE_IN_USE')
    assert.match(
      body.message,
      /^2 pages use this file: "Page of used.png", "Shows it"\. To delete it/,
    )
    assert.equal((await use(fileId)).pages.length, 2)
    for (const page of [pageId, shown]) {
      await quire.post('/v1/pages/delete', input({ pageId: page }))
    }
    const gone = await remove(fileId)
    assert.deepEqual([gone.status, gone.body.pages], [200, 0])
  })

  it('have their new name everywhere, and tell of it', async () => {
    const { fileId, pageId } = await upload(mia.key)
    assert.equal((await rename(fileId, 'plan\u0000.png', mia.key)).status, 200)
    const { type, data } = await lastEvent()
    assert.equal(type, 'file.renamed')
    assert.equal(data.previous.name, 'map.png')
    assert.equal((await rename(fileId, 'plan.png', adam.key)).status, 200)
    const ofPage = await quire.post<{ files: { name: string }[] }>(
      '/v1/page-files/list',
      input({ pageId }),
    )
    assert.deepEqual(
      ofPage.body.files.map(({ name }) => name),
      ['plan.png'],
    )
    const { headers } = await quire.request({
      method: 'GET',
      url: `/files/${fileId}?download=1`,
      headers: { authorization: `Bearer ${quire.key}` },
    })
    assert.match(String(headers['content-disposition']), /plan\.png/)
  })

  for (const who of ['the member who uploaded it', 'an admin'] as const) {
    it(`are deleted by ${who}, from pages and lists, and their texts stay`, async () => {
      const { fileId, pageId } = await upload(mia.key, 'gone.png')
      const markdown = `Before ![Map](/files/${fileId}) after.`
      const shown = await addPage(quire, 'Shows it', { markdown })
      const key = who === 'an admin' ? adam.key : mia.key
      const { status, body } = await remove(fileId, { force: true }, key)
      assert.equal(status, 200)
      assert.deepEqual(body, { ok: true, pages: 2 })
      assert.equal((await quire.get(`/files/${fileId}`)).status, 404)
      assert.deepEqual(
        (await listed()).filter(({ id }) => id === fileId),
        [],
      )
      const ofPage = await quire.post<{ files: object[] }>('/v1/page-files/list', input({ pageId }))
      assert.deepEqual(ofPage.body.files, [])
      assert.equal(await markdownOf(quire, shown), `${markdown}\n`)
      const data = { fileId, name: 'gone.png', mimeType: 'image/png', size: 17 }
      assert.deepEqual(await lastEvent(), { type: 'file.deleted', data })
      assert.equal((await remove(fileId, { force: true }, key)).body.code, 'FILE_NOT_FOUND')
    })
  }

  it('leave the file of the same content that another page holds', async () => {
    const [one, two] = [await upload(quire.key, 'same.png'), await upload(quire.key, 'same.png')]
    assert.equal((await remove(one.fileId, { force: true })).status, 200)
    assert.equal((await quire.get(`/files/${two.fileId}`)).status, 200)
  })
})
