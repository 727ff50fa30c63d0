import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { grantOnly } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Listed = { title: string; isSection?: true; isShared?: true; level?: string }

describe('levels in pages', () => {
  let quire: TestServer
  let bob: Person
  let ids: { secret: string; below: string; shared: string }
  before(async () => {
    quire = await startServer()
    bob = await addPerson(quire, 'Bob', 'MEMBER')
    await addPage(quire, 'Open')
    const secret = await addPage(quire, 'Secret')
    const below = await addPage(quire, 'Below', { parentId: secret })
    const shared = await addPage(quire, 'Shared', { parentId: secret })
    await grantOnly(quire, secret, { [quire.userId]: 'manage' })
    await grantOnly(quire, shared, { [quire.userId]: 'manage', [bob.userId]: 'comment' })
    ids = { secret, below, shared }
  })
  after(() => quire.close())

  const list = async (key: string, input: object = {}) => {
    const all = { workspaceId: quire.workspaceId, depth: 1, ...input }
    const { body } = await quire.post<{ pages: Listed[] }>('/v1/pages/list', all, key)
    return body.pages.map(({ title, isSection, isShared, level }) =>
      [title, isSection && 'section', isShared && 'shared', level].filter(Boolean).join(' '),
    )
  }
  const levelOf = async (key: string, pageId: string) => {
    const { workspaceId } = quire
    const ask = async (path: string, input: object) => {
      const page = { workspaceId, ...input }
      const { status, body } = await quire.post<{ level?: string }>(path, page, key)
      return body.level ?? status
    }
    const level = await ask('/v1/pages/document', { pageId })
    assert.equal(await ask('/v1/pages/get', { page: pageId }), level)
    return level
  }

  it('of a list are named for pages in sections only, and mark sections and shared pages', async () => {
    assert.deepEqual(await list(quire.key), ['Open', 'Secret section manage'])
    assert.deepEqual(await list(quire.key, { parentId: ids.secret }), [
      'Below manage',
      'Shared section manage',
    ])
    const own = await list(bob.key)
    assert.deepEqual(own.toSorted(), ['Open', 'Shared section shared comment'])
  })

  it('of one page are those of the caller', async () => {
    assert.equal(await levelOf(quire.key, ids.below), 'manage')
    assert.equal(await levelOf(bob.key, ids.shared), 'comment')
    assert.equal(await levelOf(bob.key, ids.below), 404)
  })
})
