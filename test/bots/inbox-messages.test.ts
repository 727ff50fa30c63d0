import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { inboxChats } from '../../server/background/inbox-chats.ts'
import type { JobContext } from '../../server/background/job-kind.ts'
import { sendInboxMessages } from '../../server/domain/chats/inbox-messages.ts'
import { clock } from '../../server/lib/clock.ts'
import { inboxKinds } from '../../server/lib/vocabulary.ts'
import { chatLinks, users } from '../../server/store/index.ts'
import { type Inbox, inboxOf, mentionOf } from '../api/inbox/inboxes.ts'
import { proposingAs } from '../api/proposals/proposing.ts'
import {
  connect,
  type Received,
  slackSecret,
  type StandIn,
  startChats,
  startStandIn,
} from '../support/chats/chats.ts'
import { type MatrixStandIn, startMatrix } from '../support/chats/matrix.ts'
import { startTelegram, type TelegramStandIn } from '../support/chats/telegram.ts'
import { addPage } from '../support/pages.ts'
import { addPerson, type Person } from '../support/people.ts'
import { isPrivate, restrict } from '../support/sections.ts'
import type { TestServer } from '../support/server.ts'
import type { Visitor } from '../support/web/visitor.ts'

const realNow = clock.now
const minuteMs = 60_000
const okay: Received = { body: { ok: true } }

type Chat = { connectionId: string; service: string; name: string; isReachable: boolean }
type Settings = {
  chats: Chat[]
  chatConnectionId: string | null
  chatKinds: string[]
  chatError: string | null
  chatErrorAt: string | null
}

let quire: TestServer
let ada: Visitor
let slack: StandIn
let mattermost: StandIn
let telegram: TelegramStandIn
let matrix: MatrixStandIn
let bots: Record<'slack' | 'silent' | 'mattermost' | 'telegram' | 'matrix', string>
/** What Slack answers to the next messages, before it accepts others. */
let refusals: Received[] = []
let mayOpenChannels = true
let count = 0
let mia: Person
let asMia: Inbox

before(async () => {
  ;({ quire, ada } = await startChats({ publicUrl: 'https://q.example', rateLimit: 0 }))
  const identity = { ok: true, team: 'Example', team_id: 'T0001', user: 'quire', user_id: 'U1' }
  slack = await startStandIn(({ path }) =>
    path === '/auth.test' ? { body: identity } : (refusals.shift() ?? okay),
  )
  mattermost = await startStandIn(({ path, body }): Received => {
    if (path === '/api/v4/users/me') return { body: { id: 'bot', username: 'quire' } }
    if (path === '/api/v4/posts') return { status: 201, body: { id: 'p1' } }
    if (!mayOpenChannels) return { status: 403, body: { id: 'api.context.permissions.app_error' } }
    return { status: 201, body: { id: `channel of ${body}` } }
  })
  telegram = await startTelegram()
  matrix = await startMatrix()
  const add = async (fields: object) => (await connect({ quire, ada }, fields)).id
  const { url: baseUrl } = slack
  bots = {
    slack: await add({ service: 'slack', token: 'xoxb-1', signingSecret: slackSecret, baseUrl }),
    silent: await add({ service: 'mattermost', commandToken: 'c1', baseUrl: mattermost.url }),
    mattermost: await add({ service: 'mattermost', token: 'bot-token', baseUrl: mattermost.url }),
    telegram: await add({ service: 'telegram', token: telegram.token, baseUrl: telegram.url }),
    matrix: await add({ service: 'matrix', token: matrix.token, baseUrl: matrix.url }),
  }
})
after(async () => {
  await quire.close()
  for (const standIn of [slack, mattermost, telegram, matrix]) await standIn.close()
})
beforeEach(async () => {
  count += 1
  mia = await addPerson(quire, `Mia${count}`, 'VIEWER')
  asMia = inboxOf(quire, mia.key)
})
afterEach(() => {
  clock.now = realNow
  assert.deepEqual([refusals, telegram.faults, matrix.faults], [[], [], []])
})

