import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { startWorker } from '../support/chats/bot-runner.ts'
import { type BotItem, connect, linkCode, startChats } from '../support/chats/chats.ts'
import { parseHtml, startTelegram, type TelegramStandIn } from '../support/chats/telegram.ts'
import type { TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import type { Visitor } from '../support/web/visitor.ts'

let quire: TestServer
let ada: Visitor
let telegram: TelegramStandIn
let bot: BotItem
let worker: ReturnType<typeof startWorker>

before(async () => {
  ;({ quire, ada } = await startChats({ publicUrl: 'https://q.example' }))
  telegram = await startTelegram()
  bot = await connect(
    { quire, ada },
    { service: 'telegram', token: telegram.token, baseUrl: telegram.url },
  )
  worker = startWorker(quire.app)
})
after(async () => {
  await worker.stop()
  await quire.close()
  await telegram.close()
})
afterEach(() => {
  assert.deepEqual(worker.faults, [])
  assert.deepEqual(telegram.faults, [])
})

/** What the bot says to something, as people see it. */
async function ask(text: string, more: Parameters<TelegramStandIn['say']>[1] = {}) {
  const before = telegram.sent.length
  telegram.say(text, more)
  await until(() => telegram.sent[before])
  return telegram.sent[before]
}

async function bots(): Promise<BotItem | undefined> {
  const { workspaceId } = quire
  const { body } = await ada.post<{ bots: BotItem[] }>('/app/chats/list', { workspaceId })
  return body.bots[0]
}

describe('the stand-in', () => {
  it('refuses what Telegram would', () => {
    for (const bad of [
      '<p>x</p>',
      '<b>x',
      'x</b>',
      '<b><i>x</b></i>',
      'a < b',
      'a & b',
      '&nbsp;',
      '<a>x</a>',
      '<b class="x">y</b>',
    ]) {
      assert.ok('fault' in parseHtml(bad), bad)
    }
    assert.deepEqual(parseHtml('<a href="https://x.y/?a=1&amp;b">&lt;x&gt;</a> <pre>a</pre>'), {
      text: '<x> a',
    })
  })
})

describe('a bot of Telegram that asks for messages', () => {
  it('refuses a second connection of the same bot, and a token that is none', async () => {
    const { workspaceId } = quire
    const fields = { workspaceId, service: 'telegram', baseUrl: telegram.url }
    const twice = await ada.post('/app/chats/connect', { ...fields, token: telegram.token })
    assert.equal(twice.body.code, 'ALREADY_EXISTS')
    const wrong = await ada.post('/app/chats/connect', { ...fields, token: '123456:wrong' })
    assert.equal(wrong.body.message, '/token is refused: it answered 401: Unauthorized')
  })

  it('tells its commands, and that it is well', async () => {
    await until(() => telegram.commands[0])
    assert.deepEqual(telegram.commands.slice(0, 2), ['search', 'get'])
    assert.equal(await until(() => telegram.germanCommands[0]), 'findet Seiten')
    assert.deepEqual([bot.name, bot.account, bot.error], ['@quire_bot', '123456', null])
    assert.equal((await bots())?.error, null)
  })

  it('links by the address that opens the chat, then finds and shows', async () => {
    const { workspaceId } = quire
    const outsider = await ask('/search zebra')
    assert.match(outsider?.plain ?? '', /^Your chat account is not linked.*\/link code$/)
    const created = await ada.post<{ url: string; code: string }>('/app/chats/link-code', {
      workspaceId,
      connectionId: bot.id,
    })
    assert.equal(created.body.url, `https://t.me/quire_bot?start=${created.body.code}`)
    const welcome = await ask(`/start ${created.body.code}`)
    assert.match(welcome?.plain ?? '', /^Welcome/)
    const hostile = '</b><script> & "quotes" <a href="x">'
    const long = `# Head\n\n${'A zebra & <b> paragraph. '.repeat(400)}\n\n- [x] done\n- open`
    await quire.post('/v1/pages/create', { workspaceId, title: hostile, markdown: long })
    const found = await ask('/search zebra')
    assert.ok(found?.plain.includes(hostile))
    const got = await ask(`/get ${hostile}`)
    assert.ok((got?.text.length ?? 0) > 3500)
    assert.match(got?.plain ?? '', /… Quire$/)
  })

  it("is silent to other bots, to what is not for it, and to other bots' commands", async () => {
    const group = { chat: -100, type: 'supergroup' }
    telegram.say('/help', { isBot: true })
    telegram.say('good morning', group)
    telegram.say('/search@other_bot zebra', group)
    telegram.say('/unknown', group)
    const answer = await ask('/search@Quire_Bot zebra', group)
    assert.deepEqual([answer?.chat_id, telegram.sent.length], ['-100', telegram.sent.length])
    assert.match(answer?.plain ?? '', /^Others can read this chat/)
  })

  it('burns a code in a group', async () => {
    const code = await linkCode(quire, ada, bot.id)
    const answer = await ask(`/link ${code}`, { from: 8, chat: -100, type: 'group' })
    assert.match(answer?.plain ?? '', /^Do not post codes in a shared chat/)
    assert.match((await ask(`/link ${code}`, { from: 8 }))?.plain ?? '', /^This code is invalid/)
  })

  it('answers in the topic it was asked in', async () => {
    const answer = await ask('/subscriptions', { chat: -100, type: 'supergroup', thread: 5 })
    assert.equal(answer?.thread, 5)
  })

  it('tells a person who was unlinked on the web', async () => {
    const { workspaceId } = quire
    await ask(`/link ${await linkCode(quire, ada, bot.id)}`, { from: 9 })
    const address = { workspaceId, connectionId: bot.id, chatUserId: '9' }
    assert.equal((await ada.post('/app/chats/unlink', address)).status, 200)
    const last = telegram.sent.at(-1)
    assert.deepEqual([last?.chat_id, last?.plain.slice(0, 16)], ['9', 'Your account was'])
    assert.match(
      (await ask('/search zebra', { from: 9 }))?.plain ?? '',
      /^Your chat account is not linked/,
    )
  })

  it('waits as long as Telegram asks', async () => {
    telegram.refuse('7', {
      error_code: 429,
      description: 'Too Many Requests',
      parameters: { retry_after: 1 },
    })
    const start = Date.now()
    assert.match((await ask('/help'))?.plain ?? '', /^These are my commands/)
    assert.ok(Date.now() - start >= 990)
  })

  it('goes on where it was after a stop, and answers nothing twice', async () => {
    await worker.stop()
    const sent = telegram.sent.length
    telegram.say('/help')
    worker = startWorker(quire.app)
    await until(() => telegram.sent[sent])
    await worker.stop()
    worker = startWorker(quire.app)
    await ask('/subscriptions')
    assert.equal(telegram.sent.length, sent + 2)
  })

  it('shows a flood of one chat its limit, while others are answered at once', async () => {
    for (let n = 0; n < 60; n += 1) telegram.say('/help', { from: 66 })
    const start = Date.now()
    telegram.say('/help', { from: 7 })
    await until(() => telegram.sent.find(({ chat_id: id, at }) => id === '7' && at >= start))
    assert.ok(telegram.sent.filter(({ chat_id: id }) => id === '66').length <= 12)
  })
})

describe('a bot of Telegram that messages are brought to', () => {
  const bring = (update: object, secret?: string) =>
    quire.request({
      method: 'POST',
      url: '/bots/telegram/123456',
      headers: {
        'content-type': 'application/json',
        ...(secret === undefined ? {} : { 'x-telegram-bot-api-secret-token': secret }),
      },
      payload: JSON.stringify(update),
    })

  before(async () => {
    const { workspaceId } = quire
    const update = await ada.post('/app/chats/update', {
      workspaceId,
      connectionId: bot.id,
      delivery: 'webhook',
    })
    assert.equal(update.status, 200)
    await until(() => telegram.webhook.url)
  })

  it('tells Telegram where, with a secret', async () => {
    assert.equal(telegram.webhook.url, 'https://q.example/bots/telegram/123456')
    assert.equal((await bots())?.address, 'https://q.example/bots/telegram/123456')
  })

  it('refuses what does not show the secret, and other bots', async () => {
    const update = telegram.say('/help', { queue: false })
    for (const secret of [undefined, '', 'wrong']) {
      const { status, body } = await bring(update, secret)
      assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
    }
    const { status } = await quire.request({
      method: 'POST',
      url: '/bots/telegram/999',
      headers: {
        'content-type': 'application/json',
        'x-telegram-bot-api-secret-token': telegram.webhook.secret_token,
      },
      payload: JSON.stringify(update),
    })
    assert.equal(status, 403)
    assert.equal((await bring({ update_id: 'x' }, telegram.webhook.secret_token)).status, 403)
  })

  it('answers each message once', async () => {
    const sent = telegram.sent.length
    const update = telegram.say('/help', { queue: false })
    for (let times = 0; times < 3; times += 1) {
      assert.equal((await bring(update, telegram.webhook.secret_token)).status, 200)
    }
    await until(() => telegram.sent[sent])
    const next = telegram.say('/subscriptions', { queue: false })
    await bring(next, telegram.webhook.secret_token)
    await until(() => telegram.sent[sent + 1])
    assert.equal(telegram.sent.length, sent + 2)
  })
})
