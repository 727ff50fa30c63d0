import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { agentAccounts } from '../../../server/store/index.ts'
import { addPage, storedPage } from '../../support/pages.ts'
import { addAgent, addPerson, type Person } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { signIn, type Visitor } from '../../support/web/visitor.ts'

let quire: TestServer
let agent: Person
let owner: Visitor
let outsider: Visitor
let viewer: Visitor
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  agent = await addAgent(quire, 'Scout', 'write')
  const ben = await addPerson(quire, 'Ben', 'MEMBER')
  owner = await signIn(quire, ben)
  outsider = await signIn(quire, await addPerson(quire, 'Cem', 'MEMBER'))
  viewer = await signIn(quire, await addPerson(quire, 'Vera', 'VIEWER'))
  const { workspaceId } = quire
  await quire.app.store.transactIn({ workspaceId }, (transaction) =>
    agentAccounts.setOwner(transaction, { workspaceId, userId: agent.userId }, ben.userId),
  )
})
after(() => quire.close())

const send = <Body>(path: string, input: object, key = quire.key) =>
  quire.post<Body>(path, { workspaceId: quire.workspaceId, ...input }, key)

/** A page that the agent renamed, and its run. */
async function renamed(): Promise<{ pageId: string; runId: string }> {
  const pageId = await addPage(quire, 'Before')
  const { status } = await send('/v1/pages/update', { pageId, title: 'After' }, agent.key)
  assert.equal(status, 200)
  type Versions = { versions: { run: { id: string } | null }[] }
  const { body } = await send<Versions>('/v1/history/list', { pageId })
  return { pageId, runId: body.versions[0]?.run?.id ?? assert.fail() }
}

describe('the runs of an agent account', () => {
  it('are reverted by no member who does not answer for it, and by no key of one', async () => {
    const { pageId, runId } = await renamed()
    const input = { workspaceId: quire.workspaceId, runId }
    for (const visitor of [outsider, viewer]) {
      for (const path of ['/v1/runs/preview-revert', '/v1/runs/revert']) {
        const { status, body } = await visitor.post<{ code: string }>(path, input)
        assert.deepEqual([status, body.code], [403, 'FORBIDDEN'], path)
      }
    }
    const byKey = await send<{ code: string }>('/v1/runs/revert', { runId })
    assert.deepEqual([byKey.status, byKey.body.code], [403, 'FORBIDDEN'])
    assert.equal((await storedPage(quire, pageId)).title, 'After')
  })

  it('are reverted by its owner', async () => {
    const { pageId, runId } = await renamed()
    const input = { workspaceId: quire.workspaceId, runId }
    assert.equal((await owner.post('/v1/runs/preview-revert', input)).status, 200)
    assert.equal((await storedPage(quire, pageId)).title, 'After')
    assert.equal((await owner.post('/v1/runs/revert', input)).status, 200)
    assert.equal((await storedPage(quire, pageId)).title, 'Before')
  })

  it('are reverted by the agent itself', async () => {
    const { pageId, runId } = await renamed()
    assert.equal((await send('/v1/runs/revert', { runId }, agent.key)).status, 200)
    assert.equal((await storedPage(quire, pageId)).title, 'Before')
  })

  it('are counted without the pages that were deleted permanently', async () => {
    const { pageId, runId } = await renamed()
    await send('/v1/pages/delete', { pageId })
    assert.equal((await send('/v1/trash/purge', { pageId })).status, 200)
    type Preview = { pages: { id: string }[]; cannotUndo: { purgedPages: number } }
    const input = { workspaceId: quire.workspaceId, runId }
    const { body } = await owner.post<Preview>('/v1/runs/preview-revert', input)
    assert.ok(!body.pages.some(({ id }) => id === pageId))
    assert.ok(body.cannotUndo.purgedPages >= 1)
    const reverted = await owner.post<Preview>('/v1/runs/revert', input)
    assert.equal(reverted.status, 200)
    assert.ok(!reverted.body.pages.some(({ id }) => id === pageId))
  })
})
