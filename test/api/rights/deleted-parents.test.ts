import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, storedPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let insider: Person
let outsider: Person
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  insider = await addPerson(quire, 'Insider', 'MEMBER')
  outsider = await addPerson(quire, 'Outsider', 'ADMIN')
})
after(() => quire.close())

const send = async (path: string, pageId: string, { key }: Pick<Person, 'key'>) =>
  (await quire.post(path, { workspaceId: quire.workspaceId, pageId }, key)).status

const call = async (path: string, pageId: string) => {
  assert.equal(await send(path, pageId, quire), 200, path)
}

/** A section of the first person and another one, with a page and a page below that. */
async function addSection(): Promise<{ root: string; parent: string; child: string }> {
  const root = await addPage(quire, 'Section')
  await restrict(quire, root, onlyFor({ [insider.userId]: 'write' }))
  const parent = await addPage(quire, 'Parent', { parentId: root })
  return { root, parent, child: await addPage(quire, 'Child', { parentId: parent }) }
}

async function assertHidden(pageId: string): Promise<void> {
  assert.equal(await send('/v1/pages/markdown', pageId, outsider), 404)
  assert.equal(await send('/v1/pages/markdown', pageId, insider), 200)
}

async function trashOf({ key }: Pick<Person, 'key'>): Promise<string[]> {
  const asked = { workspaceId: quire.workspaceId }
  const { body } = await quire.post<{ pages: { id: string }[] }>('/v1/trash/list', asked, key)
  return body.pages.map(({ id }) => id)
}

describe('a page of a section whose parent is gone', () => {
  it('stays hidden when it is restored to the top level', async () => {
    const { parent, child } = await addSection()
    const below = await addPage(quire, 'Below', { parentId: child })
    await call('/v1/pages/delete', child)
    await call('/v1/pages/delete', parent)
    await call('/v1/pages/restore', child)
    assert.equal((await storedPage(quire, child)).parentId, quire.workspaceId)
    await assertHidden(child)
    await assertHidden(below)
  })

  it('inherits nothing from the workspace when it is restored there', async () => {
    const { parent, child } = await addSection()
    const grants = [{ principalId: insider.userId, level: 'manage' }]
    await restrict(quire, child, { grants })
    await call('/v1/pages/delete', child)
    await call('/v1/pages/delete', parent)
    await call('/v1/pages/restore', child)
    await assertHidden(child)
  })

  it('stays hidden in the trash, and when it comes back from there', async () => {
    const { root, child } = await addSection()
    await call('/v1/pages/delete', child)
    await call('/v1/pages/delete', root)
    await call('/v1/trash/purge', root)
    assert.ok((await trashOf(insider)).includes(child))
    assert.ok(!(await trashOf(outsider)).includes(child))
    assert.equal(await send('/v1/pages/restore', child, outsider), 404)
    await call('/v1/pages/restore', child)
    await assertHidden(child)
  })

  it('is as open as before where the section was open to everyone', async () => {
    const { parent, child } = await addSection()
    const role = { workspaceId: quire.workspaceId, pageId: child, everyone: 'role' }
    assert.equal((await quire.post('/v1/permissions/update', role)).status, 200)
    await call('/v1/pages/delete', child)
    await call('/v1/pages/delete', parent)
    await call('/v1/pages/restore', child)
    assert.equal(await send('/v1/pages/markdown', child, outsider), 200)
    const write = { workspaceId: quire.workspaceId, pageId: child, title: 'Changed' }
    assert.equal((await quire.post('/v1/pages/update', write, outsider.key)).status, 200)
  })

  it('is not counted for those who cannot read it when the parent is deleted for good', async () => {
    const counts: unknown[] = []
    const deleteAs = async (path: string, body: object) => {
      const input = { workspaceId: quire.workspaceId, ...body }
      counts.push((await quire.post<object>(path, input, outsider.key)).body)
    }
    for (let trashed = 0; trashed < 2; trashed += 1) {
      const pageId = await addPage(quire, 'Open')
      await addPage(quire, 'Below', { parentId: pageId })
      const hidden = await addPage(quire, 'Hidden', { parentId: pageId })
      await addPage(quire, 'Also hidden', { parentId: hidden })
      await restrict(quire, hidden, onlyFor({ [insider.userId]: 'read' }))
      await deleteAs('/v1/pages/delete', { pageId })
      if (trashed === 0) await deleteAs('/v1/trash/purge', { pageId })
      else await deleteAs('/v1/trash/empty', {})
    }
    const deleted = { ok: true, pages: 2 }
    assert.deepEqual(counts, [deleted, deleted, deleted, { ...deleted, left: 0 }])
  })
})
