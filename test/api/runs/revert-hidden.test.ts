import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addComment, addPage, markdownOf, storedPage } from '../../support/pages.ts'
import { addAgent, addPerson, type Person } from '../../support/people.ts'
import { actionsOf, type AgentRuns, agentRuns, staysOf } from '../../support/reverts/agent-runs.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'
import { signIn, type Visitor } from '../../support/web/visitor.ts'

let quire: TestServer
let ben: Person
let benKey: string
let admin: Visitor
let calls: AgentRuns
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ben = await addPerson(quire, 'Ben', 'MEMBER')
  benKey = ben.key
  calls = agentRuns(quire, benKey)
  admin = await signIn(quire, await addPerson(quire, 'Eve', 'ADMIN'))
})
after(() => quire.close())

type Preview = { pages: { id: string; stays: string[] }[]; total: number }

const asAdmin = (path: string, runId: string) =>
  admin.post<Preview>(path, { workspaceId: quire.workspaceId, runId })

/** Two pages that a run of Ben's program renamed. */
async function renamed(): Promise<{ open: string; other: string; runId: string }> {
  const [open, other] = [await addPage(quire, 'Open'), await addPage(quire, 'Other')]
  const asAgent = calls.newRun()
  await asAgent('/v1/pages/update', { pageId: open, title: 'Open now' })
  await asAgent('/v1/pages/update', { pageId: other, title: 'Other now' })
  return { open, other, runId: await calls.runOf(open) }
}

describe('the revert of a run on pages that the caller cannot access', () => {
  it('neither shows nor changes a page that is hidden from an admin', async () => {
    const { open, other, runId } = await renamed()
    await restrict(quire, other, onlyFor({ [ben.userId]: 'manage' }))
    const shown = await asAdmin('/v1/runs/preview-revert', runId)
    assert.deepEqual([shown.status, shown.body.total], [200, 1])
    assert.ok(!JSON.stringify(shown.body).includes(other))
    assert.ok(!JSON.stringify(shown.body).includes('Other now'))
    const reverted = await asAdmin('/v1/runs/revert', runId)
    assert.deepEqual(
      reverted.body.pages.map(({ id }) => id),
      [open],
    )
    assert.equal(reverted.body.total, 1)
    assert.equal((await storedPage(quire, open)).title, 'Open')
    assert.equal((await storedPage(quire, other)).title, 'Other now')
    // Whoever can access it reverts the rest.
    await calls.revert({ runId }, benKey)
    assert.equal((await storedPage(quire, other)).title, 'Other')
  })

  it('neither shows nor changes a page that was hidden from the program since', async () => {
    const { open, other, runId } = await renamed()
    await restrict(quire, other, onlyFor({ [quire.userId]: 'manage' }))
    const shown = await calls.preview({ runId }, benKey)
    assert.deepEqual(actionsOf(shown), [['Open now', 'title']])
    assert.ok(!JSON.stringify(shown).includes(other))
    assert.deepEqual(actionsOf(await calls.revert({ runId }, benKey)), [['Open now', 'title']])
    assert.equal((await storedPage(quire, open)).title, 'Open')
    assert.equal((await storedPage(quire, other)).title, 'Other now')
  })

  it('does not count what it cannot undo on a hidden page', async () => {
    const pageId = await addPage(quire, 'Discussed in private')
    const asAgent = calls.newRun()
    await asAgent('/v1/pages/update', { pageId, title: 'Private' })
    const about = { pageId, markdown: 'So?' }
    const { commentId } = await asAgent<{ commentId: string }>('/v1/comments/create', about)
    await asAgent('/v1/comments/update', { commentId, markdown: 'So!' })
    const runId = await calls.runOf(pageId)
    const count = async () => (await calls.preview({ runId }, benKey)).cannotUndo['editedComments']
    assert.equal(await count(), 1)
    await restrict(quire, pageId, onlyFor({ [quire.userId]: 'manage' }))
    assert.equal(await count(), 0)
  })

  it('shows and leaves a page that the program can only read', async () => {
    const { other, runId } = await renamed()
    await restrict(quire, other, {
      inherits: false,
      everyone: 'read',
      grants: [{ principalId: quire.userId, level: 'manage' }],
    })
    assert.deepEqual(staysOf(await calls.preview({ runId }, benKey)), [
      ['Open now'],
      ['Other now', 'no access'],
    ])
    await calls.revert({ runId }, benKey)
    assert.equal((await storedPage(quire, other)).title, 'Other now')
  })

  it('does not move a page back below one that is hidden', async () => {
    const [hidden, target] = [await addPage(quire, 'Hidden'), await addPage(quire, 'Target')]
    const pageId = await addPage(quire, 'Moved', { parentId: hidden })
    const asAgent = calls.newRun()
    await asAgent('/v1/pages/move', { pageId, newParentId: target, prevPageId: null })
    await asAgent('/v1/pages/update', { pageId, icon: '📦' })
    const runId = await calls.runOf(pageId)
    await restrict(quire, hidden, onlyFor({ [quire.userId]: 'manage' }))
    const shown = await calls.preview({ runId }, benKey)
    assert.deepEqual(staysOf(shown), [['Moved', 'parent is gone']])
    assert.ok(!JSON.stringify(shown).includes(hidden))
    await calls.revert({ runId }, benKey)
    const { parentId, icon } = await storedPage(quire, pageId)
    assert.deepEqual([parentId, icon], [target, null])
  })

  it('keeps a created page below which someone else has a hidden page', async () => {
    const asAgent = calls.newRun()
    const { pageId } = await asAgent('/v1/pages/create', { title: 'Made', markdown: 'By it.' })
    const runId = await calls.runOf(pageId)
    const hidden = await addPage(quire, 'Hidden below', { parentId: pageId })
    await restrict(quire, hidden, onlyFor({ [quire.userId]: 'manage' }))
    const shown = await calls.preview({ runId }, benKey)
    assert.deepEqual(staysOf(shown), [['Made', 'used by others']])
    assert.ok(!JSON.stringify(shown).includes('Hidden below'))
    await calls.revert({ runId }, benKey)
    assert.equal(await markdownOf(quire, pageId), '')
    assert.equal((await storedPage(quire, hidden)).title, 'Hidden below')
  })

  it('keeps a created page on which someone else commented', async () => {
    const asAgent = calls.newRun()
    const { pageId } = await asAgent('/v1/pages/create', { title: 'Discussed', markdown: 'By it.' })
    const runId = await calls.runOf(pageId)
    await addComment(quire, pageId, 'Why?')
    assert.deepEqual(staysOf(await calls.revert({ runId }, benKey)), [
      ['Discussed', 'used by others'],
    ])
    assert.equal((await storedPage(quire, pageId)).title, 'Discussed')
  })
})

