import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { takeEvents } from '../../../server/domain/inbox/from-events.ts'
import { dropMember, putMember } from '../../../server/domain/people/members.ts'
import { clock } from '../../../server/lib/clock.ts'
import { inboxChanges } from '../../../server/store/index.ts'
import { addPage, nothing } from '../../support/pages.ts'
import { addAgent, addPerson, type Person } from '../../support/people.ts'
import { isPrivate, restrict } from '../../support/sections.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'
import { signIn } from '../../support/web/visitor.ts'
import { type Inbox, inboxOf } from './inboxes.ts'

const realNow = clock.now
const hourMs = 3_600_000

let quire: TestServer
let count = 0
let ada: Inbox
let mia: Person
let asMia: Inbox

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ada = inboxOf(quire)
})
after(() => quire.close())
beforeEach(async () => {
  count += 1
  mia = await addPerson(quire, `Mia${count}`, 'VIEWER')
  asMia = inboxOf(quire, mia.key)
})
afterEach(() => {
  clock.now = realNow
})

/** What the job does. */
async function take(): Promise<void> {
  const { app, workspaceId } = quire
  const write: Parameters<typeof takeEvents>[2] = (work) =>
    app.store.transactIn({ workspaceId }, work)
  while ((await takeEvents(app.store, workspaceId, write)).hasMore);
}

/** The entries of someone after the events so far. */
async function shown(who = asMia, filter: object = {}) {
  await take()
  return (await who.list(filter)).entries
}
const titles = async (filter: object = {}) =>
  (await shown(asMia, filter)).map(({ kind, page }) => `${kind} ${page?.title}`)

type Watched = { pages: { id: string; title: string; includesSubpages: boolean }[] }
const watched = async (who = asMia) => (await who.ask<Watched>('/v1/watches/list', {})).body.pages

async function watch(pageId: string, includeSubpages?: boolean, who = asMia): Promise<void> {
  const choice = includeSubpages === undefined ? {} : { includeSubpages }
  assert.equal((await who.ask('/v1/watches/add', { pageId, ...choice })).status, 200)
}

const rename = (pageId: string, title: string, who = ada) =>
  who.ask('/v1/pages/update', { pageId, title })

describe('watches', () => {
  it('refuse a page that is hidden or not there, and a key that only reads', async () => {
    const hidden = await addPage(quire, 'Hidden')
    await restrict(quire, hidden, isPrivate)
    for (const pageId of [hidden, nothing]) {
      const { status, body } = await asMia.ask('/v1/watches/add', { pageId })
      assert.deepEqual([status, body.code], [404, 'PAGE_NOT_FOUND'])
    }
    const key = await addKey({ ...quire, userId: mia.userId }, { readOnly: true })
    const reading = inboxOf(quire, key)
    const pageId = await addPage(quire, 'Open')
    for (const path of ['/v1/watches/add', '/v1/watches/remove']) {
      const { status, body } = await reading.ask(path, { pageId })
      assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
    }
    assert.deepEqual(await watched(reading), [])
  })

  it('are listed until they end, with the page or the membership', async () => {
    const [first, second, purged] = [
      await addPage(quire, 'First'),
      await addPage(quire, 'Second'),
      await addPage(quire, 'Purged'),
    ]
    await watch(first)
    await watch(second, true)
    await watch(purged)
    await watch(first, true)
    await watch(first, false)
    await ada.ask('/v1/pages/delete', { pageId: purged })
    await ada.ask('/v1/trash/purge', { pageId: purged })
    const line = { icon: null }
    assert.deepEqual(await watched(), [
      { id: first, title: 'First', ...line, includesSubpages: false },
      { id: second, title: 'Second', ...line, includesSubpages: true },
    ])
    for (const pageId of [first, nothing]) {
      assert.equal((await asMia.ask('/v1/watches/remove', { pageId })).status, 200)
    }
    assert.deepEqual((await watched()).length, 1)
    const { app, workspaceId, userId } = quire
    const actor = { userId, via: 'cli' } as const
    await dropMember(app.store, workspaceId, mia.userId, actor)
    await putMember(app.store, workspaceId, { userId: mia.userId, role: 'VIEWER' }, actor)
    assert.deepEqual(await watched(), [])
  })
})

