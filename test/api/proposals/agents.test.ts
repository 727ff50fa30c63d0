import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  addFile,
  addPage,
  markdownOf,
  nothing,
  storedPage,
  titlesUnder,
} from '../../support/pages.ts'
import { addAgent, addPerson, type Person } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { signIn } from '../../support/web/visitor.ts'
import { editOf, outcome, type Proposing, proposingAs } from './proposing.ts'

let quire: TestServer
let ada: Proposing
/** Its role lets it propose only. */
let agent: Person
let asAgent: Proposing
/** In the workspace already. */
let fileId: string

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ada = proposingAs(quire)
  agent = await addAgent(quire, 'Helper', 'propose')
  asAgent = proposingAs(quire, agent.key)
  fileId = await addFile(quire, await addPage(quire, 'With a file'))
})
after(() => quire.close())

const page = (title: string, markdown = 'Old.') => addPage(quire, title, { markdown })

const uploaded = { fileName: 'a.png', mimeType: 'image/png', contentBase64: 'AA==' }

/** Writes that the specification describes, of a page. */
const specified = (pageId: string): [path: string, body: object][] => [
  ['/v1/pages/create', { title: 'New' }],
  ['/v1/pages/create', { title: 'New', parentId: pageId }],
  ['/v1/pages/update', { pageId, title: 'New' }],
  ['/v1/pages/move', { pageId }],
  ['/v1/pages/delete', { pageId }],
  ['/v1/page-files/upload-file', { pageId, ...uploaded }],
  ['/v1/page-files/upload-image', { pageId, ...uploaded }],
  ['/v1/page-files/attach-file', { pageId, fileId }],
  ['/v1/page-files/attach-image', { pageId, fileId }],
  ['/v1/workspace/create-page-from-file', { fileId }],
]

describe('specified writes of an agent that may only propose', () => {
  it('answer 403 and name proposals/create', async () => {
    const pageId = await page('Specified')
    for (const [path, body] of specified(pageId)) {
      const answer = await asAgent.ask(path, body)
      assert.deepEqual(outcome(answer), [403, 'FORBIDDEN'], path)
      assert.match(answer.body.message, /proposals\/create/, path)
    }
    assert.equal((await storedPage(quire, pageId)).title, 'Specified')
    assert.equal((await storedPage(quire, pageId)).version, 1)
  })

  it('answer 403 in a section that gives the agent more', async () => {
    const pageId = await page('Given more')
    const grants = [{ principalId: agent.userId, level: 'write' }]
    await restrict(quire, pageId, { inherits: false, everyone: null, grants })
    for (const [path, body] of specified(pageId)) {
      assert.equal((await asAgent.ask(path, body)).status, 403, path)
    }
  })

  it('answer 403 where the workspace is for the role', async () => {
    for (const [path, body] of [
      ['/v1/proposals/set-settings', { acceptsOwn: true }],
      ['/v1/groups/create', { name: 'Friends' }],
    ] as const) {
      const answer = await asAgent.ask(path, body)
      assert.equal(answer.status, 403, `${path} ${JSON.stringify(answer.body)}`)
    }
  })
})

describe('other writes of an agent that may only propose', () => {
  it('become proposals, which its owner accepts', async () => {
    const pageId = await page('Extension', 'One.')
    const { version } = await storedPage(quire, pageId)
    for (const [path, body] of [
      ['/v1/pages/edit', { pageId, mode: 'append', text: 'Two.' }],
      ['/v1/pages/save', { pageId, version, merge: true, title: 'Renamed' }],
      ['/v1/pages/set-properties', { pageId, set: { status: 'Draft' } }],
    ] as const) {
      const { status, body: answer } = await asAgent.ask(path, body)
      assert.equal(status, 202, `${path} ${JSON.stringify(answer)}`)
      assert.equal(answer.state, 'open')
      const shown = await ada.get(answer.proposalId)
      assert.deepEqual([shown.proposer.id, shown.isMine], [agent.userId, false])
      const accepted = await ada.decide('accept', answer.proposalId)
      assert.equal(accepted.body.state, 'accepted', accepted.body.message)
    }
    const now = await storedPage(quire, pageId)
    assert.deepEqual([now.title, now.properties], ['Renamed', 'status: Draft\n'])
    assert.equal(await markdownOf(quire, pageId), 'One.\n\nTwo.\n')
  })

  it('say that a page is not there, or that nothing would change', async () => {
    const edited = { mode: 'append', text: 'x' }
    const missing = await asAgent.ask('/v1/pages/edit', { pageId: nothing, ...edited })
    assert.deepEqual(outcome(missing), [404, 'PAGE_NOT_FOUND'])
    const hidden = await page('Hidden from agents')
    await restrict(quire, hidden, onlyFor({}))
    const unseen = await asAgent.ask('/v1/pages/edit', { pageId: hidden, ...edited })
    assert.deepEqual(outcome(unseen), [404, 'PAGE_NOT_FOUND'])
    const pageId = await page('Not matched')
    const replaced = { pageId, mode: 'replace', find: 'Never there', text: 'x' }
    const unmatched = await asAgent.ask('/v1/pages/edit', replaced)
    assert.equal(unmatched.status >= 400 && unmatched.status < 500, true)
    assert.deepEqual(
      (await ada.ask<{ proposals: object[] }>('/v1/proposals/list', { pageId })).body.proposals,
      [],
    )
  })

  it('stay refused where a section gives the agent less', async () => {
    const pageId = await page('Given less')
    const grants = [{ principalId: agent.userId, level: 'comment' }]
    await restrict(quire, pageId, { inherits: false, everyone: null, grants })
    const edited = await asAgent.ask('/v1/pages/edit', { pageId, mode: 'append', text: 'x' })
    assert.deepEqual(outcome(edited), [403, 'FORBIDDEN'])
    assert.deepEqual(outcome(await asAgent.create([editOf(pageId, 'x')])), [403, 'FORBIDDEN'])
  })
})

