import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createAgent } from '../../../server/domain/agents/changes.ts'
import { createKey } from '../../../server/domain/people/api-keys.ts'
import { callTool } from '../../support/mcp.ts'
import { addPage, markdownOf } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { addGroup, restrict } from '../../support/sections.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'
import { signIn, type Visitor } from '../../support/web/visitor.ts'
import { editOf, type Proposing, proposingAs, read } from './proposing.ts'

type Name =
  | 'Ada'
  | "Ada's key"
  | "Ada's key for agents"
  | "Ada's propose-only key"
  | "Ada's proposing agent"
  | "Ada's writing agent"
  | 'Bob'
  | "Bob's key for agents"
  | "Bob's writing agent"

let quire: TestServer
let bob: Person
let carol: Person
let agents: Record<string, string>
let who: Record<Name, Proposing>
let sectionId: string

/** A person in the web app. */
function signedIn(visitor: Visitor, own: Proposing): Proposing {
  const { workspaceId } = quire
  const ask = <Body>(path: string, body: object) =>
    visitor.post<Body>(path, { workspaceId, ...body })
  return {
    ...own,
    ask,
    create: (changes, proposal = {}) =>
      ask('/v1/proposals/create', { title: 'Better', changes, ...proposal }),
    decide: (how, proposalId, body = {}) =>
      ask(`/v1/proposals/${how}`, { proposalId, ...read(how), ...body }),
  }
}

async function agentOf(userId: string, name: string, role: 'propose' | 'write') {
  const { app, workspaceId } = quire
  const id = await createAgent(contextOf(quire, { userId }), { workspaceId, name, role })
  agents[name] = id
  const { key } = await createKey(app.store, { userId: id, name: 'agent', expires: 'never' })
  return proposingAs(quire, key)
}

async function keyOf(userId: string, flags: object) {
  const created = { userId, name: 'key', expires: 'never', ...flags } as const
  return proposingAs(quire, (await createKey(quire.app.store, created)).key)
}

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  const { userId: ada } = quire
  bob = await addPerson(quire, 'Bob', 'MEMBER')
  carol = await addPerson(quire, 'Carol', 'MEMBER')
  agents = {}
  const own = proposingAs(quire)
  who = {
    Ada: signedIn(await signIn(quire), own),
    "Ada's key": own,
    "Ada's key for agents": await keyOf(ada, { forAgent: true }),
    "Ada's propose-only key": await keyOf(ada, { proposeOnly: true }),
    "Ada's proposing agent": await agentOf(ada, 'Proposer', 'propose'),
    "Ada's writing agent": await agentOf(ada, 'Writer', 'write'),
    Bob: proposingAs(quire, bob.key),
    "Bob's key for agents": await keyOf(bob.userId, { forAgent: true }),
    "Bob's writing agent": await agentOf(bob.userId, 'Helper', 'write'),
  }
  sectionId = await addPage(quire, 'Reviewed')
  const reviewerIds = [agents['Writer'], agents['Helper'], agents['Proposer']]
  await restrict(quire, sectionId, { review: { required: 0, reviewerIds } })
})
after(() => quire.close())

/** Accepts what someone proposed, and returns why it was refused, or `accepted`. */
async function outcomeOf(proposer: Name, reviewer: Name, parentId: string | null): Promise<string> {
  const pageId = await addPage(quire, 'Page', { markdown: 'Old.', ...(parentId && { parentId }) })
  const created = await who[proposer].create([editOf(pageId, 'New.')])
  assert.equal(created.status, 200, JSON.stringify(created.body))
  const { proposalId } = created.body
  const shown = await who[reviewer].ask<{ canAccept: boolean }>('/v1/proposals/get', { proposalId })
  const { status, body } = await who[reviewer].decide('accept', proposalId)
  const isAccepted = status === 200
  assert.equal(shown.body.canAccept, isAccepted, `canAccept of ${reviewer}: ${body.message}`)
  assert.equal(await markdownOf(quire, pageId), isAccepted ? 'New.\n' : 'Old.\n')
  if (isAccepted) return 'accepted'
  assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
  return body.message
}