describe('the revert of a run by those who may not write', () => {
  it('is refused to someone who is only a viewer now', async () => {
    const person = await addPerson(quire, 'Fay', 'MEMBER')
    const ofFay = agentRuns(quire, person.key)
    const pageId = await addPage(quire, 'Before')
    await ofFay.newRun()('/v1/pages/update', { pageId, title: 'After' })
    const runId = await ofFay.runOf(pageId)
    const { workspaceId } = quire
    const change = { workspaceId, userId: person.userId, role: 'VIEWER' }
    const owner = await signIn(quire)
    const changed = await owner.post('/app/members/update', change)
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    for (const path of ['/v1/runs/preview-revert', '/v1/runs/revert']) {
      const { status, body } = await ofFay.send<{ code: string }>(path, { runId }, person.key)
      assert.deepEqual([status, body.code], [403, 'FORBIDDEN'], path)
    }
    assert.equal((await storedPage(quire, pageId)).title, 'After')
  })

  it('reaches only the pages that an agent account is limited to', async () => {
    const [inside, outside] = [await addPage(quire, 'Inside'), await addPage(quire, 'Outside')]
    const agent = await addAgent(quire, 'Limited', 'write', [inside])
    const ofAgent = agentRuns(quire, agent.key)
    await ofAgent.newRun()('/v1/pages/update', { pageId: inside, title: 'Inside now' })
    const runId = await ofAgent.runOf(inside)
    const { status } = await ofAgent.send('/v1/pages/update', { pageId: outside }, agent.key)
    assert.equal(status, 404)
    const shown = await ofAgent.preview({ runId }, agent.key)
    assert.deepEqual(actionsOf(shown), [['Inside now', 'title']])
    assert.ok(!JSON.stringify(shown).includes(outside))
    await ofAgent.revert({ runId }, agent.key)
    assert.equal((await storedPage(quire, inside)).title, 'Inside')
  })

  it('is no way for a key to revert the runs of another key of the same person', async () => {
    const { open, runId } = await renamed()
    const key = await addKey({ ...quire, userId: ben.userId })
    const { status, body } = await calls.send<{ code: string; message: string }>(
      '/v1/runs/revert',
      { runId },
      key,
    )
    assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
    assert.match(body.message, /only its own runs/)
    assert.equal((await storedPage(quire, open)).title, 'Open now')
  })
})