describe('proposals of an agent', () => {
  it('can contain every kind of change, and a page at the top level', async () => {
    const pageId = await page('All kinds')
    const gone = await page('To delete')
    const moved = await page('To move')
    const proposalId = await asAgent.propose([
      { kind: 'create', title: 'From an agent' },
      editOf(pageId, 'New.'),
      { kind: 'properties', pageId, set: { status: 'Done' } },
      { kind: 'move', pageId: moved, newParentId: pageId },
      { kind: 'trash', pageId: gone },
    ])
    const accepted = await ada.decide('accept', proposalId)
    assert.equal(accepted.body.state, 'accepted', accepted.body.message)
    assert.equal(await markdownOf(quire, pageId), 'New.\n')
    assert.deepEqual(await titlesUnder(quire, pageId), ['To move'])
    type History = { versions: { authors: { firstName: string }[] }[] }
    const { body } = await ada.ask<History>('/v1/history/list', { pageId })
    const names = body.versions[0]?.authors.map(({ firstName }) => firstName)
    assert.deepEqual(names, ['Helper', 'Ada'])
  })

  it('are decided about by nobody who only proposes, the agent least of all', async () => {
    const pageId = await page('Not by itself')
    const proposalId = await asAgent.propose([editOf(pageId, 'New.')])
    for (const [how, body] of [
      ['accept', {}],
      ['decline', { reason: 'No.' }],
      ['request-changes', { markdown: 'More.' }],
    ] as const) {
      const answer = await asAgent.decide(how, proposalId, body)
      assert.equal(answer.status, 403, how)
    }
    await ada.ask('/v1/proposals/set-settings', { acceptsOwn: true })
    assert.equal((await asAgent.decide('accept', proposalId)).status, 403)
    await ada.ask('/v1/proposals/set-settings', { acceptsOwn: false })
    const other = proposingAs(quire, (await addAgent(quire, 'Second', 'propose')).key)
    assert.equal((await other.decide('accept', proposalId)).status, 403)
    assert.equal((await ada.get(proposalId)).state, 'open')
    assert.equal(await markdownOf(quire, pageId), 'Old.\n')
  })

  it('are updated, commented on and withdrawn by the agent', async () => {
    const pageId = await page('Its own')
    const proposalId = await asAgent.propose([editOf(pageId, 'New.')])
    await ada.decide('request-changes', proposalId, { markdown: 'Say when.' })
    const said = await asAgent.decide('comment', proposalId, { markdown: 'On Friday?' })
    assert.equal(said.status, 200, said.body.message)
    const changes = [editOf(pageId, 'New on Friday.')]
    const updated = await asAgent.decide('update', proposalId, { changes })
    assert.deepEqual([updated.status, updated.body.state], [200, 'open'])
    assert.equal((await ada.get(proposalId)).revision, 2)
    const withdrawn = await asAgent.decide('withdraw', proposalId)
    assert.equal(withdrawn.body.state, 'withdrawn')
    assert.deepEqual(outcome(await ada.decide('accept', proposalId)), [409, 'PROPOSAL_CLOSED'])
  })

  it('cannot be accepted any more when the role of the agent is lowered, it is paused or removed', async () => {
    const pageId = await page('Lowered')
    const lowered = await addAgent(quire, 'Lowered', 'propose')
    const asLowered = proposingAs(quire, lowered.key)
    const proposalId = await asLowered.propose([editOf(pageId, 'New.')])
    const agentId = lowered.userId
    const visitor = await signIn(quire)
    const { workspaceId } = quire
    const manage = (how: string, body: object = {}) =>
      visitor.post(`/app/agent-accounts/${how}`, { workspaceId, agentId, ...body })
    const update = (role: string) => manage('update', { role })
    assert.equal((await update('comment')).status, 200)
    assert.deepEqual(outcome(await ada.decide('accept', proposalId)), [403, 'FORBIDDEN'])
    assert.equal((await asLowered.create([editOf(pageId, 'x')])).status, 403)
    assert.equal((await update('propose')).status, 200)
    assert.equal((await manage('pause')).status, 200)
    assert.equal((await asLowered.create([editOf(pageId, 'x')])).status, 403)
    assert.deepEqual(outcome(await ada.decide('accept', proposalId)), [403, 'FORBIDDEN'])
    assert.equal((await manage('remove')).status, 200)
    assert.deepEqual(outcome(await ada.decide('accept', proposalId)), [403, 'FORBIDDEN'])
    assert.equal((await ada.decide('decline', proposalId)).body.state, 'declined')
    assert.equal(await markdownOf(quire, pageId), 'Old.\n')
  })
})

