import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sendInboxMessages } from '../../server/domain/chats/inbox-messages.ts'
import { clock } from '../../server/lib/clock.ts'
import { chatLinks, inboxChats } from '../../server/store/index.ts'
import { inboxOf, mentionOf } from '../api/inbox/inboxes.ts'
import {
  connect,
  type Received,
  type StandIn,
  startChats,
  startStandIn,
} from '../support/chats/chats.ts'
import { type MatrixStandIn, startMatrix } from '../support/chats/matrix.ts'
import { addPage } from '../support/pages.ts'
import { addPerson, type Person } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import type { Visitor } from '../support/web/visitor.ts'

const realNow = clock.now
const minuteMs = 60_000

type Settings = { chatConnectionId: string | null; chatError: string | null }

let quire: TestServer
let ada: Visitor
let chat: StandIn
let matrix: MatrixStandIn
let bots: Record<'mattermost' | 'other' | 'matrix', string>
/** How Mattermost answers posts. */
let answerPost: (channel: string) => Received | Promise<Received>
let people = 0

const posted: Received = { status: 201, body: { id: 'p1' } }

before(async () => {
  ;({ quire, ada } = await startChats({ publicUrl: 'https://q.example', rateLimit: 0 }))
  chat = await startStandIn(({ path, body }) => {
    if (path === '/api/v4/users/me') return { body: { id: 'bot', username: 'quire' } }
    if (path !== '/api/v4/posts') return { status: 201, body: { id: `to ${JSON.parse(body)[1]}` } }
    return answerPost(JSON.parse(body).channel_id)
  })
  matrix = await startMatrix()
  const add = async (fields: object) => (await connect({ quire, ada }, fields)).id
  const mattermost = { service: 'mattermost', token: 't', baseUrl: chat.url }
  bots = {
    mattermost: await add(mattermost),
    other: await add(mattermost),
    matrix: await add({ service: 'matrix', token: matrix.token, baseUrl: matrix.url }),
  }
})
after(async () => {
  await quire.close()
  await chat.close()
  await matrix.close()
})
afterEach(() => {
  clock.now = realNow
  answerPost = () => posted
})

type Reader = Person & {
  name: string
  set: (change: object) => Promise<Settings>
  mention: (title: string) => Promise<string>
  unlink: () => Promise<number>
}

/** Someone who gets messages from a bot. */
async function addReader(bot: keyof typeof bots, chatId?: string): Promise<Reader> {
  people += 1
  const name = `u${people}`
  const person = await addPerson(quire, `Mia${people}`, 'VIEWER')
  const { workspaceId, app } = quire
  const connectionId = bots[bot]
  const chatUserId = bot === 'matrix' ? `@${name}:example.org` : name
  const link = { workspaceId, connectionId, userId: person.userId, chatUserId, name, createdAt: 1 }
  await app.store.transact((to) => chatLinks.put(to, { ...link, chatId: chatId ?? name }))
  const set = async (change: object) =>
    (await inboxOf(quire, person.key).ask<Settings>('/v1/inbox/set-settings', change)).body
  assert.equal((await set({ chatConnectionId: connectionId })).chatConnectionId, connectionId)
  const mention = (title: string) => addPage(quire, title, { markdown: mentionOf(person) })
  const unlink = async () =>
    (await ada.post('/app/chats/unlink', { workspaceId, connectionId, chatUserId })).status
  return { ...person, name, set, mention, unlink }
}

/** What the job does, some minutes later. */
async function later(minutes: number): Promise<void> {
  const { app, workspaceId } = quire
  clock.now = () => realNow() + minutes * minuteMs
  const { store, integrations } = app
  const write: Parameters<typeof sendInboxMessages>[0]['write'] = (work) =>
    store.transactIn({ workspaceId }, work)
  const { signal } = new AbortController()
  await sendInboxMessages({ store, integrations, write, signal }, workspaceId)
}

const postsTo = ({ name }: Reader) =>
  chat.asked
    .filter(({ path }) => path === '/api/v4/posts')
    .map(({ body }): { channel_id: string; message: string } => JSON.parse(body))
    .filter(({ channel_id: channel }) => channel === `to ${name}`)
    .map(({ message }) => message)

