import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, markdownOf, storedPage, titlesUnder } from '../../support/pages.ts'
import { addPerson, addWorkspace, type Person } from '../../support/people.ts'
import { addGroup, addGuest, grantOnly, onlyFor, restrict } from '../../support/sections.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'
import { signIn } from '../../support/web/visitor.ts'
import { addPages, editOf, outcome, type Proposing, proposingAs } from './proposing.ts'

let quire: TestServer
let ada: Proposing
let mia: Person
let asMia: Proposing

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ada = proposingAs(quire)
  mia = await addPerson(quire, 'Mia', 'MEMBER')
  asMia = proposingAs(quire, mia.key)
})
after(() => quire.close())

const page = (title: string, markdown = 'Old.') => addPage(quire, title, { markdown })
const forbidden = [403, 'FORBIDDEN']
const notFound = [404, 'PROPOSAL_NOT_FOUND']
const listed = async (who: Proposing, filter: object = {}) => {
  type List = { proposals: { id: string }[]; counts: Record<string, number> }
  const { status, body } = await who.ask<List>('/v1/proposals/list', filter)
  assert.equal(status, 200, JSON.stringify(body))
  return body.proposals.map(({ id }) => id)
}

describe('the level of a section', () => {
  const levels = ['read', 'comment', 'propose', 'write', 'manage'] as const

  for (const [index, level] of levels.entries()) {
    it(`${level} lets a member ${index < 2 ? 'propose nothing' : 'propose'}`, async () => {
      const pageId = await page(`With ${level}`)
      await grantOnly(quire, pageId, { [mia.userId]: level })
      const proposed = await asMia.create([editOf(pageId, 'New.')])
      assert.equal(proposed.status, index < 2 ? 403 : 200, proposed.body.message)
      const edit = { pageId, mode: 'append', text: 'More.' }
      const edited = await asMia.ask('/v1/pages/edit', edit)
      assert.equal(edited.status, index < 2 ? 403 : index === 2 ? 202 : 200)
      const updated = await asMia.ask('/v1/pages/update', { pageId, title: 'x' })
      assert.equal(updated.status, index < 3 ? 403 : 200)
      const own = await ada.propose([editOf(pageId, 'By Ada.')])
      const said = await asMia.decide('comment', own, { markdown: 'Hm.' })
      assert.equal(said.status, index < 1 ? 403 : 200)
      const declined = await asMia.decide('decline', own)
      assert.equal(declined.status, index < 3 ? 403 : 200)
    })
  }

  it('propose comes to groups, and to everyone by their role', async () => {
    const vera = await addPerson(quire, 'Vera', 'VIEWER')
    const asVera = proposingAs(quire, vera.key)
    const group = await addGroup(quire, 'Editors', [vera])
    const ofGroup = await page('For a group')
    await grantOnly(quire, ofGroup, { [group]: 'propose' })
    assert.equal((await asVera.create([editOf(ofGroup, 'New.')])).status, 200)
    assert.deepEqual(outcome(await asMia.create([editOf(ofGroup, 'New.')])), [
      404,
      'PAGE_NOT_FOUND',
    ])
    const ofEveryone = await page('For everyone')
    await grantOnly(quire, ofEveryone, { [quire.workspaceId]: 'propose' })
    for (const who of [asVera, asMia]) {
      assert.equal((await who.create([editOf(ofEveryone, 'New.')])).status, 200)
      assert.deepEqual(
        outcome(await who.ask('/v1/pages/update', { pageId: ofEveryone, title: 'x' })),
        forbidden,
      )
    }
    assert.deepEqual(
      outcome(await asVera.create([editOf(await page('Open'), 'New.')])),
      forbidden,
      'a viewer proposes only where a section lets them',
    )
  })

  it('is needed on both pages of a move, and on the parent of a new page', async () => {
    const [from, to, closed] = [await page('From'), await page('To'), await page('Closed')]
    const moved = await addPage(quire, 'Moved', { parentId: from })
    const gus = await addGuest(quire, 'Gus', 'VIEWER')
    const asGus = proposingAs(quire, gus.key)
    for (const pageId of [from, to]) {
      await restrict(quire, pageId, { grants: [{ principalId: gus.userId, level: 'propose' }] })
    }
    await restrict(quire, closed, { grants: [{ principalId: gus.userId, level: 'comment' }] })
    const move = (newParentId: string | null) => ({ kind: 'move', pageId: moved, newParentId })
    const create = (parentId: string | null) => ({ kind: 'create', title: 'New', parentId })
    for (const change of [move(closed), move(null), create(closed), create(null)]) {
      assert.deepEqual(outcome(await asGus.create([change])), forbidden, JSON.stringify(change))
    }
    const proposalId = await asGus.propose([move(to), create(to)])
    assert.equal((await ada.decide('accept', proposalId)).status, 200)
    assert.deepEqual((await titlesUnder(quire, to)).toSorted(), ['Moved', 'New'])
  })

  it('of the reviewer counts on every page of a proposal', async () => {
    const [open = '', team = ''] = await addPages(quire, null, { Open: 'Old.', Team: 'Old.' })
    await grantOnly(quire, team, { [quire.userId]: 'manage', [mia.userId]: 'comment' })
    const olga = proposingAs(quire, (await addPerson(quire, 'Olga', 'ADMIN')).key)
    const proposalId = await ada.propose([editOf(open, 'New.'), editOf(team, 'New.')])
    assert.deepEqual(outcome(await asMia.decide('accept', proposalId)), forbidden)
    const first = { changes: [{ number: 1 }] }
    assert.deepEqual(outcome(await asMia.decide('accept', proposalId, first)), forbidden)
    assert.deepEqual(outcome(await olga.decide('accept', proposalId)), notFound)
    assert.equal((await asMia.decide('comment', proposalId, { markdown: 'Hm.' })).status, 200)
    assert.equal(await markdownOf(quire, open), 'Old.\n')
  })
})

