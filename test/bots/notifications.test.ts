import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { noticeWindowMs } from '../../server/domain/chats/notifications.ts'
import { clock } from '../../server/lib/clock.ts'
import { chatNotices, events, webhookCursors } from '../../server/store/index.ts'
import { startWorker } from '../support/chats/bot-runner.ts'
import {
  type BotItem,
  connect,
  type StandIn,
  startChats,
  startStandIn,
  type Received,
} from '../support/chats/chats.ts'
import { addPerson } from '../support/people.ts'
import { grantOnly, restrict } from '../support/sections.ts'
import { openAnother, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { signIn, type Visitor } from '../support/web/visitor.ts'

type Post = { channel: string; text: string; at: number }

let quire: TestServer
let ada: Visitor
let slack: StandIn
let bot: BotItem
let worker: ReturnType<typeof startWorker>
let shift = 0
const posts: Post[] = []
const refusals = new Map<string, Received[]>()
const ids: Record<string, string> = {}

const ok = { body: { ok: true } }

/** Slack as https://docs.slack.dev/reference/methods/chat.postMessage has it. */
function answer({ path, body, headers }: StandIn['asked'][number]): Received {
  const wrong = (error: string) => ({ body: { ok: false, error } })
  if (headers.authorization !== 'Bearer xoxb-1') return wrong('invalid_auth')
  if (path === '/auth.test') {
    return { body: { ok: true, team: 'Example', team_id: 'T0001', user: 'quire', user_id: 'U1' } }
  }
  if (path !== '/chat.postMessage') return wrong('unknown_method')
  // SAFETY: so it is sent.
  const { channel, text, ...more } = JSON.parse(body) as { channel: string; text: string }
  assert.deepEqual(more, { unfurl_links: false, unfurl_media: false })
  if (text === '') return wrong('no_text')
  if (text.length > 4000) return wrong('msg_too_long')
  const refusal = refusals.get(channel)?.shift()
  if (refusal !== undefined) return refusal
  posts.push({ channel, text, at: Date.now() })
  return ok
}

const postsTo = (channel: string) => posts.filter((post) => post.channel === channel)

async function posted(channel: string, count: number): Promise<string[]> {
  await until(() => postsTo(channel)[count - 1])
  return postsTo(channel).map(({ text }) => text)
}

async function api<Body = { pageId: string }>(path: string, input: object): Promise<Body> {
  const { workspaceId } = quire
  const { status, body } = await quire.post<Body>(path, { workspaceId, ...input })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const addPage = async (title: string, parentId: string | null = null, markdown = 'Some text') =>
  (await api('/v1/pages/create', { title, parentId, markdown })).pageId

const rename = (pageId: string, title: string) => api('/v1/pages/update', { pageId, title })

let channels = 0
/** A channel of its own that is told of a section. */
async function subscribe(more: object = {}, visitor = ada): Promise<string> {
  channels += 1
  const chatId = `C${channels}`
  const { status, body } = await visitor.post('/app/chats/subscribe', {
    workspaceId: quire.workspaceId,
    connectionId: bot.id,
    chatId,
    chatName: chatId,
    sectionId: ids['section'],
    ...more,
  })
  assert.equal(status, 200, JSON.stringify(body))
  return chatId
}

async function subscriptionOf(chatId: string) {
  type Row = { id: string; chatId: string; error: string | null; isPaused: boolean }
  const { workspaceId } = quire
  const { body } = await ada.post<{ subscriptions: Row[] }>('/app/chats/subscriptions', {
    workspaceId,
  })
  return body.subscriptions.find((row) => row.chatId === chatId)
}

/** All that happened is noted, what is due is told, and that it was told is written down. */
async function allReceived(): Promise<void> {
  const { app, workspaceId } = quire
  const address = { workspaceId, connectionId: bot.id }
  await until(async () => {
    const now = clock.now()
    const behind = await webhookCursors.behind(app.store, now)
    return !behind.includes(workspaceId) && !(await chatNotices.isAnyDue(app.store, address, now))
  })
}

async function passWindow(): Promise<void> {
  await allReceived()
  shift += noticeWindowMs
}

before(async () => {
  mock.method(clock, 'now', () => Date.now() + shift)
  ;({ quire, ada } = await startChats({ publicUrl: 'https://q.example' }))
  slack = await startStandIn(answer)
  bot = await connect({ quire, ada }, { service: 'slack', token: 'xoxb-1', baseUrl: slack.url })
  ids['section'] = await addPage('Handbook')
  worker = startWorker(quire.app)
})
after(async () => {
  await worker.stop()
  await quire.close()
  await slack.close()
  mock.restoreAll()
})
beforeEach(() => posts.splice(0))
afterEach(() => assert.deepEqual(worker.faults, []))

describe('what happens in a section', () => {
  it('is told with who did what, a link, and the beginning of the text', async () => {
    const channel = await subscribe()
    await addPage('Elsewhere')
    const pageId = await addPage('Rules', ids['section'], '# Be kind\n\nTo **all** & @here.')
    assert.deepEqual(await posted(channel, 1), [
      `Ada Lovelace created *<https://q.example/pages/${pageId}|Rules>*\n\n> Be kind To all &amp; @here.`,
    ])
  })

  it('is told in a new message five minutes later, as one for the page', async () => {
    const channel = await subscribe()
    const bob = await addPerson(quire, 'Bob', 'MEMBER')
    const pageId = await addPage('Plan', ids['section'])
    await posted(channel, 1)
    await rename(pageId, 'Plan B')
    await rename(pageId, 'Plan C')
    const comment = {
      workspaceId: quire.workspaceId,
      pageId,
      markdown: 'Is this *so*? 1 \\< 2',
    }
    await quire.post('/v1/comments/create', comment, bob.key)
    await allReceived()
    assert.equal(postsTo(channel).length, 1)
    await passWindow()
    const [, second = ''] = await posted(channel, 2)
    const start = `*<https://q.example/pages/${pageId}#comment-`
    assert.ok(second.startsWith(start), second)
    const lines = second.split('\n').filter((line) => line !== '')
    assert.equal(lines[1], '• Ada Lovelace updated it 2 times')
    assert.match(lines[2] ?? '', /^• Bob Tester <https:.*#comment-[\w-]+\|added a comment>$/)
    assert.equal(lines[3], '> Is this so? 1 &lt; 2')
    await passWindow()
    await allReceived()
    assert.equal(postsTo(channel).length, 2)
  })

  it('is told without any text where that is switched off', async () => {
    const channel = await subscribe({ showsExcerpt: false, events: ['page.created'] })
    const pageId = await addPage('Quiet', ids['section'], 'confidential')
    await rename(pageId, 'Quieter')
    const [text = ''] = await posted(channel, 1)
    assert.equal(text, `Ada Lovelace created *<https://q.example/pages/${pageId}|Quiet>*`)
    await passWindow()
    await allReceived()
    assert.equal(postsTo(channel).length, 1)
  })

  it('is told of a page that moves in, moves out, and goes', async () => {
    const pageId = await addPage('Nomad')
    const channel = await subscribe()
    await api('/v1/pages/move', { pageId, newParentId: ids['section'] })
    assert.match((await posted(channel, 1))[0] ?? '', /^Ada Lovelace moved \*<.*\|Nomad>\*$/)
    await passWindow()
    await api('/v1/pages/move', { pageId, newParentId: null })
    await posted(channel, 2)
    await passWindow()
    await api('/v1/pages/move', { pageId, newParentId: ids['section'] })
    await posted(channel, 3)
    await passWindow()
    await api('/v1/pages/delete', { pageId })
    assert.match((await posted(channel, 4))[3] ?? '', /^Ada Lovelace deleted \*<.*\|Nomad>\*$/)
  })

  it('is told once to a chat that listens to the workspace as well', async () => {
    const channel = await subscribe({ sectionId: null })
    await subscribe({ chatId: channel })
    await addPage('Once', ids['section'])
    await posted(channel, 1)
    await allReceived()
    assert.equal(postsTo(channel).length, 1)
  })

  it('is told harmlessly whatever a title says', async () => {
    const channel = await subscribe({ showsExcerpt: false })
    const pageId = await addPage('<!here> | >&<https://evil.example|x>\u202E', ids['section'])
    const [text] = await posted(channel, 1)
    const title = '&lt;!here&gt; ¦ &gt;&amp;&lt;https://evil.example¦x&gt;'
    assert.equal(text, `Ada Lovelace created *<https://q.example/pages/${pageId}|${title}>*`)
  })

  it('is told together when it is much at once, so that a chat is not flooded', async () => {
    const channel = await subscribe()
    await worker.stop()
    for (let n = 1; n <= 24; n += 1) await addPage(`Imported ${n}`, ids['section'])
    worker = startWorker(quire.app)
    const [text = ''] = await posted(channel, 1)
    const lines = text.split('\n').filter((line) => line !== '')
    assert.equal(lines[0], 'Ada Lovelace worked on 24 pages:')
    assert.match(lines[1] ?? '', /^• <https:.*\|Imported \d+>$/)
    assert.deepEqual([lines.length, lines.at(-1)], [12, '• and 14 more'])
    await allReceived()
    assert.equal(postsTo(channel).length, 1)
  })

  it('makes no events itself: telling never goes round', async () => {
    const channel = await subscribe()
    await addPage('Calm', ids['section'])
    const count = await events.last(quire.app.store, quire.workspaceId)
    await posted(channel, 1)
    assert.equal(await events.last(quire.app.store, quire.workspaceId), count)
  })
})

describe('a message that does not get through', () => {
  it('waits as long as the service asks, is not lost, and holds up no other chat', async () => {
    const [slow, quick] = [await subscribe(), await subscribe()]
    const busy = {
      status: 429,
      headers: { 'retry-after': '1' },
      body: { ok: false, error: 'ratelimited' },
    }
    refusals.set(slow, [busy])
    const start = Date.now()
    await addPage('Busy', ids['section'])
    await posted(quick, 1)
    await posted(slow, 1)
    assert.ok(Date.now() - start >= 990)
    const [first, second] = [postsTo(quick)[0]?.at ?? 0, postsTo(slow)[0]?.at ?? 0]
    assert.ok(first < second, 'the other chat was told before')
    await allReceived()
    assert.equal((await subscriptionOf(slow))?.error, null)
  })

  it('is tried again after a failure, which the settings show', async () => {
    const channel = await subscribe()
    refusals.set(
      channel,
      Array.from({ length: 3 }, () => ({ status: 503, body: 'down' })),
    )
    await addPage('Again', ids['section'])
    await until(async () => (await subscriptionOf(channel))?.error ?? undefined)
    await posted(channel, 1)
    await until(async () => (await subscriptionOf(channel))?.error === null)
  })

  it('rests for an hour when the bot is not in the channel', async () => {
    const channel = await subscribe()
    refusals.set(channel, [{ body: { ok: false, error: 'not_in_channel' } }])
    await addPage('Lost', ids['section'])
    const error = await until(async () => (await subscriptionOf(channel))?.error ?? undefined)
    assert.equal(error, 'not_in_channel')
    await allReceived()
    assert.equal(postsTo(channel).length, 0)
    shift += 3_600_000
    await posted(channel, 1)
  })

  it('survives a stop of the server', async () => {
    const channel = await subscribe()
    await worker.stop()
    await addPage('Slept', ids['section'])
    worker = startWorker(quire.app)
    const [text] = await posted(channel, 1)
    assert.match(text ?? '', /\|Slept>\*/)
    const pageId = await addPage('Pending', ids['section'])
    await posted(channel, 2)
    await rename(pageId, 'Still pending')
    await allReceived()
    await worker.stop()
    shift += noticeWindowMs
    worker = startWorker(quire.app)
    assert.match((await posted(channel, 3))[2] ?? '', /\|Still pending>\*/)
  })
})

describe('two nodes', () => {
  it('tell everything once between them', async () => {
    const channel = await subscribe()
    const other = await openAnother(quire)
    const second = startWorker({ ...other, integrations: quire.app.integrations })
    for (const title of ['One', 'Two', 'Three']) await addPage(title, ids['section'])
    const texts = await posted(channel, 3)
    await allReceived()
    assert.equal(postsTo(channel).length, 3)
    assert.equal(new Set(texts).size, 3)
    // What one held the other takes up.
    await worker.stop()
    await addPage('Four', ids['section'])
    await posted(channel, 4)
    await second.stop()
    assert.deepEqual(second.faults, [])
    await other.close()
    worker = startWorker(quire.app)
  })
})

describe('a subscription', () => {
  it('is only for those who may say what chats are told', async () => {
    const bob = await signIn(quire, await addPerson(quire, 'Rob', 'MEMBER'))
    const fields = {
      workspaceId: quire.workspaceId,
      connectionId: bot.id,
      chatId: 'C',
      chatName: 'C',
    }
    const { status } = await bob.post('/app/chats/subscribe', { ...fields, sectionId: null })
    assert.equal(status, 403)
  })

  it('pauses when whoever made it is removed', async () => {
    const zoe = await addPerson(quire, 'Zoe', 'ADMIN')
    const channel = await subscribe({}, await signIn(quire, zoe))
    const { workspaceId } = quire
    await ada.post('/app/members/remove', { workspaceId, userId: zoe.userId })
    await addPage('Unheard', ids['section'])
    const error = await until(async () => (await subscriptionOf(channel))?.error ?? undefined)
    assert.match(error, /^The subscriber is no longer a member/)
    assert.equal((await subscriptionOf(channel))?.isPaused, true)
    assert.equal(postsTo(channel).length, 0)
  })

  it('of a bot that is switched off is silent, and told on when it is on again', async () => {
    const channel = await subscribe()
    const { workspaceId } = quire
    const turn = (enabled: boolean) =>
      ada.post('/app/chats/update', { workspaceId, connectionId: bot.id, enabled })
    await turn(false)
    await sleep(100)
    await addPage('Dark', ids['section'])
    await sleep(200)
    assert.equal(postsTo(channel).length, 0)
    await turn(true)
    await posted(channel, 1)
  })
})

describe('a channel', () => {
  it('is notified of pages that everyone can read and of sections granted to it, until it loses them', async () => {
    const channel = await subscribe({ sectionId: null })
    const secret = await addPage('Secret')
    await posted(channel, 1)
    await passWindow()
    await grantOnly(quire, secret, { [quire.userId]: 'manage' })
    const hidden = await addPage('Hidden', secret)
    await rename(hidden, 'Still hidden')
    await addPage('Visible')
    assert.equal((await posted(channel, 2)).at(-1)?.includes('Visible'), true)
    await allReceived()
    assert.equal(postsTo(channel).length, 2)
    const subscription = await subscriptionOf(channel)
    await grantOnly(quire, secret, {
      [quire.userId]: 'manage',
      [subscription?.id ?? '']: 'read',
    })
    await passWindow()
    await rename(hidden, 'Granted')
    assert.equal((await posted(channel, 3)).at(-1)?.includes('Granted'), true)
    await rename(hidden, 'Pending')
    await until(async () => {
      const behind = await webhookCursors.behind(quire.app.store, clock.now())
      return !behind.includes(quire.workspaceId)
    })
    await restrict(quire, secret, {
      grants: [{ principalId: subscription?.id ?? '', level: null }],
    })
    await passWindow()
    await allReceived()
    assert.ok(posts.every(({ text }) => !text.includes('Pending')))
  })
})
