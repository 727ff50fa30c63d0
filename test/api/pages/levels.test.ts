import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { grantOnly, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Listed = {
  title: string
  isSection?: true
  isRestricted?: true
  isShared?: true
  level?: string
}

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
    return body.pages.map(({ title, isSection, isRestricted, isShared, level }) =>
      [title, isSection && 'section', isRestricted && 'restricted', isShared && 'shared', level]
        .filter(Boolean)
        .join(' '),
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
    assert.deepEqual(await list(quire.key), ['Open', 'Secret section restricted manage'])
    assert.deepEqual(await list(quire.key, { parentId: ids.secret }), [
      'Below manage',
      'Shared section restricted manage',
    ])
    const own = await list(bob.key)
    assert.deepEqual(own.toSorted(), ['Open', 'Shared section restricted shared comment'])
  })

  it('mark a section as restricted only if not everyone can read it', async () => {
    const parentId = await addPage(quire, 'Parent')
    const wider = await addPage(quire, 'Wider', { parentId })
    const readOnly = await addPage(quire, 'Read-only', { parentId })
    const grants = [{ principalId: bob.userId, level: 'manage' }]
    await restrict(quire, wider, { inherits: true, grants })
    await restrict(quire, readOnly, { inherits: false, everyone: 'read' })
    const listed = await list(quire.key, { parentId })
    assert.deepEqual(listed.toSorted(), ['Read-only section manage', 'Wider section manage'])
    await restrict(quire, parentId, { inherits: false, everyone: null })
    assert.deepEqual((await list(quire.key, { parentId })).toSorted(), [
      'Read-only section manage',
      'Wider section restricted manage',
    ])
  })

  it('of one page are those of the caller', async () => {
    assert.equal(await levelOf(quire.key, ids.below), 'manage')
    assert.equal(await levelOf(bob.key, ids.shared), 'comment')
    assert.equal(await levelOf(bob.key, ids.below), 404)
  })
})
