import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addFile, addPage, markdownOf, titlesUnder } from '../../support/pages.ts'
import { addPerson, addWorkspace, type Person } from '../../support/people.ts'
import { grantOnly } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { editOf, outcome, type Proposing, proposingAs } from './proposing.ts'

let quire: TestServer
let ada: Proposing
let admin: Proposing
let mia: Person
let asMia: Proposing
let vera: Proposing

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ada = proposingAs(quire)
  admin = proposingAs(quire, (await addPerson(quire, 'Olga', 'ADMIN')).key)
  mia = await addPerson(quire, 'Mia', 'MEMBER')
  asMia = proposingAs(quire, mia.key)
  vera = proposingAs(quire, (await addPerson(quire, 'Vera', 'VIEWER')).key)
})
beforeEach(() => set({ proposeOnly: false, acceptsOwn: false }))
after(() => quire.close())

const set = async (settings: object, who: Proposing = ada) => {
  const { status, body } = await who.ask<object>('/v1/proposals/set-settings', settings)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const page = (title: string) => addPage(quire, title, { markdown: 'Old.' })
const forbidden = [403, 'FORBIDDEN']

describe('the settings for proposals', () => {
  it('refuse those who do not manage the workspace, and what is no flag', async () => {
    for (const who of [asMia, vera]) {
      const refused = await who.ask('/v1/proposals/set-settings', { acceptsOwn: true })
      assert.deepEqual(outcome(refused), forbidden)
    }
    for (const settings of [{ acceptsOwn: 'yes' }, { proposeOnly: null }, { proposeOnly: 2 }]) {
      const refused = await ada.ask('/v1/proposals/set-settings', settings)
      assert.deepEqual(outcome(refused), [400, 'VALIDATION_FAILED'], JSON.stringify(settings))
    }
    const { body } = await ada.ask<object>('/v1/proposals/settings', {})
    assert.deepEqual(body, { proposeOnly: false, acceptsOwn: false })
  })

  it('change one at a time, and everyone in the workspace reads them', async () => {
    assert.deepEqual(await set({}), { proposeOnly: false, acceptsOwn: false })
    assert.deepEqual(await set({ proposeOnly: true }), { proposeOnly: true, acceptsOwn: false })
    assert.deepEqual(await set({ acceptsOwn: true }, admin), {
      proposeOnly: true,
      acceptsOwn: true,
    })
    const { body } = await vera.ask<object>('/v1/proposals/settings', {})
    assert.deepEqual(body, { proposeOnly: true, acceptsOwn: true })
  })

  it('are those of one workspace', async () => {
    await set({ proposeOnly: true, acceptsOwn: true })
    const workspaceId = await addWorkspace(quire, 'Elsewhere', mia.userId)
    const asked = await quire.post<object>('/v1/proposals/settings', { workspaceId }, mia.key)
    assert.deepEqual(asked.body, { proposeOnly: false, acceptsOwn: false })
    const created = await quire.post('/v1/pages/create', { workspaceId, title: 'x' }, mia.key)
    assert.equal(created.status, 200)
  })
})

describe('a workspace whose members propose', () => {
  beforeEach(() => set({ proposeOnly: true }))

  it('refuses their writes, and makes proposals of the others', async () => {
    const pageId = await page('For members')
    for (const [path, body] of [
      ['/v1/pages/create', { title: 'New' }],
      ['/v1/pages/create', { title: 'New', parentId: pageId }],
      ['/v1/pages/update', { pageId, title: 'New' }],
      ['/v1/pages/move', { pageId, newParentId: null }],
      ['/v1/pages/delete', { pageId }],
      ['/v1/page-files/attach-file', { pageId, fileId: await addFile(quire, pageId) }],
    ] as const) {
      const refused = await asMia.ask(path, body)
      assert.deepEqual(outcome(refused), forbidden, path)
      assert.match(refused.body.message, /proposals\/create/, path)
    }
    const edited = await asMia.ask('/v1/pages/edit', { pageId, mode: 'append', text: 'New.' })
    assert.equal(edited.status, 202, JSON.stringify(edited.body))
    assert.equal(await markdownOf(quire, pageId), 'Old.\n')
    assert.equal((await admin.decide('accept', edited.body.proposalId)).status, 200)
    assert.equal(await markdownOf(quire, pageId), 'Old.\n\nNew.\n')
  })

  it('lets owners and admins write and review, and viewers do no more than before', async () => {
    const pageId = await page('For owners')
    for (const who of [ada, admin]) {
      assert.equal((await who.ask('/v1/pages/update', { pageId, title: 'New' })).status, 200)
    }
    assert.deepEqual(outcome(await vera.create([editOf(pageId, 'x')])), forbidden)
    const proposalId = await asMia.propose([editOf(pageId, 'New.')])
    assert.deepEqual(outcome(await asMia.decide('accept', proposalId)), forbidden)
    assert.equal((await admin.decide('accept', proposalId)).status, 200)
  })

  it('lets members write in sections that give them the level write', async () => {
    const section = await page('Section')
    await grantOnly(quire, section, { [mia.userId]: 'write', [quire.userId]: 'manage' })
    const inside = { parentId: section, title: 'Inside' }
    assert.equal((await asMia.ask('/v1/pages/create', inside)).status, 200)
    assert.deepEqual(await titlesUnder(quire, section), ['Inside'])
    const proposalId = await ada.propose([editOf(section, 'New.')])
    assert.equal((await asMia.decide('accept', proposalId)).status, 200)
  })

  it('keeps proposals open that were made before, and ends with the setting', async () => {
    const pageId = await page('Before and after')
    const proposalId = await asMia.propose([{ kind: 'trash', pageId }])
    await set({ proposeOnly: false })
    assert.equal((await asMia.ask('/v1/pages/update', { pageId, title: 'Mine' })).status, 200)
    assert.deepEqual(outcome(await ada.decide('accept', proposalId)), [409, 'PROPOSAL_CONFLICT'])
    assert.equal((await asMia.decide('withdraw', proposalId)).body.state, 'withdrawn')
  })
})

describe('own proposals', () => {
  it('are accepted by their proposer only if the workspace allows it', async () => {
    const pageId = await page('Own')
    for (const who of [ada, admin, asMia]) {
      const proposalId = await who.propose([editOf(pageId, `New ${Math.random()}.`)])
      const shown = await who.get(proposalId)
      assert.deepEqual([shown.isMine, shown.canAccept, shown.canDecline], [true, false, true])
      assert.deepEqual(outcome(await who.decide('accept', proposalId)), forbidden)
      await set({ acceptsOwn: true })
      assert.equal((await who.get(proposalId)).canAccept, true)
      assert.equal((await who.decide('accept', proposalId)).status, 200)
      await set({ acceptsOwn: false })
    }
  })

  it('may be declined and answered by their proposer', async () => {
    const pageId = await page('Declined')
    const proposalId = await ada.propose([editOf(pageId, 'New.')])
    const asked = await ada.decide('request-changes', proposalId, { markdown: 'More.' })
    assert.equal(asked.body.state, 'changes_requested')
    assert.equal((await ada.decide('decline', proposalId)).body.state, 'declined')
  })
})