describe('a change to a watched page', () => {
  it('is one entry while it is unread, with its newest author', async () => {
    const pageId = await addPage(quire, 'Plan')
    const other = await addPage(quire, 'Other')
    const noa = await addPerson(quire, `Noa${count}`, 'MEMBER')
    await watch(pageId)
    await rename(pageId, 'Plan A')
    await rename(other, 'Other A')
    await rename(pageId, 'Plan B', inboxOf(quire, noa.key))
    const [entry, ...others] = await shown()
    assert.ok(entry)
    assert.equal(others.length, 0)
    assert.deepEqual([entry.kind, entry.page?.title, entry.isRead], ['change', 'Plan B', false])
    assert.equal(entry.actor.id, noa.userId)
    await rename(pageId, 'Plan C')
    const [newer, ...rest] = await shown()
    assert.deepEqual([newer?.id, newer?.actor.id, rest.length], [entry.id, quire.userId, 0])
    await asMia.change('mark', { all: true, isRead: true })
    assert.deepEqual(await titles({ state: 'unread' }), [])
    await rename(pageId, 'Plan D')
    assert.deepEqual(await titles({ state: 'unread' }), ['change Plan D'])
    assert.deepEqual(await titles({ kind: 'change' }), ['change Plan D', 'change Plan D'])
  })

  it('is no entry for who made it, unless others changed it too', async () => {
    const writer = await addPerson(quire, `Wim${count}`, 'MEMBER')
    const asWriter = inboxOf(quire, writer.key)
    const pageId = await addPage(quire, 'Own')
    await watch(pageId, false, asWriter)
    await watch(pageId)
    await rename(pageId, 'Own A', asWriter)
    assert.deepEqual(await shown(asWriter, { kind: 'change' }), [])
    assert.deepEqual(await titles(), ['change Own A'])
    await rename(pageId, 'Own B')
    await rename(pageId, 'Own C', asWriter)
    const [entry] = await shown(asWriter, { kind: 'change' })
    assert.equal(entry?.actor.id, quire.userId)
    assert.equal((await shown())[0]?.actor.id, writer.userId)
  })

  it('below it counts if subpages are watched, new and moved pages too', async () => {
    const top = await addPage(quire, 'Top')
    const low = await addPage(quire, 'Low', {
      parentId: await addPage(quire, 'Mid', { parentId: top }),
    })
    const outside = await addPage(quire, 'Outside')
    await watch(top)
    await rename(low, 'Low A')
    assert.deepEqual(await titles(), [])
    await watch(top, true)
    await rename(low, 'Low B')
    await addPage(quire, 'New', { parentId: low })
    await ada.ask('/v1/pages/move', { pageId: outside, newParentId: top })
    assert.deepEqual((await titles()).toSorted(), ['change Low B', 'change New', 'change Outside'])
  })

  it('is shown while the page can be read', async () => {
    const pageId = await addPage(quire, 'Soon secret')
    await watch(pageId)
    await rename(pageId, 'Secret')
    assert.deepEqual(await titles(), ['change Secret'])
    await restrict(quire, pageId, isPrivate)
    await rename(pageId, 'Most secret')
    assert.deepEqual([await titles(), (await asMia.list()).unread], [[], 0])
    assert.deepEqual(await watched(), [])
  })

  it('is left out if it is old, as after a restored backup', async () => {
    const pageId = await addPage(quire, 'Old')
    await watch(pageId)
    clock.now = () => realNow() - 8 * 24 * hourMs
    await rename(pageId, 'Older')
    clock.now = realNow
    assert.deepEqual(await titles(), [])
  })

  it('of an import makes at most 100 entries, and each event counts once', async () => {
    const top = await addPage(quire, 'Imported')
    await watch(top, true)
    const pages = Array.from({ length: 50 }, (_, number) => ({ title: `Page ${number}` }))
    for (let round = 0; round < 5; round += 1) {
      for (const { title } of pages) await addPage(quire, title, { parentId: top })
    }
    await take()
    assert.equal((await asMia.list({ kind: 'change' })).unread, 100)
    const { app, workspaceId } = quire
    assert.equal((await inboxChanges.behind(app.store, '', 9)).includes(workspaceId), false)
    await asMia.change('mark', { all: true, isRead: true })
    await take()
    assert.equal((await asMia.list()).unread, 0)
  })
})