const names: readonly Name[] = [
  'Ada',
  "Ada's key",
  "Ada's key for agents",
  "Ada's propose-only key",
  "Ada's proposing agent",
  "Ada's writing agent",
  'Bob',
  "Bob's key for agents",
  "Bob's writing agent",
]
const people: ReadonlySet<Name> = new Set(['Ada', "Ada's key", 'Bob'])
const accounts: ReadonlySet<Name> = new Set(["Ada's writing agent", "Bob's writing agent"])
const partyOf = (name: Name) => name.slice(0, 3)

/** The rule in a second wording: by party and kind, not by account and key. */
function expected(proposer: Name, reviewer: Name, isReviewer: boolean): RegExp {
  const isSameParty = partyOf(proposer) === partyOf(reviewer)
  if (people.has(reviewer)) {
    return people.has(proposer) && isSameParty ? /your own proposal/ : /^accepted$/
  }
  if (!accounts.has(reviewer)) return /key|agent can only propose/i
  if (!isReviewer) return /Agents cannot accept proposals unless they are reviewers/
  return isSameParty ? /An agent cannot accept what its owner/ : /^accepted$/
}

describe('who accepts what whom proposed', () => {
  for (const isReviewer of [false, true]) {
    for (const proposer of names) {
      const where = isReviewer ? 'where agents are reviewers' : 'where no agent is a reviewer'
      it(`${proposer} proposed, ${where}`, async () => {
        for (const reviewer of names) {
          const outcome = await outcomeOf(proposer, reviewer, isReviewer ? sectionId : null)
          assert.match(outcome, expected(proposer, reviewer, isReviewer), `by ${reviewer}`)
        }
      })
    }
  }

  it('an agent accepts nothing outside of the sections where it reviews', async () => {
    const inside = await addPage(quire, 'Inside', { markdown: 'Old.', parentId: sectionId })
    const outside = await addPage(quire, 'Outside', { markdown: 'Old.' })
    const changes = [
      [editOf(inside, 'New.'), editOf(outside, 'New.')],
      [{ kind: 'move', pageId: inside, newParentId: outside }],
      [{ kind: 'move', pageId: inside, newParentId: null }],
      [{ kind: 'create', title: 'Top' }],
    ]
    for (const some of changes) {
      const proposalId = await who.Bob.propose(some)
      const refused = await who["Ada's writing agent"].decide('accept', proposalId)
      assert.match(refused.body.message, /unless they are reviewers of each section/)
    }
  })

  it('an agent that is a reviewer of an unread revision is refused over MCP too', async () => {
    const page = await addPage(quire, 'Over MCP', { markdown: 'Old.', parentId: sectionId })
    const { app } = quire
    const tool = async (userId: string | undefined, given: object, flags: object = {}) => {
      const { key } = await createKey(app.store, {
        userId: userId ?? '',
        name: 'mcp',
        expires: 'never',
        ...flags,
      })
      return callTool(quire, 'review_proposal', given, { key })
    }
    const proposal = await who["Ada's proposing agent"].propose([editOf(page, 'New.')])
    const accept = { proposal, action: 'accept', revision: 1 }
    for (const [userId, flags] of [
      [agents['Writer'], {}],
      [agents['Proposer'], {}],
      [quire.userId, { forAgent: true }],
      [bob.userId, { forAgent: true }],
    ] as const) {
      const { isError, value } = await tool(userId, accept, flags)
      assert.deepEqual([isError, value['code']], [true, 'FORBIDDEN'], JSON.stringify(value))
    }
    const unread = await tool(agents['Helper'], { proposal, action: 'accept' })
    assert.deepEqual([unread.isError, unread.value['code']], [true, 'VALIDATION_FAILED'])
    const stale = await tool(agents['Helper'], { ...accept, revision: 2 })
    assert.equal(stale.value['code'], 'PROPOSAL_CONFLICT')
    assert.equal((await tool(agents['Helper'], accept)).value['state'], 'accepted')
  })

  it('a setting lets people accept their own, never agents', async () => {
    const settings = (acceptsOwn: boolean) =>
      who.Ada.ask('/v1/proposals/set-settings', { acceptsOwn })
    await settings(true)
    assert.equal(await outcomeOf('Ada', "Ada's key", null), 'accepted')
    assert.equal(await outcomeOf("Ada's key", 'Ada', null), 'accepted')
    for (const reviewer of ["Ada's writing agent", "Ada's key for agents"] as const) {
      assert.notEqual(await outcomeOf('Ada', reviewer, sectionId), 'accepted')
    }
    await settings(false)
  })

  it('an agent cannot change what its person proposed, so that the person accepts it', async () => {
    const pageId = await addPage(quire, 'Laundered', { markdown: 'Old.' })
    const asAgent = who["Ada's key for agents"]
    const own = await who.Ada.create([editOf(pageId, 'Mine.')])
    const { proposalId } = own.body
    for (const [how, body] of [
      ['update', { title: 'Its' }],
      ['update', { edits: [{ number: 1, markdown: 'Its.' }] }],
      ['withdraw', {}],
    ] as const) {
      assert.equal((await asAgent.decide(how, proposalId, body)).status, 403)
    }
    assert.equal((await who.Ada.decide('accept', proposalId)).status, 403)
    const theirs = await asAgent.propose([editOf(pageId, 'Its.')])
    assert.equal((await who.Ada.decide('update', theirs, { title: 'Mine' })).status, 200)
    assert.equal((await asAgent.decide('update', theirs, { title: 'Its' })).status, 403)
    assert.equal((await who.Ada.decide('accept', theirs, { revision: 2 })).status, 403)
    assert.equal((await who.Bob.decide('accept', theirs, { revision: 2 })).status, 200)
  })
})

