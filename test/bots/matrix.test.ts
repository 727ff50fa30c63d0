import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startWorker } from '../support/chats/bot-runner.ts'
import { type BotItem, linkCode } from '../support/chats/chats.ts'
import { startMatrixBot } from '../support/chats/matrix-bot.ts'
import type { MatrixStandIn } from '../support/chats/matrix.ts'
import type { TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import type { Visitor } from '../support/web/visitor.ts'

const [room, group] = ['!private:example.org', '!group:example.org']
const own = '@ada:example.org'

let quire: TestServer
let ada: Visitor
let matrix: MatrixStandIn
let bot: BotItem
let worker: ReturnType<typeof startWorker>

before(async () => {
  ;({ quire, ada, matrix, bot, worker } = await startMatrixBot())
})
after(async () => {
  await worker.stop()
  await quire.close()
  await matrix.close()
})
afterEach(() => {
  assert.deepEqual(worker.faults, [])
  assert.deepEqual(matrix.faults, [])
})

async function ask(text: string, where = room, who = own) {
  const before = matrix.said(where).length
  matrix.say(where, who, text)
  return until(() => matrix.said(where)[before])
}

describe('a bot of Matrix', () => {
  it('is refused with a wrong token', async () => {
    const { workspaceId } = quire
    const fields = { workspaceId, service: 'matrix', token: 'x', baseUrl: matrix.url }
    const { body } = await ada.post('/app/chats/connect', fields)
    assert.equal(body.message, '/token is refused: Invalid access token passed.')
  })

  it('is refused where no homeserver is', async () => {
    const { workspaceId } = quire
    const fields = {
      workspaceId,
      service: 'matrix',
      token: 'x',
      baseUrl: `${matrix.url}/elsewhere`,
    }
    const { body } = await ada.post('/app/chats/connect', fields)
    assert.match(body.message, /^\/baseUrl is not the address of a homeserver: it answered 404$/)
  })

  it('comes when it is invited, and says nothing of what was said before', async () => {
    matrix.set(room, 'm.room.member', { membership: 'join' }, own)
    matrix.say(room, own, '!help')
    matrix.invite(room, own)
    await until(() => matrix.members(room)[1])
    assert.match((await ask('!link wrong')).body, /^This code is invalid/)
    assert.match((await ask('!search zebra')).body, /^Your chat account is not linked.*!link code$/)
    assert.equal(matrix.said(room).length, 2)
  })

  it('links in a room of two, answers with HTML and plain text, and with !, / and its name', async () => {
    const { workspaceId } = quire
    const title = '<img src=x onerror=alert(1)> & "co"'
    await quire.post('/v1/pages/create', {
      workspaceId,
      title,
      markdown: 'A **zebra**\n\n- one\n- two',
    })
    assert.match((await ask(`!link ${await linkCode(quire, ada, bot.id)}`)).body, /^Welcome/)
    for (const text of [
      '!search zebra',
      '/search zebra',
      '@quire: search zebra',
      'quire, !search zebra',
    ]) {
      const { msgtype, body, formatted_body: html } = await ask(text)
      assert.equal(msgtype, 'm.notice')
      assert.ok(body.includes(title), text)
      assert.ok(html.includes('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;co&quot;'), text)
    }
    const page = await ask(`!get ${title}`)
    assert.match(page.formatted_body, /A <b>zebra<\/b><br><br>• one<br>• two$/)
  })

  it('fits the longest page into an event', async () => {
    const { workspaceId } = quire
    const created = await quire.post('/v1/pages/create', {
      workspaceId,
      title: 'Long',
      markdown: `${'界 "& '.repeat(200)}\n\n`.repeat(40),
    })
    assert.equal(created.status, 200, created.body.message)
    const { body, formatted_body: html } = await ask('!get Long')
    assert.match(body, /… Quire \(http/)
    assert.match(html, /Quire<\/a>$/)
  })

  it('answers no notices, not itself, and in groups only what is for it', async () => {
    matrix.invite(group, own, '@eve:example.org')
    await until(() => matrix.members(group)[2])
    matrix.say(group, own, '!help', { msgtype: 'm.notice' })
    matrix.say(group, own, 'good morning')
    matrix.say(group, own, '!dance')
    const answer = await ask('!search zebra', group)
    assert.match(answer.body, /^Others can read this chat/)
    assert.equal(matrix.said(group).length, 1)
    assert.match((await ask('quire: serach zebra', group)).body, /Did you mean !search\?/)
    const code = await linkCode(quire, ada, bot.id)
    assert.match((await ask(`!link ${code}`, group, '@eve:example.org')).body, /^Do not post codes/)
  })

  it('waits as long as the homeserver asks', async () => {
    matrix.limit(700)
    const start = Date.now()
    assert.match((await ask('!help')).body, /^These are my commands/)
    assert.ok(Date.now() - start >= 690)
  })

  it('tells what happens, through a stop, and answers nothing twice', async () => {
    await ask('!subscribe everything created')
    const said = matrix.said(room).length
    await worker.stop()
    const { workspaceId } = quire
    await quire.post('/v1/pages/create', { workspaceId, title: 'News', markdown: 'good' })
    matrix.say(room, own, '!subscriptions')
    worker = startWorker(quire.app)
    await until(() => matrix.said(room)[said + 1])
    await sleep(200)
    const texts = matrix
      .said(room)
      .slice(said)
      .map(({ body }) => body)
    assert.equal(texts.length, 2)
    assert.ok(
      texts.some((text) => text.startsWith('Ada Lovelace created News (https:')),
      texts.join(),
    )
    assert.ok(
      texts.some((text) => text.startsWith('This chat gets updates about:')),
      texts.join(),
    )
  })
})