/** Links an account in a chat service to Mia. */
async function link(bot: keyof typeof bots, chatId = `U${count}`, chatUserId = chatId) {
  const { workspaceId, app } = quire
  const connectionId = bots[bot]
  const account = { workspaceId, connectionId, chatUserId, chatId, name: 'mia', createdAt: 1 }
  await app.store.transact((transaction) =>
    chatLinks.put(transaction, { ...account, userId: mia.userId }),
  )
}

const set = (change: object) => asMia.ask<Settings>('/v1/inbox/set-settings', change)

async function choose(bot: keyof typeof bots, change: object = {}): Promise<void> {
  const { status, body } = await set({ chatConnectionId: bots[bot], ...change })
  assert.equal(status, 200, JSON.stringify(body))
}

/** Mentions Mia on new pages with these titles. */
async function mention(...titles: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const title of titles) ids.push(await addPage(quire, title, { markdown: mentionOf(mia) }))
  return ids
}

/** What the job does, some minutes later. */
async function later(minutes: number): Promise<void> {
  const { app, workspaceId } = quire
  clock.now = () => realNow() + minutes * minuteMs
  const { store, integrations } = app
  const write = (work: Parameters<Parameters<typeof sendInboxMessages>[0]['write']>[0]) =>
    store.transactIn({ workspaceId }, work)
  const around = { store, integrations, write, signal: new AbortController().signal }
  // SAFETY: `write` passes on what its work returns.
  await sendInboxMessages(around as Parameters<typeof sendInboxMessages>[0], workspaceId)
}

/** The texts that Slack got for Mia. */
const inSlack = () =>
  slack.asked
    .filter(({ path }) => path === '/chat.postMessage')
    .map(({ body }): { channel: string; text: string } => JSON.parse(body))
    .filter(({ channel }) => channel === `U${count}`)
    .map(({ text }) => text)
const titlesIn = (text = '') => [...text.matchAll(/\|([^>]+)>/g)].map(([, title]) => title)

