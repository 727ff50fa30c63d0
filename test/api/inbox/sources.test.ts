import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createKey } from '../../../server/domain/people/api-keys.ts'
import { addPage, addTemplate } from '../../support/pages.ts'
import { addAgent, addPerson, type Person } from '../../support/people.ts'
import { addGuest, grantOnly } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { editOf, proposingAs } from '../proposals/proposing.ts'
import { type Inbox, inboxOf, mentionOf } from './inboxes.ts'

let quire: TestServer
let count = 0
let ada: Inbox
let mia: Person
let noa: Person
let asMia: Inbox
let asNoa: Inbox

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ada = inboxOf(quire)
})
after(() => quire.close())
beforeEach(async () => {
  count += 1
  mia = await addPerson(quire, `Mia${count}`, 'MEMBER')
  noa = await addPerson(quire, `Noa${count}`, 'MEMBER')
  asMia = inboxOf(quire, mia.key)
  asNoa = inboxOf(quire, noa.key)
})

const update = async (pageId: string, markdown: string, who = ada) => {
  const page = await who.ask<{ version: number }>('/v1/pages/document', { pageId })
  const edit = { pageId, mode: 'body', text: markdown, expectedVersion: page.body.version }
  const { status, body } = await who.ask('/v1/pages/edit', edit)
  assert.equal(status, 200, JSON.stringify(body))
}

describe('a mention', () => {
  it('is no entry for oneself, for an outsider and for an unknown person', async () => {
    const outsider = await addPerson(quire, `Outsider${count}`)
    const unknown = { userId: '01890000-0000-7000-8000-00000000dead' }
    const mentions = [mia, outsider, unknown].map((one) => mentionOf(one)).join(' ')
    const pageId = await addPage(quire, 'Self')
    await asMia.comment(pageId, mentions)
    await update(pageId, mentions, asMia)
    assert.deepEqual(await asMia.titles(), [])
    const { status, body } = await inboxOf(quire, outsider.key).ask('/v1/inbox/list', {})
    assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
  })

  it('in a comment comes with its text, its author and its page', async () => {
    const pageId = await addPage(quire, 'Plan')
    const commentId = await ada.comment(pageId, `Hello ${mentionOf(mia, 'Mia')}, ${mentionOf(mia)}`)
    const { entries, unread, nextCursor } = await asMia.list()
    assert.deepEqual([entries.length, unread, nextCursor], [1, 1, null])
    const [entry] = entries
    assert.ok(entry)
    assert.deepEqual(entry.page, { id: pageId, title: 'Plan', icon: null })
    assert.deepEqual([entry.kind, entry.commentId, entry.proposal], ['mention', commentId, null])
    assert.match(entry.text ?? '', /^Hello \[@Mia\]/)
    assert.deepEqual([entry.actor.id, entry.actor.firstName], [quire.userId, 'Ada'])
    assert.deepEqual([entry.isRead, entry.snoozedUntil], [false, null])
    assert.equal(entry.run?.isAgent, true)
    assert.deepEqual(await asNoa.titles(), [])
  })

  it('in an edited comment is one for those whom it did not mention', async () => {
    const pageId = await addPage(quire, 'Edited')
    const commentId = await ada.comment(pageId, `To ${mentionOf(mia)}`)
    await asMia.change('mark', { all: true, isRead: true })
    const markdown = `To ${mentionOf(mia)} and ${mentionOf(noa)}`
    for (const text of [markdown, 'To no one.', markdown]) {
      await ada.ask('/v1/comments/update', { commentId, markdown: text })
    }
    assert.equal((await asMia.list()).unread, 0)
    assert.deepEqual(await asMia.titles(), ['mention Edited'])
    assert.deepEqual(await asNoa.titles(), ['mention Edited'])
  })

  it('on a page is one entry, however often the page is saved', async () => {
    const pageId = await addPage(quire, 'Minutes', { markdown: `By ${mentionOf(mia)}` })
    await update(pageId, `By ${mentionOf(mia)} and ${mentionOf(noa)}.`)
    await update(pageId, 'By no one.')
    await update(pageId, `By ${mentionOf(mia)}`)
    assert.deepEqual(await asMia.titles(), ['mention Minutes'])
    assert.deepEqual(await asNoa.titles(), ['mention Minutes'])
    const [entry] = (await asMia.list()).entries
    assert.deepEqual([entry?.commentId, entry?.text, entry?.actor.id], [null, null, quire.userId])
  })

  it('in a code block or in another address is none', async () => {
    const path = `/members/${mia.userId}`
    const code = `\`\`\`\n"href":"${path}"\n\`\`\`\n\n\`${path}\` [x](https://example.com${path})`
    await addPage(quire, 'Code', { markdown: code })
    assert.deepEqual(await asMia.titles(), [])
  })

  it('on a page that is created from a template is one', async () => {
    const markdown = `For ${mentionOf(mia)}`
    const parentId = await addPage(quire, 'Meetings')
    const templateId = await addTemplate(quire, 'Weekly', { parentId, markdown })
    const { status } = await ada.ask('/v1/templates/create-page', {
      templateId,
      title: 'This week',
    })
    assert.equal(status, 200)
    assert.deepEqual(await asMia.titles(), ['mention This week', 'mention Weekly'])
  })

  it('reaches an agent', async () => {
    const agent = await addAgent(quire, `Agent ${count}`, 'comment')
    await ada.comment(await addPage(quire, 'For an agent'), mentionOf(agent))
    assert.deepEqual(await inboxOf(quire, agent.key).titles(), ['mention For an agent'])
  })
})

