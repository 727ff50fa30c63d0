import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { dropMember, putMember } from '../../../server/domain/people/members.ts'
import { clock, dayMs } from '../../../server/lib/clock.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { isPrivate, restrict } from '../../support/sections.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'
import { type Inbox, inboxOf, mentionOf } from './inboxes.ts'

const realNow = clock.now

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

/** Mentions Mia on new pages with these titles. */
async function mention(...titles: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const title of titles) {
    ids.push(await addPage(quire, title))
    await ada.comment(ids.at(-1) ?? '', mentionOf(mia))
  }
  return ids
}

const idsOf = async (filter: object = {}) => (await asMia.list(filter)).entries.map(({ id }) => id)

describe('inbox.list', () => {
  it('refuses an unknown state, an unknown kind and a damaged cursor', async () => {
    for (const filter of [
      { state: 'read' },
      { kind: 'other' },
      { cursor: 'x' },
      { cursor: '1.x' },
    ]) {
      const { status, body } = await asMia.ask('/v1/inbox/list', filter)
      assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'])
      assert.equal(body.errors[0]?.path, `/${Object.keys(filter)[0]}`)
    }
  })

  it('continues where a part ended, while newer entries come', async () => {
    await mention('One', 'Two', 'Three')
    const first = await asMia.list({ limit: 2 })
    assert.deepEqual([first.entries.length, first.unread], [2, 3])
    await mention('Four')
    const second = await asMia.list({ limit: 2, cursor: first.nextCursor })
    assert.deepEqual([second.entries.length, second.nextCursor, second.unread], [1, null, 4])
    const titles = [...first.entries, ...second.entries].map(({ page }) => page?.title)
    assert.deepEqual(titles, ['Three', 'Two', 'One'])
  })

  it('shows and counts no entry about a page that the person cannot read', async () => {
    const [hidden = '', gone = '', parentId = ''] = await mention('Hidden', 'Gone', 'Above')
    const below = await addPage(quire, 'Below', { parentId, markdown: mentionOf(mia) })
    assert.equal((await asMia.list()).unread, 4)
    await restrict(quire, hidden, isPrivate)
    await restrict(quire, parentId, isPrivate)
    await ada.ask('/v1/pages/delete', { pageId: gone })
    const { entries, unread, nextCursor } = await asMia.list({ limit: 1 })
    assert.deepEqual([entries, unread, nextCursor], [[], 0, null])
    await ada.ask('/v1/pages/restore', { pageId: gone })
    assert.deepEqual(await asMia.titles(), ['mention Gone'])
    await restrict(quire, parentId, {
      inherits: false,
      grants: [{ principalId: mia.userId, level: 'read' }],
    })
    assert.deepEqual(await asMia.titles(), ['mention Below', 'mention Above', 'mention Gone'])
    assert.ok((await asMia.list()).entries.some(({ page }) => page?.id === below))
  })

  it('ends with the page, and with the membership', async () => {
    const [purged = ''] = await mention('Purged', 'Left')
    await ada.ask('/v1/pages/delete', { pageId: purged })
    await ada.ask('/v1/trash/purge', { pageId: purged })
    assert.deepEqual(await asMia.titles(), ['mention Left'])
    const { app, workspaceId, userId } = quire
    const actor = { userId, via: 'cli' } as const
    await dropMember(app.store, workspaceId, mia.userId, actor)
    await putMember(app.store, workspaceId, { userId: mia.userId, role: 'VIEWER' }, actor)
    assert.deepEqual(await asMia.titles(), [])
  })
})

describe('inbox.mark', () => {
  it('refuses neither and both of entries and all, and a key that only reads', async () => {
    await mention('Kept')
    const [entryId = ''] = await idsOf()
    for (const body of [{}, { entryIds: [entryId], all: true }, { entryIds: [] }]) {
      const { status, body: answer } = await asMia.ask('/v1/inbox/mark', { isRead: true, ...body })
      assert.deepEqual([status, answer.code], [400, 'VALIDATION_FAILED'], JSON.stringify(body))
    }
    const reading = inboxOf(
      quire,
      await addKey({ ...quire, userId: mia.userId }, { readOnly: true }),
    )
    assert.deepEqual(await reading.titles(), ['mention Kept'])
    for (const path of ['/v1/inbox/mark', '/v1/inbox/snooze']) {
      const body = {
        entryIds: [entryId],
        ...(path.endsWith('mark') ? { isRead: true } : { until: null }),
      }
      const { status, body: answer } = await reading.ask(path, body)
      assert.deepEqual([status, answer.code], [403, 'FORBIDDEN'])
    }
    assert.equal((await asMia.list()).unread, 1)
  })

  it('marks entries as read and unread, and none of someone else', async () => {
    await mention('One', 'Two')
    const [two = '', one = ''] = await idsOf()
    assert.equal(
      await ada.change('mark', { entryIds: [one], isRead: true }),
      (await ada.list()).unread,
    )
    assert.equal((await asMia.list()).unread, 2)
    assert.equal(await asMia.change('mark', { entryIds: [one], isRead: true }), 1)
    assert.deepEqual(await idsOf({ state: 'unread' }), [two])
    assert.deepEqual(
      (await asMia.list()).entries.map(({ isRead }) => isRead),
      [false, true],
    )
    assert.equal(await asMia.change('mark', { entryIds: [one], isRead: false }), 2)
    assert.equal(await asMia.change('mark', { all: true, isRead: true }), 0)
    assert.deepEqual(await idsOf({ state: 'unread' }), [])
    assert.equal((await idsOf()).length, 2)
  })
})

describe('inbox.snooze', () => {
  it('refuses a time that is past, too far or none', async () => {
    await mention('Now')
    const entryIds = await idsOf()
    const far = new Date(realNow() + 400 * dayMs).toISOString()
    for (const until of ['2020-01-01T00:00:00Z', far, 'tomorrow']) {
      const { status, body } = await asMia.ask('/v1/inbox/snooze', { entryIds, until })
      assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'], until)
      assert.equal(body.errors[0]?.path, '/until')
    }
    assert.equal((await asMia.list()).unread, 1)
  })

  it('hides an entry until its time, when it comes first and unread', async () => {
    await mention('Later', 'Newer')
    const [newer = '', later = ''] = await idsOf()
    await asMia.change('mark', { all: true, isRead: true })
    const until = new Date(realNow() + dayMs).toISOString()
    assert.equal(await asMia.change('snooze', { entryIds: [later], until }), 0)
    assert.deepEqual([await idsOf(), await idsOf({ state: 'snoozed' })], [[newer], [later]])
    const [snoozed] = (await asMia.list({ state: 'snoozed' })).entries
    assert.deepEqual([snoozed?.snoozedUntil, snoozed?.isRead], [until, false])
    assert.equal(await asMia.change('mark', { all: true, isRead: true }), 0)
    clock.now = () => realNow() + dayMs + 1
    assert.deepEqual([await idsOf(), await idsOf({ state: 'snoozed' })], [[later, newer], []])
    assert.equal((await asMia.list()).unread, 1)
  })

  it('ends at once with null', async () => {
    await mention('Back')
    const entryIds = await idsOf()
    const until = new Date(realNow() + dayMs).toISOString()
    await asMia.change('snooze', { entryIds, until })
    assert.equal(await asMia.change('snooze', { entryIds, until: null }), 1)
    assert.deepEqual(await idsOf(), entryIds)
  })
})