describe('agents with other roles', () => {
  it('read and comment, but propose nothing, with the roles read and comment', async () => {
    const pageId = await page('Read only')
    for (const role of ['read', 'comment'] as const) {
      const own = proposingAs(quire, (await addAgent(quire, `May ${role}`, role)).key)
      const proposed = await own.create([editOf(pageId, 'x')])
      assert.deepEqual(outcome(proposed), [403, 'FORBIDDEN'], role)
      const edited = await own.ask('/v1/pages/edit', { pageId, mode: 'append', text: 'x' })
      assert.deepEqual(outcome(edited), [403, 'FORBIDDEN'], role)
      assert.equal((await own.ask('/v1/proposals/list', {})).status, 200, role)
    }
  })

  it('write with the role write, and propose in a workspace where members propose', async () => {
    const writer = proposingAs(quire, (await addAgent(quire, 'Writer', 'write')).key)
    const pageId = await page('Written')
    const edited = { pageId, mode: 'append', text: 'Two.' }
    assert.equal((await writer.ask('/v1/pages/edit', edited)).status, 200)
    await ada.ask('/v1/proposals/set-settings', { proposeOnly: true })
    const proposed = await writer.ask('/v1/pages/edit', { ...edited, text: 'Three.' })
    assert.equal(proposed.status, 202, JSON.stringify(proposed.body))
    const refused = await writer.ask('/v1/pages/update', { pageId, title: 'x' })
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /proposals\/create/)
    await ada.ask('/v1/proposals/set-settings', { proposeOnly: false })
    assert.equal(await markdownOf(quire, pageId), 'Old.\n\nTwo.\n')
    assert.equal((await ada.decide('accept', proposed.body.proposalId)).status, 200)
    assert.equal(await markdownOf(quire, pageId), 'Old.\n\nTwo.\n\nThree.\n')
  })

  it('accept nothing, also if they may write', async () => {
    const writer = proposingAs(quire, (await addAgent(quire, 'Reviewer', 'write')).key)
    const pageId = await page('Reviewed by an agent')
    const proposalId = await asAgent.propose([editOf(pageId, 'New.')])
    const refused = await writer.decide('accept', proposalId)
    assert.deepEqual(outcome(refused), [403, 'FORBIDDEN'])
    assert.match(refused.body.message, /Ask a person/)
    assert.equal(await markdownOf(quire, pageId), 'Old.\n')
    assert.equal((await writer.decide('decline', proposalId)).body.state, 'declined')
  })

  it('propose below the pages that they are limited to, and nowhere else', async () => {
    const folder = await page('Folder')
    const inside = await addPage(quire, 'Inside', { parentId: folder, markdown: 'Old.' })
    const outside = await page('Outside')
    const limited = proposingAs(quire, (await addAgent(quire, 'Limited', 'propose', [folder])).key)
    const proposalId = await limited.propose([
      editOf(inside, 'New.'),
      { kind: 'create', title: 'Next', parentId: folder },
    ])
    for (const changes of [
      [editOf(outside, 'x')],
      [{ kind: 'create', title: 'At the top' }],
      [{ kind: 'move', pageId: inside, newParentId: outside }],
    ]) {
      const { status } = await limited.create(changes)
      assert.ok(status === 403 || status === 404, JSON.stringify(changes))
    }
    assert.equal((await ada.decide('accept', proposalId)).status, 200)
    assert.deepEqual((await titlesUnder(quire, folder)).toSorted(), ['Inside', 'Next'])
  })

  it('see a proposal only if they can read all of its pages', async () => {
    const folder = await page('Seen')
    const outside = await page('Unseen')
    const limited = proposingAs(quire, (await addAgent(quire, 'Reader', 'read', [folder])).key)
    const paul = proposingAs(quire, (await addPerson(quire, 'Paul', 'MEMBER')).key)
    const own = await paul.propose([editOf(folder, 'New.')])
    const both = await paul.propose([editOf(folder, 'Newer.'), editOf(outside, 'New.')])
    type List = { proposals: { id: string }[] }
    const { body } = await limited.ask<List>('/v1/proposals/list', {})
    assert.deepEqual(
      body.proposals.map(({ id }) => id),
      [own],
    )
    const hidden = await limited.decide('get', both)
    assert.deepEqual(outcome(hidden), [404, 'PROPOSAL_NOT_FOUND'])
  })
})