describe('a run', () => {
  const runs = async (who: Inbox) => shown(who, { kind: 'run' })

  it('of a program with a key is one entry for the person, and none for others', async () => {
    const writer = await addPerson(quire, `Run${count}`, 'MEMBER')
    const asWriter = inboxOf(quire, writer.key)
    const run = { 'quire-run': `import-${count}` }
    const create = (title: string) =>
      quire.request<{ pageId: string }>({
        method: 'POST',
        url: '/v1/pages/create',
        headers: { authorization: `Bearer ${writer.key}`, 'user-agent': 'Sync/1', ...run },
        payload: { workspaceId: quire.workspaceId, title },
      })
    const { pageId } = (await create('One')).body
    await create('Two')
    const [entry, ...others] = await runs(asWriter)
    assert.ok(entry)
    assert.deepEqual([others.length, entry.page, entry.proposal], [0, null, null])
    assert.deepEqual([entry.run?.client, entry.actor.id], ['Sync', writer.userId])
    const found = await asWriter.ask<{ changes: number }>('/v1/runs/get', { runId: entry.run?.id })
    assert.equal(found.body.changes, 2)
    assert.deepEqual(await runs(asMia), [])
    await asWriter.change('mark', { entryIds: [entry.id], isRead: true })
    await create('Three')
    assert.equal((await runs(asWriter))[0]?.isRead, true, 'read a moment ago')
    clock.now = () => realNow() + 2 * hourMs
    await create('Four')
    const [again, ...none] = await runs(asWriter)
    assert.deepEqual([again?.id, again?.isRead, none.length], [entry.id, false, 0])
    await restrict(quire, pageId, isPrivate)
    assert.equal((await runs(asWriter)).length, 1, 'other pages of the run can be read')
  })

  it('of an agent is for its owner, who can read what it changed', async () => {
    const agent = await addAgent(quire, `Scribe${count}`, 'write')
    const pageId = await addPage(quire, 'By an agent')
    await ada.change('mark', { all: true, isRead: true })
    await rename(pageId, 'Agent was here', inboxOf(quire, agent.key))
    const of = (userId: string) =>
      runs(ada).then((all) => all.filter(({ actor }) => actor.id === userId))
    const [entry, ...others] = await of(agent.userId)
    assert.deepEqual([others.length, entry?.isRead, entry?.run?.isAgent], [0, false, true])
    assert.deepEqual(await runs(inboxOf(quire, agent.key)), [])
    await ada.ask('/v1/pages/delete', { pageId })
    assert.equal((await of(agent.userId)).length, 1, 'pages in the trash count')
    await ada.ask('/v1/trash/purge', { pageId })
    assert.equal((await of(agent.userId)).length, 0)
  })

  it('is none for a person in the browser, and for a comment', async () => {
    const noa = await addPerson(quire, `Noah${count}`, 'MEMBER')
    const browser = await signIn(quire, noa)
    const { workspaceId } = quire
    await browser.post('/v1/pages/create', { workspaceId, title: 'By hand' })
    const asNoa = inboxOf(quire, noa.key)
    await asNoa.comment(await addPage(quire, 'Discussed'), 'Hello.')
    assert.deepEqual(await runs(asNoa), [])
  })
})
