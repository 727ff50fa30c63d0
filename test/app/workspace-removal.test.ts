import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { clearWorkspace } from '../../server/domain/people/workspace-removal.ts'
import { clock } from '../../server/lib/clock.ts'
import { workspaceRemoval } from '../../server/store/index.ts'
import { lastAudit } from '../support/audit.ts'
import { rowsOf } from '../support/isolation.ts'
import { addPerson, type Person } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { signIn, type Visitor } from '../support/web/visitor.ts'

const realNow = clock.now
let quire: TestServer
let ada: Visitor
let bob: Person
before(async () => {
  quire = await startServer()
  ada = await signIn(quire)
  bob = await addPerson(quire, 'Bob', 'ADMIN')
})
after(() => quire.close())
afterEach(() => {
  clock.now = realNow
})

const remove = (workspaceId: string, name: string, by = ada) =>
  by.post('/app/workspace-settings/remove', { workspaceId, name })

async function addGarden(): Promise<string> {
  const created = await ada.post<{ id: string }>('/app/workspace-settings/create', {
    name: 'Garden',
  })
  const workspaceId = created.body.id
  for (let count = 0; count < 120; count += 1) {
    await quire.post('/v1/pages/create', { workspaceId, title: `Page ${count}`, markdown: 'Text.' })
  }
  const { body } = await quire.post<{ pageId: string }>('/v1/pages/create', {
    workspaceId,
    title: 'With a file',
  })
  const file = { fileName: 'a.txt', mimeType: 'text/plain', contentBase64: 'YQ==' }
  await quire.post('/v1/page-files/upload-file', { workspaceId, pageId: body.pageId, ...file })
  return workspaceId
}

describe('workspaceSettings.remove', () => {
  it('refuses who is no owner, another name, and who signed in long ago', async () => {
    const { workspaceId } = quire
    const admin = await signIn(quire, bob)
    assert.equal((await remove(workspaceId, 'Lab', admin)).status, 403)
    const wrong = await remove(workspaceId, 'lab')
    assert.deepEqual([wrong.status, wrong.body.errors[0]?.path], [400, '/name'])
    clock.now = () => realNow() + 11 * 60_000
    assert.equal((await remove(workspaceId, 'Lab')).body.code, 'REAUTHENTICATION_REQUIRED')
    clock.now = realNow
    assert.equal((await quire.post('/v1/pages/list', { workspaceId })).status, 200)
  })

  it('ends a workspace at once, and takes its rows away piece by piece', async () => {
    const workspaceId = await addGarden()
    const { store } = quire.app
    assert.equal((await remove(workspaceId, ' Garden ')).status, 200)
    assert.equal((await quire.post('/v1/pages/list', { workspaceId })).status, 403)
    const { body } = await ada.post<{ workspaces: { id: string }[] }>('/app/session/get')
    assert.equal(
      body.workspaces.some(({ id }) => id === workspaceId),
      false,
    )
    assert.deepEqual(await workspaceRemoval.list(store), [workspaceId])
    let batches = 0
    const signal = new AbortController().signal
    await clearWorkspace(
      workspaceId,
      (work) => {
        batches += 1
        return store.transactIn('none', work)
      },
      signal,
    )
    assert.ok(batches > 5, `${batches} transactions`)
    const left = await rowsOf(quire, [workspaceId])
    // Accounts and their keys are of people.
    assert.deepEqual(
      left.filter((row) => !row.startsWith('api_keys ')),
      [],
    )
    assert.deepEqual(await store.check(), [])
    const entry = await lastAudit(quire, 'workspace.remove')
    assert.deepEqual(
      [entry.actorId, entry.workspaceId, entry.details],
      [quire.userId, workspaceId, { name: 'Garden', slug: 'garden' }],
    )
  })

  it('frees the name for another workspace while the first one still goes', async () => {
    const workspaceId = await addGarden()
    await remove(workspaceId, 'Garden')
    const again = await ada.post<{ id: string }>('/app/workspace-settings/create', {
      name: 'Garden',
    })
    assert.equal(again.status, 200)
    const { body } = await ada.post<{ workspaces: { slug: string }[] }>('/app/session/get')
    assert.ok(body.workspaces.some(({ slug }) => slug === 'garden'))
  })
})
