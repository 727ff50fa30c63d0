import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readEvent } from '../../../server/domain/events/stored-events.ts'
import { viewEvents } from '../../../server/domain/events/views.ts'
import { events, publicViewer, systemViewer, type Viewer } from '../../../server/store/index.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let paul: Person
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  paul = await addPerson(quire, 'Paul', 'MEMBER')
})
after(() => quire.close())

const post = async <Body>(path: string, body: object, key?: string) => {
  const answer = await quire.post<Body>(path, { workspaceId: quire.workspaceId, ...body }, key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

async function propose(pageIds: readonly string[]): Promise<string> {
  const changes = pageIds.map((pageId) => ({ kind: 'edit', pageId, markdown: 'New.' }))
  const proposal = { title: 'New', changes }
  const { proposalId } = await post<{ proposalId: string }>(
    '/v1/proposals/create',
    proposal,
    paul.key,
  )
  return proposalId
}

/** The types of the events of a proposal that a viewer receives, with their data. */
async function received(proposalId: string, viewer: Viewer) {
  const { store } = quire.app
  const { workspaceId } = quire
  const rows = await events.since(store, workspaceId, 0, 1000)
  const stored = rows.map((row) => readEvent({ workspaceId, ...row }, 'changes'))
  const viewed = await viewEvents(store, viewer, stored)
  return viewed.flatMap((one) => {
    if (one?.kind !== 'event') return []
    const { type, data } = one.event
    return Object(data).proposalId === proposalId ? [{ type, data: Object(data) }] : []
  })
}

describe('events of proposals', () => {
  it('are stored for each step, without texts', async () => {
    const pageId = await addPage(quire, 'Secret plan', { markdown: 'Old words.' })
    const proposalId = await propose([pageId])
    await post('/v1/proposals/comment', { proposalId, markdown: 'Hm.' })
    await post('/v1/proposals/request-changes', { proposalId, markdown: 'More.' })
    await post('/v1/proposals/update', { proposalId, title: 'Newer' }, paul.key)
    await post('/v1/proposals/accept', { proposalId, revision: 2 })
    const all = await received(proposalId, systemViewer(quire.workspaceId))
    assert.deepEqual(
      all.map(({ type, data }) => [type, data.state, data.changes]),
      [
        ['proposal.created', 'open', 1],
        ['proposal.commented', 'open', 1],
        ['proposal.changes_requested', 'changes_requested', 1],
        ['proposal.updated', 'open', 1],
        ['proposal.accepted', 'accepted', 1],
      ],
    )
    assert.ok(!/words|plan|Newer/i.test(JSON.stringify(all)))
  })

  it('are for those who can read all of its pages', async () => {
    const open = await addPage(quire, 'Open')
    const hidden = await addPage(quire, 'Hidden')
    const both = await propose([open, hidden])
    const one = await propose([open])
    await restrict(quire, hidden, onlyFor({ [paul.userId]: 'read' }))
    const everyone = publicViewer(quire.workspaceId)
    const own = { ...everyone, viewerId: paul.userId }
    const guest = { ...own, viewerId: 'someone', everyoneId: '' }
    assert.equal((await received(both, everyone)).length, 0)
    assert.equal((await received(both, own)).length, 1)
    assert.equal((await received(one, everyone)).length, 1)
    assert.equal((await received(one, guest)).length, 0)
  })

  it('name what is left when only some changes are decided, and who withdrew', async () => {
    const ids = [await addPage(quire, 'A'), await addPage(quire, 'B'), await addPage(quire, 'C')]
    const proposalId = await propose(ids)
    await post('/v1/proposals/accept', { proposalId, revision: 1, changes: [{ number: 1 }] })
    await post('/v1/proposals/decline', { proposalId, changes: [2] })
    await post('/v1/proposals/withdraw', { proposalId }, paul.key)
    const all = await received(proposalId, systemViewer(quire.workspaceId))
    assert.deepEqual(
      all.map(({ type, data }) => [type, data.state, data.changes]),
      [
        ['proposal.created', 'open', 3],
        ['proposal.accepted', 'open', 1],
        ['proposal.declined', 'open', 1],
        ['proposal.withdrawn', 'withdrawn', 1],
      ],
    )
  })

  it('say that a proposal was accepted in part', async () => {
    const ids = [await addPage(quire, 'D'), await addPage(quire, 'E'), await addPage(quire, 'F')]
    const decisions = async (proposalId: string) => {
      const all = await received(proposalId, systemViewer(quire.workspaceId))
      return all.flatMap(({ type, data }) =>
        'isAcceptedInPart' in data ? [[type, data.state, data.isAcceptedInPart]] : [],
      )
    }
    const complete = await propose(ids.slice(0, 1))
    await post('/v1/proposals/accept', { proposalId: complete, revision: 1 })
    assert.deepEqual(await decisions(complete), [['proposal.accepted', 'accepted', false]])
    const both = await propose(ids.slice(1))
    await post('/v1/proposals/accept', { proposalId: both, revision: 1, changes: [{ number: 1 }] })
    await post('/v1/proposals/decline', { proposalId: both })
    assert.deepEqual(await decisions(both), [
      ['proposal.accepted', 'open', false],
      ['proposal.declined', 'accepted', true],
    ])
  })

  it('are gone with a page that is purged, and so is the proposal', async () => {
    const pageId = await addPage(quire, 'Purged')
    const proposalId = await propose([pageId])
    await post('/v1/pages/delete', { pageId })
    await post('/v1/trash/purge', { pageId })
    const viewer = { ...publicViewer(quire.workspaceId), viewerId: paul.userId }
    assert.deepEqual(await received(proposalId, viewer), [])
    const answer = await quire.post('/v1/proposals/get', {
      workspaceId: quire.workspaceId,
      proposalId,
    })
    assert.equal(answer.status, 404)
  })
})
