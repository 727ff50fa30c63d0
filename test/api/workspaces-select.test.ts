import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { nothing } from '../support/pages.ts'
import { addWorkspace } from '../support/people.ts'
import { addKey, startServer, type TestServer } from '../support/server.ts'

describe('/v1/workspaces/select', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
  })
  after(() => quire.close())

  it('refuses a workspace that is not yours, or not for this key', async () => {
    const other = await addWorkspace(quire, 'Other')
    const limited = await addKey(quire, { workspaceIds: [quire.workspaceId] })
    const refused = [
      await quire.post('/v1/workspaces/select', { workspaceId: nothing }),
      await quire.post('/v1/workspaces/select', { workspaceId: other }, limited),
    ]
    for (const { status, body } of refused) {
      assert.equal(status, 403)
      assert.equal(body.code, 'FORBIDDEN')
    }
  })

  it('names the workspace, and changes nothing for REST', async () => {
    const workspaceId = await addWorkspace(quire, 'Second')
    const { status, body } = await quire.post<object>('/v1/workspaces/select', { workspaceId })
    assert.equal(status, 200)
    assert.deepEqual(body, { ok: true, name: 'Second', slug: 'second' })
    const list = await quire.get<{ workspaces: { isCurrent: boolean }[] }>('/v1/workspaces')
    assert.ok(list.body.workspaces.every(({ isCurrent }) => !isCurrent))
  })

  it('is open to a key that only reads', async () => {
    const key = await addKey(quire, { readOnly: true })
    const { workspaceId } = quire
    assert.equal((await quire.post('/v1/workspaces/select', { workspaceId }, key)).status, 200)
  })
})
