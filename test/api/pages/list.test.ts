import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, nothing } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Tree = {
  pages: { id: string; title: string; depth: number; children: number }[]
  nextOffset: number | null
}

describe('/v1/pages/list', () => {
  let quire: TestServer
  let top: string
  before(async () => {
    quire = await startServer()
    top = await addPage(quire, 'A')
    const below = await addPage(quire, 'A.1', { parentId: top })
    await addPage(quire, 'A.1.1', { parentId: below })
    await addPage(quire, 'B')
  })
  after(() => quire.close())

  const list = <Body = Tree>(input: object = {}) =>
    quire.post<Body>('/v1/pages/list', { workspaceId: quire.workspaceId, ...input })
  const shown = async (input: object = {}) =>
    (await list(input)).body.pages.map((page) => `${page.depth} ${page.title} ${page.children}`)

  it('refuses an unknown parent, and depths out of bounds', async () => {
    const { status, body } = await list<{ code: string }>({ parentId: nothing })
    assert.equal(status, 404)
    assert.equal(body.code, 'PAGE_NOT_FOUND')
    for (const depth of [0, 11]) assert.equal((await list({ depth })).status, 400)
  })

  it('gives two levels from the top, and counts what is below', async () => {
    assert.deepEqual(await shown(), ['1 A 1', '2 A.1 1', '1 B 0'])
  })

  it('goes as deep as asked, and under a page', async () => {
    assert.deepEqual(await shown({ depth: 1 }), ['1 A 1', '1 B 0'])
    assert.deepEqual(await shown({ depth: 10 }), ['1 A 1', '2 A.1 1', '3 A.1.1 0', '1 B 0'])
    assert.deepEqual(await shown({ parentId: top }), ['1 A.1 1', '2 A.1.1 0'])
  })

  it('goes on where it stopped', async () => {
    const { body } = await list({ limit: 2 })
    assert.deepEqual(
      body.pages.map(({ title }) => title),
      ['A', 'A.1'],
    )
    assert.equal(body.nextOffset, 2)
    const rest = (await list({ limit: 2, offset: 2 })).body
    assert.deepEqual(
      rest.pages.map(({ title }) => title),
      ['B'],
    )
    assert.equal(rest.nextOffset, null)
  })
})