describe('who sees a proposal', () => {
  it('changes with the permissions of its pages', async () => {
    const pageId = await page('Now hidden')
    const proposalId = await ada.propose([editOf(pageId, 'Secret words.')])
    assert.ok((await listed(asMia)).includes(proposalId))
    await restrict(quire, pageId, onlyFor({}))
    assert.ok(!(await listed(asMia)).includes(proposalId))
    assert.deepEqual(await listed(asMia, { pageId }), [])
    for (const [how, body] of [
      ['get', {}],
      ['accept', {}],
      ['decline', {}],
      ['comment', { markdown: 'x' }],
      ['request-changes', { markdown: 'x' }],
      ['update', { title: 'x' }],
      ['withdraw', {}],
    ] as const) {
      const answer = await asMia.decide(how, proposalId, body)
      assert.deepEqual(outcome(answer), notFound, how)
      assert.ok(!JSON.stringify(answer.body).includes('Secret'))
    }
    await restrict(quire, pageId, { grants: [{ principalId: mia.userId, level: 'read' }] })
    assert.equal((await asMia.get(proposalId)).canAccept, false)
  })

  it('depends on the parent of a new page until it exists, and then on the page too', async () => {
    const parent = await page('Parent')
    const proposalId = await ada.propose([{ kind: 'create', title: 'Child', parentId: parent }])
    assert.ok((await listed(asMia)).includes(proposalId))
    await ada.ask('/v1/proposals/set-settings', { acceptsOwn: true })
    const accepted = await ada.decide('accept', proposalId)
    assert.equal(accepted.status, 200, accepted.body.message)
    await ada.ask('/v1/proposals/set-settings', { acceptsOwn: false })
    const [child = { pageId: '' }] = accepted.body.pages
    assert.ok((await listed(asMia)).includes(proposalId))
    await restrict(quire, child.pageId, onlyFor({}))
    assert.ok(!(await listed(asMia)).includes(proposalId))
    assert.deepEqual(outcome(await asMia.decide('get', proposalId)), notFound)
  })

  it('shows the parents of a move only to those who can read them', async () => {
    const [pageId, target] = [await page('To move'), await page('Target')]
    const proposalId = await ada.propose([{ kind: 'move', pageId, newParentId: target }])
    const [change] = (await asMia.get(proposalId)).list
    assert.deepEqual([change?.from, change?.to?.title], [null, 'Target'])
    await restrict(quire, target, onlyFor({}))
    assert.deepEqual(outcome(await asMia.decide('get', proposalId)), notFound)
    assert.equal((await ada.get(proposalId)).list[0]?.to?.title, 'Target')
  })

  it('is nobody in another workspace, and nobody when the page is gone for good', async () => {
    const pageId = await page('Purged')
    const proposalId = await asMia.propose([editOf(pageId, 'New.')])
    const elsewhere = await addWorkspace(quire, 'Elsewhere')
    const body = { workspaceId: elsewhere, proposalId }
    const other = await quire.post<{ code: string }>('/v1/proposals/get', body)
    assert.deepEqual([other.status, other.body.code], notFound)
    const { body: list } = await quire.post<{ proposals: object[] }>('/v1/proposals/list', {
      workspaceId: elsewhere,
    })
    assert.deepEqual(list.proposals, [])
    await ada.ask('/v1/pages/delete', { pageId })
    assert.equal((await ada.get(proposalId)).state, 'open')
    const purged = await ada.ask('/v1/trash/purge', { pageId })
    assert.equal(purged.status, 200, JSON.stringify(purged.body))
    assert.deepEqual(outcome(await ada.decide('get', proposalId)), notFound)
  })
})