describe('a reply', () => {
  it('is an entry for the others who wrote in the thread, and a mention only once', async () => {
    const pageId = await addPage(quire, 'Thread')
    const first = await asMia.comment(pageId, 'What now?')
    await asNoa.comment(pageId, 'Another thread.')
    await ada.comment(pageId, 'This.', first)
    assert.deepEqual(await asMia.titles(), ['reply Thread'])
    assert.deepEqual(await asNoa.titles(), [])
    await asNoa.comment(pageId, 'Or that.', first)
    await ada.comment(pageId, `Right, ${mentionOf(noa)}.`, first)
    await asMia.comment(pageId, 'Fine.', first)
    assert.deepEqual(await asMia.titles(), ['reply Thread', 'reply Thread', 'reply Thread'])
    assert.deepEqual(await asNoa.titles(), ['reply Thread', 'mention Thread'])
  })

  it('is none for someone whose comment was removed', async () => {
    const pageId = await addPage(quire, 'Removed')
    const first = await ada.comment(pageId, 'What now?')
    const commentId = await asMia.comment(pageId, 'Hm.', first)
    await asMia.ask('/v1/comments/delete', { commentId })
    const reply = await asNoa.comment(pageId, 'This.', first)
    assert.deepEqual(await asMia.titles(), [])
    const isShown = async () =>
      (await ada.list()).entries.some(({ commentId: shown }) => shown === reply)
    assert.ok(await isShown())
    await asNoa.ask('/v1/comments/delete', { commentId: reply })
    assert.ok(!(await isShown()))
  })
})

describe('an assignment', () => {
  const assign = async (pageId: string, { userId }: Person, who = ada) => {
    const set = { owner: { type: 'person', value: userId } }
    const { status, body } = await who.ask('/v1/pages/set-properties', { pageId, set })
    assert.equal(status, 200, JSON.stringify(body))
  }

  it('is an entry for the person, once, and none for oneself', async () => {
    const pageId = await addPage(quire, 'Task')
    await assign(pageId, noa, asNoa)
    await assign(pageId, mia)
    await assign(pageId, mia)
    assert.deepEqual(await asMia.titles(), ['assignment Task'])
    assert.deepEqual(await asNoa.titles(), [])
    await assign(pageId, noa)
    await assign(pageId, mia)
    assert.deepEqual(await asMia.titles(), ['assignment Task', 'assignment Task'])
  })
})

describe('a proposal', () => {
  const page = (title: string) => addPage(quire, title, { markdown: 'Old.' })
  const reviews = (who: Inbox) => who.titles({ kind: 'review' })

  it('is an entry for those who can accept it, and for the owner of a key for an agent', async () => {
    const vera = inboxOf(quire, (await addPerson(quire, `Vera${count}`, 'VIEWER')).key)
    const gus = inboxOf(quire, (await addGuest(quire, `Gus${count}`, 'VIEWER')).key)
    const agent = await addAgent(quire, `Writer ${count}`, 'write')
    const proposer = await addAgent(quire, `Proposer ${count}`, 'propose')
    const title = `Shorter ${count}`
    const changes = [editOf(await page('Long'), 'New.')]
    await proposingAs(quire, mia.key).propose(changes, { title })
    for (const who of [ada, asNoa]) {
      assert.equal((await reviews(who))[0], `review ${title}`)
    }
    const agents = [agent, proposer].map(({ key }) => inboxOf(quire, key))
    for (const who of [asMia, vera, gus, ...agents]) {
      assert.deepEqual(await reviews(who), [])
    }
    const { key } = await createKey(quire.app.store, {
      userId: mia.userId,
      name: 'agent',
      expires: 'never',
      forAgent: true,
    })
    await proposingAs(quire, key).propose(changes, { title: `${title} still` })
    assert.deepEqual(await reviews(asMia), [`review ${title} still`])
    await proposingAs(quire, mia.key).propose(changes, { title })
    const [entry] = (await asNoa.list({ kind: 'review' })).entries
    assert.deepEqual([entry?.page, entry?.commentId, entry?.actor.id], [null, null, mia.userId])
  })

  it('leaves the inbox when it is decided, and comes back when it is changed', async () => {
    const asks = proposingAs(quire)
    const title = `Decided ${count}`
    const proposalId = await asks.propose([editOf(await page('Long'), 'New.')], { title })
    assert.deepEqual(await reviews(asMia), [`review ${title}`])
    await asMia.change('mark', { all: true, isRead: true })
    const asking = { markdown: 'Shorter, please.' }
    await proposingAs(quire, noa.key).decide('request-changes', proposalId, asking)
    assert.deepEqual(await reviews(asMia), [])
    await asks.decide('update', proposalId, { title: `${title} again` })
    assert.deepEqual(await reviews(asMia), [`review ${title} again`])
    assert.equal((await asMia.list()).unread, 1)
    await proposingAs(quire, noa.key).decide('accept', proposalId, { revision: 2 })
    assert.deepEqual([await reviews(asMia), await reviews(asNoa)], [[], []])
  })

  it('is none without write access to each of its pages', async () => {
    const [open, closed] = [await page('Open'), await page('Closed')]
    await grantOnly(quire, closed, { [mia.userId]: 'write', [noa.userId]: 'comment' })
    const title = `Both ${count}`
    await proposingAs(quire).propose([editOf(open, 'New.'), editOf(closed, 'New.')], { title })
    assert.deepEqual(await reviews(asMia), [`review ${title}`])
    assert.deepEqual(await reviews(asNoa), [])
    await grantOnly(quire, closed, { [mia.userId]: 'comment', [noa.userId]: 'write' })
    assert.deepEqual(await reviews(asMia), [])
    assert.equal((await asMia.list()).unread, 0)
  })
})
