import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it, mock } from 'node:test'
import { isValidSlackRequest } from '@slack/bolt'
import { isFromSlack } from '../../server/bots/services/slack/commands.ts'
import { clock } from '../../server/lib/clock.ts'
import {
  type BotItem,
  connect,
  linkCode,
  signSlack,
  slackSecret,
  type SlashAnswer,
  slashForm,
  type StandIn,
  startChats,
  startStandIn,
} from '../support/chats/chats.ts'
import type { TestServer } from '../support/server.ts'
import type { Visitor } from '../support/web/visitor.ts'

const formType = { 'content-type': 'application/x-www-form-urlencoded' }

let quire: TestServer
let ada: Visitor
let slack: StandIn
let bot: BotItem

before(async () => {
  ;({ quire, ada } = await startChats())
  slack = await startStandIn(({ path }) => ({
    body:
      path === '/auth.test'
        ? { ok: true, team: 'Example', team_id: 'T0001', user: 'quire', user_id: 'U1' }
        : { ok: true },
  }))
  bot = await connect(
    { quire, ada },
    { service: 'slack', token: 'xoxb-1', signingSecret: slackSecret, baseUrl: slack.url },
  )
})
after(async () => {
  await quire.close()
  await slack.close()
})

function send<Body = SlashAnswer>(body: string, headers: object = signSlack(body)) {
  return quire.request<Body>({
    method: 'POST',
    url: '/bots/slack/commands',
    headers: { ...formType, ...headers },
    payload: body,
  })
}

describe('a slash command of Slack', () => {
  afterEach(() => mock.restoreAll())

  const refused = async (body: string, headers: object) => {
    const answer = await send<{ code: string; message: string }>(body, headers)
    assert.deepEqual([answer.status, answer.body.code], [403, 'FORBIDDEN'])
    assert.equal(answer.body.message, 'This is not a command of a bot that is connected here.')
  }

  it('is refused unsigned, forged, changed, and of a team nobody connected, all alike', async () => {
    const body = slashForm('help')
    await refused(body, {})
    await refused(body, { ...signSlack(body), 'x-slack-signature': `v0=${'0'.repeat(64)}` })
    await refused(`${body}&text=more`, signSlack(body))
    const other = slashForm('help', { team_id: 'T0002' })
    await refused(other, signSlack(other))
    await refused('', {})
  })

  it('is refused when it is stale, from the future, or comes again', async () => {
    const body = slashForm('help')
    const now = Math.floor(clock.now() / 1000)
    mock.method(clock, 'now', () => now * 1000)
    for (const timestamp of [now - 301, now + 301, NaN])
      await refused(body, signSlack(body, timestamp))
    const headers = signSlack(body)
    assert.equal((await send(body, headers)).status, 200)
    await refused(body, headers)
  })

  it("is believed exactly when Slack's own library believes it", () => {
    const now = Math.floor(Date.now() / 1000)
    const cases: [string, number, string][] = [
      ['a=1', now, 'a=1'],
      ['a=1', now - 290, 'a=1'],
      ['a=1', now - 310, 'a=1'],
      ['a=1', now, 'a=2'],
      ['text=Grüße', now, 'text=Grüße'],
    ]
    for (const [signed, timestamp, sent] of cases) {
      const headers = signSlack(signed, timestamp)
      const theirs = isValidSlackRequest({
        signingSecret: slackSecret,
        body: sent,
        headers: {
          'x-slack-signature': headers['x-slack-signature'],
          'x-slack-request-timestamp': timestamp,
        },
      })
      const ours = isFromSlack(slackSecret, {
        signature: headers['x-slack-signature'],
        timestamp: String(timestamp),
        body: Buffer.from(sent),
      })
      assert.equal(ours, theirs, `${signed} ${timestamp} ${sent}`)
    }
  })

  it("is verified as the example in Slack's documentation", () => {
    mock.method(clock, 'now', () => 1_531_420_618_000)
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'
    const proof = {
      signature: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
      timestamp: '1531420618',
      body: Buffer.from(body),
    }
    assert.equal(isFromSlack(slackSecret, proof), true)
    assert.equal(isFromSlack(slackSecret, { ...proof, timestamp: '1531420619' }), false)
  })

  it('tells a stranger how to link, and nothing else, whatever they say', async () => {
    for (const text of [
      'search secret',
      'get x',
      'subscribe all',
      'subscriptions',
      'help',
      'sing',
    ]) {
      const { body } = await send(slashForm(text))
      assert.equal(body.response_type, 'ephemeral')
      assert.match(
        body.text,
        /^Your chat account is not linked\. Create a code at .*\/settings\/chats/,
      )
      assert.match(body.text, /`\/quire link code`$/)
    }
  })

  it('links, answers only the person, and finds pages', async () => {
    const { workspaceId } = quire
    await quire.post('/v1/pages/create', {
      workspaceId,
      title: '<!channel> & *stars* | `ticks`',
      markdown: 'The zebra <@U1> eats *grass* at https://example.com',
    })
    const code = await linkCode(quire, ada, bot.id)
    const linked = await send(slashForm(`link ${code}`))
    assert.match(linked.body.text, /^Welcome/)
    const { body } = await send(slashForm('search zebra'))
    assert.equal(body.response_type, 'ephemeral')
    assert.match(body.text, /\|&lt;!channel&gt; &amp; \*stars\* ¦ `ticks`>/)
    assert.match(body.text, /The zebra &lt;@U1&gt; eats/)
    assert.doesNotMatch(body.text, /<[@!]/)
  })

  it('may be a command of its own name, too', async () => {
    const { body } = await send(slashForm('zebra', { command: '/search' }))
    assert.match(body.text, /zebra/)
  })
})