describe('the rights of the proposer', () => {
  it('are checked again when a proposal is accepted', async () => {
    const paul = await addPerson(quire, 'Paul', 'MEMBER')
    const asPaul = proposingAs(quire, paul.key)
    const pageId = await page('Rights later')
    const proposalId = await asPaul.propose([editOf(pageId, 'New.')])
    await grantOnly(quire, pageId, { [quire.userId]: 'manage', [paul.userId]: 'comment' })
    assert.deepEqual(outcome(await ada.decide('accept', proposalId)), forbidden)
    await grantOnly(quire, pageId, { [quire.userId]: 'manage', [paul.userId]: 'propose' })
    assert.equal((await ada.decide('accept', proposalId)).status, 200)
    assert.equal(await markdownOf(quire, pageId), 'New.\n')
  })

  it('end with the key of a program', async () => {
    const key = await addKey(quire, { proposeOnly: true, workspaceIds: [quire.workspaceId] })
    const asProgram = proposingAs(quire, key)
    const pageId = await page('By a key')
    const proposalId = await asProgram.propose([editOf(pageId, 'New.')])
    const wrong = await asProgram.ask('/v1/pages/delete', { pageId })
    assert.deepEqual(outcome(wrong), forbidden)
    const visitor = await signIn(quire)
    type Keys = { keys: { id: string; proposeOnly: boolean }[] }
    const { body } = await visitor.post<Keys>('/app/keys/list', {})
    const found = body.keys.filter(({ proposeOnly }) => proposeOnly)
    assert.equal(found.length, 1)
    const revoked = await visitor.post('/app/keys/revoke', { keyId: found[0]?.id })
    assert.equal(revoked.status, 200, JSON.stringify(revoked.body))
    assert.deepEqual(outcome(await asMia.decide('accept', proposalId)), forbidden)
    assert.equal((await storedPage(quire, pageId)).version, 1)
    assert.equal((await asMia.decide('decline', proposalId)).body.state, 'declined')
  })
})

describe('keys', () => {
  it('that only read propose nothing and decide nothing', async () => {
    const reading = proposingAs(quire, await addKey(quire, { readOnly: true }))
    const pageId = await page('Read only')
    assert.deepEqual(outcome(await reading.create([editOf(pageId, 'New.')])), forbidden)
    const edit = { pageId, mode: 'append', text: 'x' }
    assert.deepEqual(outcome(await reading.ask('/v1/pages/edit', edit)), forbidden)
    const proposalId = await asMia.propose([editOf(pageId, 'New.')])
    for (const [how, body] of [
      ['accept', {}],
      ['decline', {}],
      ['withdraw', {}],
      ['comment', { markdown: 'x' }],
      ['update', { title: 'x' }],
      ['request-changes', { markdown: 'x' }],
    ] as const) {
      assert.deepEqual(outcome(await reading.decide(how, proposalId, body)), forbidden, how)
    }
    assert.equal((await reading.get(proposalId)).state, 'open')
  })

  it('that both only read and only propose read', async () => {
    const key = await addKey(quire, { readOnly: true, proposeOnly: true })
    const both = proposingAs(quire, key)
    assert.deepEqual(outcome(await both.create([editOf(await page('Both'), 'New.')])), forbidden)
    assert.equal((await both.ask('/v1/proposals/list', {})).status, 200)
  })

  it('that only propose may comment, read and search, and change no settings', async () => {
    const key = await addKey(quire, { proposeOnly: true })
    const program = proposingAs(quire, key)
    const pageId = await page('Propose only')
    const said = await program.ask('/v1/comments/create', { pageId, markdown: 'Hm.' })
    assert.equal(said.status, 200, JSON.stringify(said.body))
    for (const [path, body] of [
      ['/v1/proposals/set-settings', { proposeOnly: false }],
      ['/v1/permissions/update', { pageId, inherits: false }],
      ['/v1/groups/create', { name: 'x' }],
      ['/v1/trash/empty', {}],
    ] as const) {
      const answer = await program.ask(path, body)
      assert.deepEqual(outcome(answer), forbidden, path)
    }
    assert.equal((await program.ask('/v1/pages/get', { page: pageId })).status, 200)
  })

  it('that only propose give a viewer no more than they have', async () => {
    const vic = await addPerson(quire, 'Vic', 'VIEWER')
    const key = await addKey({ ...quire, userId: vic.userId }, { proposeOnly: true })
    const refused = await proposingAs(quire, key).create([editOf(await page('Not for Vic'), 'x')])
    assert.deepEqual(outcome(refused), forbidden)
  })
})