describe('a message about an inbox whose answer is lost', () => {
  it('is sent three times at most, with longer pauses, and the settings say so', async () => {
    const mia = await addReader('mattermost')
    answerPost = () => ({ status: 504, body: '<html>Gateway Time-out</html>' })
    await mia.mention('First')
    const counts: number[] = []
    for (const minute of [0, 4, 5.5, 14, 16, 60, 600, 6000]) {
      await later(minute)
      counts.push(postsTo(mia).length)
    }
    assert.deepEqual(counts, [1, 1, 2, 2, 3, 3, 3, 3])
    assert.match((await mia.set({})).chatError ?? '', /504/)
    answerPost = () => posted
    clock.now = realNow
    await mia.mention('Second')
    await later(6002)
    assert.match(postsTo(mia).at(-1) ?? '', /Second/)
    assert.equal((await mia.set({})).chatError, null)
  })

  it('is not mixed with newer entries, and left out once the person read it', async () => {
    const mia = await addReader('mattermost')
    answerPost = () => ({ status: 500, body: {} })
    await mia.mention('First')
    await later(0)
    await mia.mention('Second')
    answerPost = () => posted
    await later(6)
    await later(8)
    const titles = postsTo(mia).map((text) => /\[([^\]]+)\]/.exec(text)?.[1])
    assert.deepEqual(titles, ['First', 'First', 'Second'])
    answerPost = () => ({ status: 500, body: {} })
    clock.now = realNow
    await mia.mention('Third')
    await later(20)
    await inboxOf(quire, mia.key).change('mark', { all: true, isRead: true })
    await later(40)
    assert.equal(postsTo(mia).length, 4)
  })

  it('is tried ten times while the service refuses it for now', async () => {
    const mia = await addReader('mattermost')
    answerPost = () => ({ status: 429, headers: { 'retry-after': '1' }, body: {} })
    await mia.mention('Limited')
    let minutes = 0
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await later(minutes)
      minutes += 61
    }
    assert.equal(postsTo(mia).length, 10)
  })

  it('is posted once in Matrix, which knows its transaction', async () => {
    const room = '!lost'
    const mia = await addReader('matrix', room)
    for (const member of [`@${mia.name}:example.org`, '@quire:example.org']) {
      matrix.set(room, 'm.room.member', { membership: 'join' }, member)
    }
    await mia.mention('Plan')
    matrix.loseAnswer()
    await later(0)
    await later(6)
    await later(60)
    assert.equal(matrix.said(room).length, 1)
    assert.equal(matrix.count(/send\/m\.room\.message/), 2)
    assert.equal((await mia.set({})).chatError, null)
  })

  it('is sent again after a crash between storing the attempt and sending', async () => {
    const mia = await addReader('mattermost')
    await mia.mention('Plan')
    const { workspaceId, app } = quire
    const { store, integrations } = app
    const ending = new AbortController()
    let writes = 0
    const write: Parameters<typeof sendInboxMessages>[0]['write'] = async (work) => {
      writes += 1
      if (writes > 1) throw new assert.AssertionError({ message: 'crash' })
      const done = await store.transactIn({ workspaceId }, work)
      ending.abort()
      return done
    }
    const around = { store, integrations, write, signal: ending.signal }
    await assert.rejects(sendInboxMessages(around, workspaceId), /crash/)
    assert.deepEqual(postsTo(mia), [])
    await later(6)
    await later(60)
    assert.equal(postsTo(mia).length, 1)
  })
})

describe('a chat service that hangs', () => {
  it('delays messages of its own only', { timeout: 60_000 }, async () => {
    const [slow, quick] = [await addReader('mattermost'), await addReader('other')]
    const { promise: end, resolve } = Promise.withResolvers<Received>()
    answerPost = (channel) => {
      if (channel === `to ${slow.name}`) return end
      resolve(posted)
      return posted
    }
    await slow.mention('Slow')
    await quick.mention('Quick')
    await later(0)
    assert.deepEqual([postsTo(slow).length, postsTo(quick).length], [1, 1])
  })
})

describe('an idle workspace', () => {
  it('has nobody for whom the store is asked', async () => {
    const mia = await addReader('mattermost')
    const { store } = quire.app
    await later(0)
    assert.deepEqual(await inboxChats.workspaces(store, clock.now(), 9), [])
    await mia.mention('Plan')
    clock.now = () => realNow() + minuteMs
    assert.deepEqual(await inboxChats.workspaces(store, clock.now(), 9), [quire.workspaceId])
    await later(2)
    assert.deepEqual(await inboxChats.workspaces(store, clock.now(), 9), [])
  })
})

describe('unlinking a chat account', () => {
  it('ends the messages, and says so in the direct channel', async () => {
    const mia = await addReader('mattermost')
    await mia.mention('Plan')
    assert.equal(await mia.unlink(), 200)
    assert.match(postsTo(mia)[0] ?? '', /unlinked/)
    assert.equal((await mia.set({})).chatConnectionId, null)
    await later(1)
    assert.equal(postsTo(mia).length, 1)
  })

  it('by disconnecting the bot does the same', async () => {
    const fields = { service: 'mattermost', token: 't', baseUrl: chat.url }
    const { id: connectionId } = await connect({ quire, ada }, fields)
    bots.other = connectionId
    const mia = await addReader('other')
    const { workspaceId } = quire
    const { status } = await ada.post('/app/chats/disconnect', { workspaceId, connectionId })
    assert.equal(status, 200)
    assert.equal((await mia.set({})).chatConnectionId, null)
  })
})