describe('required reviewers of a section', () => {
  const section = async (review: object, title = 'Two') => {
    const id = await addPage(quire, title)
    await restrict(quire, id, { review })
    return addPage(quire, 'Below', { parentId: id, markdown: 'Old.\n\nStays.' })
  }

  it('are members, groups and agents, and enough; only admins add agents', async () => {
    const pageId = await addPage(quire, 'Wrong')
    const update = (review: unknown, key?: string, id = pageId) =>
      quire.post(
        '/v1/permissions/update',
        { workspaceId: quire.workspaceId, pageId: id, review },
        key,
      )
    const unknown = '01234567-89ab-7def-8123-456789abcdef'
    for (const review of [
      { required: 1, reviewerIds: [] },
      { required: 2, reviewerIds: [bob.userId] },
      { required: 3, reviewerIds: [bob.userId] },
      { required: 1, reviewerIds: [unknown] },
      { required: 1, reviewerIds: ['x'] },
      { required: 1, reviewerIds: [quire.workspaceId] },
      { required: 1 },
      'two',
    ]) {
      assert.equal((await update(review)).status, 400, JSON.stringify(review))
    }
    const title = { workspaceId: quire.workspaceId, title: "Bob's" }
    const created = await quire.post<{ pageId: string }>('/v1/pages/create', title, bob.key)
    const bobs = created.body.pageId
    const agent = { required: 0, reviewerIds: [agents['Helper']] }
    assert.equal((await update(agent, bob.key, bobs)).status, 400)
    assert.equal(
      (await update({ required: 1, reviewerIds: [bob.userId] }, bob.key, bobs)).status,
      200,
    )
    assert.equal((await update(agent, bob.key)).status, 403)
    const forAgent = {
      userId: quire.userId,
      name: 'key',
      expires: 'never',
      forAgent: true,
    } as const
    const { key } = await createKey(quire.app.store, forAgent)
    const review = { required: 1, reviewerIds: [bob.userId] }
    for (const change of [agent, review, null]) {
      assert.equal((await update(change, key)).status, 403, 'an agent decides who reviews')
    }
    assert.equal((await update(agent)).status, 200)
  })

  it('accept, and nobody else does', async () => {
    const pageId = await section({ required: 1, reviewerIds: [carol.userId] })
    const proposalId = await who["Ada's proposing agent"].propose([editOf(pageId, 'New.')])
    for (const reviewer of ['Ada', 'Bob'] as const) {
      const { status, body } = await who[reviewer].decide('accept', proposalId)
      assert.equal(status, 403)
      assert.match(body.message, /Only the reviewers of the section .*: Carol Tester\./)
    }
    const accepted = await proposingAs(quire, carol.key).decide('accept', proposalId)
    assert.equal(accepted.status, 200, accepted.body.message)
    assert.equal(await markdownOf(quire, pageId), 'New.\n')
  })

  it('are two people of two parties, who accept the same', async () => {
    const group = await addGroup(quire, 'Editors', [bob, carol])
    const reviewerIds = [group, quire.userId, agents['Writer']]
    const pageId = await section({ required: 2, reviewerIds })
    const asCarol = proposingAs(quire, carol.key)
    const proposalId = await who["Bob's key for agents"].propose([editOf(pageId, 'New.\n\nStays.')])
    const accept = async (by: Proposing, body: object = {}) => {
      const answer = await by.decide('accept', proposalId, body)
      assert.equal(answer.status, 200, answer.body.message)
      return Object(answer.body) as { state: string; missingReviews: number }
    }
    const part = { changes: [{ number: 1, markdown: 'Edited.' }] }
    assert.partialDeepStrictEqual(await accept(who.Ada), { state: 'open', missingReviews: 1 })
    assert.partialDeepStrictEqual(await accept(who.Ada), { state: 'open', missingReviews: 1 })
    const asWriter = who["Ada's writing agent"]
    assert.partialDeepStrictEqual(await accept(asWriter), { missingReviews: 1 })
    assert.partialDeepStrictEqual(await accept(asCarol, part), { missingReviews: 1 })
    assert.equal(await markdownOf(quire, pageId), 'Old.\n\nStays.\n')
    const shown = Object(await who.Bob.get(proposalId))
    assert.partialDeepStrictEqual(shown['reviews'], [{ required: 2, page: { title: 'Two' } }])
    assert.equal(shown['approvals'].length, 3)
    assert.partialDeepStrictEqual(await accept(asCarol), { state: 'accepted', missingReviews: 0 })
    assert.equal(await markdownOf(quire, pageId), 'New.\n\nStays.\n')
  })

  it('accept again after an update, and count only while they may', async () => {
    const reviewerIds = [quire.userId, bob.userId, carol.userId]
    const pageId = await section({ required: 2, reviewerIds })
    const proposalId = await who["Ada's proposing agent"].propose([editOf(pageId, 'New.')])
    const first = await who.Bob.decide('accept', proposalId)
    assert.equal(first.body.state, 'open')
    await who["Ada's proposing agent"].decide('update', proposalId, { title: 'Newer' })
    const second = { revision: 2 }
    assert.equal((await who.Ada.decide('accept', proposalId, second)).body.state, 'open')
    const { workspaceId } = quire
    const { section: of } = (
      await who.Ada.ask<{ section: { pageId: string } }>('/v1/permissions/get', { pageId })
    ).body
    const review = { required: 2, reviewerIds: [bob.userId, carol.userId] }
    await restrict(quire, of.pageId, { review })
    assert.equal(
      (await who.Bob.decide('accept', proposalId, second)).body.state,
      'open',
      workspaceId,
    )
    const asCarol = proposingAs(quire, carol.key)
    assert.equal((await asCarol.decide('accept', proposalId, second)).body.state, 'accepted')
  })

  it('are inherited by pages below that inherit, and required by each section', async () => {
    const outer = await addPage(quire, 'Above')
    await restrict(quire, outer, { review: { required: 1, reviewerIds: [carol.userId] } })
    const inheriting = await addPage(quire, 'Inheriting', { parentId: outer, markdown: 'Old.' })
    await restrict(quire, inheriting, { grants: [{ principalId: bob.userId, level: 'write' }] })
    const own = await addPage(quire, 'Own', { parentId: outer, markdown: 'Old.' })
    await restrict(quire, own, { review: { required: 1, reviewerIds: [bob.userId] } })
    const agent = who["Ada's proposing agent"]
    const inherited = await agent.propose([editOf(inheriting, 'New.')])
    assert.equal((await who.Bob.decide('accept', inherited)).status, 403)
    const both = await agent.propose([editOf(inheriting, 'New.'), editOf(own, 'New.')])
    assert.equal((await who.Bob.decide('accept', both)).body.state, 'open')
    const asCarol = proposingAs(quire, carol.key)
    assert.equal((await asCarol.decide('accept', both)).body.state, 'accepted')
  })
})