describe('the bot that sends messages about an inbox', () => {
  it('is one that can send messages to the account that the person linked', async () => {
    await link('silent')
    for (const chatConnectionId of [bots.slack, bots.silent, quire.workspaceId]) {
      const { status, body } = await asMia.ask('/v1/inbox/set-settings', { chatConnectionId })
      assert.deepEqual([status, body.errors[0]?.path], [400, '/chatConnectionId'])
      assert.match(body.errors[0]?.message ?? '', /Link your chat account/)
    }
    await link('slack')
    const { chats, chatConnectionId, chatKinds } = (await set({})).body
    assert.deepEqual([chatConnectionId, chatKinds], [null, [...inboxKinds]])
    const shown = chats.map(({ service, isReachable }) => `${service} ${isReachable}`)
    assert.deepEqual(shown.toSorted(), ['Mattermost false', 'Slack true'])
    await choose('slack')
    assert.equal((await set({ chatKinds: ['reply'] })).body.chatConnectionId, bots.slack)
    assert.equal((await set({ chatConnectionId: null })).body.chatConnectionId, null)
  })

  it('sends nothing about earlier entries, other kinds, what was read, and when it is turned off', async () => {
    await link('slack')
    await mention('Before')
    await choose('slack', { chatKinds: ['reply'] })
    await mention('Another kind')
    await later(1)
    await choose('slack', { chatKinds: ['mention'] })
    await later(2)
    clock.now = realNow
    await mention('Read')
    await asMia.change('mark', { all: true, isRead: true })
    await later(3)
    clock.now = realNow
    await mention('Off')
    await set({ chatConnectionId: null })
    await later(4)
    await choose('slack')
    await later(5)
    assert.deepEqual(inSlack(), [])
  })

  it('sends the sentence, the address of the comment and its start', async () => {
    await link('slack')
    await choose('slack')
    const pageId = await addPage(quire, 'Plan <x>')
    const commentId = await inboxOf(quire).comment(pageId, `**Look**, ${mentionOf(mia, 'Mia')}!`)
    await later(1)
    const url = `https://q.example/pages/${pageId}#comment-${commentId}`
    const [text = '', ...others] = inSlack()
    assert.equal(others.length, 0)
    assert.match(text, /^lightMyRequest for Ada Lovelace mentioned you in a comment on /)
    assert.ok(text.includes(`<${url}|Plan &lt;x&gt;>`), text)
    assert.match(text, /\n\n> ?Look, @Mia!$/)
    await later(3)
    assert.equal(inSlack().length, 1)
  })

  it('sends at most one message a minute, with ten entries', async () => {
    await link('slack')
    await choose('slack')
    await mention('First')
    await later(0)
    await mention(...Array.from({ length: 12 }, (_, index) => `Page ${index}`))
    await later(0.9)
    assert.deepEqual(inSlack().map(titlesIn), [['First']])
    await later(1.1)
    const [, text = ''] = inSlack()
    assert.match(text, /^You have <https:\/\/q\.example\/inbox\|12 new entries> in your inbox:\n/)
    const titles = titlesIn(text)
    assert.deepEqual([titles.length, titles[1], titles[10]], [12, 'Page 11', 'Page 2'])
    assert.equal(titles[11], '2 more entries')
    await later(3)
    assert.equal(inSlack().length, 2)
  })

  it('leaves out what the person can no longer read, for good', async () => {
    await link('slack')
    await choose('slack')
    const [hidden = ''] = await mention('Hidden')
    await restrict(quire, hidden, isPrivate)
    await later(1)
    assert.deepEqual(inSlack(), [])
    clock.now = realNow
    await restrict(quire, hidden, { inherits: true })
    await mention('Open')
    await later(2)
    assert.deepEqual(inSlack().map(titlesIn), [['Open']])
  })

  it('sends nothing to a disabled account, an unlinked one, and while it is disabled itself', async () => {
    const { workspaceId, app } = quire
    await link('slack')
    await choose('slack')
    const address = { workspaceId, connectionId: bots.slack }
    const change = (enabled: boolean) => ada.post('/app/chats/update', { ...address, enabled })
    await change(false)
    await mention('While disabled')
    await later(1)
    clock.now = realNow
    await change(true)
    const disable = (disabledAt: number | null) =>
      app.store.transact((transaction) => users.setDisabled(transaction, mia.userId, disabledAt))
    await disable(1)
    await mention('To a disabled account')
    await later(2)
    clock.now = realNow
    await disable(null)
    await app.store.transact((transaction) =>
      chatLinks.removeOfUser(transaction, workspaceId, mia.userId),
    )
    await mention('Unlinked')
    await later(4)
    assert.deepEqual(inSlack(), [])
  })

  it('sends again what the service refused for now, not what it refuses for good', async () => {
    await link('slack')
    await choose('slack')
    await mention('Limited')
    const limited = { status: 429, headers: { 'retry-after': '600' }, body: { ok: false } }
    refusals = [limited]
    await later(1)
    await later(10)
    assert.equal(inSlack().length, 1)
    await later(11.5)
    await later(20)
    assert.deepEqual(inSlack().map(titlesIn), [['Limited'], ['Limited']])
    clock.now = realNow
    await mention('Broken', 'Gone')
    refusals = [{ body: { ok: false, error: 'internal_error' } }]
    await later(30)
    refusals = [{ body: { ok: false, error: 'channel_not_found' } }]
    await later(36)
    await later(60)
    assert.equal(inSlack().length, 4)
    assert.equal((await asMia.list()).unread, 3, 'they stay unread')
    const { chatError, chatErrorAt } = (await set({})).body
    assert.equal(chatError, 'channel_not_found')
    assert.equal(typeof chatErrorAt, 'string')
  })

  it('adds buttons to a message about one proposal, for the revision that it is about', async () => {
    const noa = await addPerson(quire, `Noa${count}`, 'MEMBER')
    mia = noa
    asMia = inboxOf(quire, noa.key)
    await link('slack')
    await choose('slack')
    const pageId = await addPage(quire, 'Plan', { markdown: 'Old.' })
    const proposalId = await proposingAs(quire).propose([
      { kind: 'edit', pageId, markdown: 'New.' },
    ])
    await later(1)
    const last = slack.asked.findLast(({ body }) => body.includes(`"U${count}"`))
    type Button = { text: { text: string }; value: string }
    const post: { text: string; blocks: { elements?: Button[] }[] } = JSON.parse(last?.body ?? '')
    assert.match(post.text, new RegExp(`for Ada Lovelace proposed .*/proposals/${proposalId}`))
    assert.deepEqual(
      post.blocks.flatMap(({ elements = [] }) => elements.map(({ value }) => value)),
      [`accept ${proposalId} 1`, `decline ${proposalId} 1`],
    )
  })

  it('is written to in the language of the person', async () => {
    await link('slack')
    await choose('slack')
    await quire.app.store.transact((transaction) =>
      users.setLanguage(transaction, { id: mia.userId, language: 'de' }),
    )
    await mention('Plan')
    await later(1)
    assert.match(inSlack()[0] ?? '', /^lightMyRequest für Ada Lovelace hat Sie auf .*Plan/)
  })
})

describe('messages about an inbox', () => {
  it('go to a direct channel in Mattermost, if the bot may open one', async () => {
    await link('mattermost', 'u-mia', 'team:u-mia')
    await choose('mattermost')
    mayOpenChannels = false
    await mention('Refused')
    await later(1)
    mayOpenChannels = true
    clock.now = realNow
    await mention('Plan')
    await later(3)
    const posts = mattermost.asked
      .filter(({ path }) => path === '/api/v4/posts')
      .map(({ body }): { channel_id: string; message: string } => JSON.parse(body))
    assert.equal(posts.length, 1)
    assert.equal(posts[0]?.channel_id, 'channel of ["bot","u-mia"]')
    assert.match(posts[0]?.message ?? '', /mentioned you on \*\*\[Plan\]/)
  })

  it('go to the private chat in Telegram', async () => {
    await link('telegram', '4711')
    await choose('telegram')
    await mention('Plan')
    await later(1)
    const [sent, ...others] = telegram.sent.filter((one) => one.chat_id === '4711')
    assert.equal(others.length, 0)
    assert.equal(sent?.plain, 'lightMyRequest for Ada Lovelace mentioned you on Plan')
  })

  it('go to the room in Matrix only while nobody else reads it', async () => {
    const own = '@mia:example.org'
    const room = '!mia'
    for (const member of [own, '@quire:example.org']) {
      matrix.set(room, 'm.room.member', { membership: 'join' }, member)
    }
    await link('matrix', room, own)
    await choose('matrix')
    const [pageId] = await mention('Plan')
    await later(1)
    clock.now = realNow
    matrix.set(room, 'm.room.member', { membership: 'invite' }, '@eve:example.org')
    await mention('Secret')
    await later(3)
    clock.now = realNow
    matrix.set(room, 'm.room.member', { membership: 'leave' }, '@eve:example.org')
    matrix.revoke()
    await mention('Later')
    await later(5)
    const said = matrix.said(room).map(({ body }) => body)
    const url = `https://q.example/pages/${pageId}`
    assert.deepEqual(said, [`lightMyRequest for Ada Lovelace mentioned you on Plan (${url})`])
    await set({ chatConnectionId: null })
  })

  it('are found by the job, and sent by one server', async () => {
    const { store, integrations } = quire.app
    await link('slack')
    await choose('slack')
    await mention('Found')
    // SAFETY: the job uses nothing else.
    const context = { store, integrations } as JobContext
    assert.deepEqual(await inboxChats.find(context), [quire.workspaceId])
    assert.deepEqual(await inboxChats.find(context), [], 'not with each poll')
    const job = { subject: quire.workspaceId, attempts: 0 }
    const write: Parameters<typeof inboxChats.run>[2]['write'] = (work) =>
      store.transactIn({ workspaceId: quire.workspaceId }, work)
    await inboxChats.run(context, job, { write, signal: AbortSignal.abort() })
    assert.deepEqual(inSlack(), [])
    const control = { write, signal: new AbortController().signal }
    assert.deepEqual(await inboxChats.run(context, job, control), { isDone: true })
    assert.deepEqual(inSlack().map(titlesIn), [['Found']])
    clock.now = () => realNow() + 10 * minuteMs
    assert.deepEqual(await inboxChats.find(context), [])
  })
})
