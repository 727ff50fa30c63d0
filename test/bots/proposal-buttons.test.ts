import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { proposingAs, type Proposing } from '../api/proposals/proposing.ts'
import { startWorker } from '../support/chats/bot-runner.ts'
import {
  type BotItem,
  connect,
  linkCode,
  type Received,
  signSlack,
  slackSecret,
  slashForm,
  type StandIn,
  startChats,
  startStandIn,
} from '../support/chats/chats.ts'
import { startTelegram, type TelegramStandIn } from '../support/chats/telegram.ts'
import { addPage, markdownOf } from '../support/pages.ts'
import { addPerson } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { signIn, type Visitor } from '../support/web/visitor.ts'

const commandToken = 'xr3j5x3p4pfk7kk6ck7b4e6ghh'
const formType = { 'content-type': 'application/x-www-form-urlencoded' }

let quire: TestServer
let ada: Visitor
let vera: Visitor
let asAda: Proposing
let asMia: Proposing
let worker: ReturnType<typeof startWorker>
let standIns: StandIn[]
let slack: StandIn
let mattermost: StandIn
let telegram: TelegramStandIn
let bots: Record<'slack' | 'mattermost' | 'telegram', BotItem>

before(async () => {
  ;({ quire, ada } = await startChats({ publicUrl: 'https://q.example', rateLimit: 0 }))
  vera = await signIn(quire, await addPerson(quire, 'Vera', 'VIEWER'))
  asAda = proposingAs(quire)
  asMia = proposingAs(quire, (await addPerson(quire, 'Mia', 'MEMBER')).key)
  const identity = { ok: true, team: 'Example', team_id: 'T0001', user: 'quire', user_id: 'U1' }
  slack = await startStandIn(({ path }) => ({ body: path === '/auth.test' ? identity : okay }))
  mattermost = await startStandIn(({ path }): Received => {
    return path === '/api/v4/users/me'
      ? { body: { id: 'u1', username: 'quire' } }
      : { status: 201, body: { id: 'p1' } }
  })
  telegram = await startTelegram()
  standIns = [slack, mattermost, telegram]
  const connectAs = (service: string, fields: object) =>
    connect({ quire, ada }, { service, ...fields })
  const { url: baseUrl } = slack
  bots = {
    slack: await connectAs('slack', { token: 'xoxb-1', signingSecret: slackSecret, baseUrl }),
    mattermost: await connectAs('mattermost', {
      token: 'bot-token',
      commandToken,
      baseUrl: mattermost.url,
    }),
    telegram: await connectAs('telegram', { token: telegram.token, baseUrl: telegram.url }),
  }
  worker = startWorker(quire.app)
})
after(async () => {
  await worker.stop()
  await quire.close()
  for (const standIn of standIns) await standIn.close()
})
afterEach(() => {
  assert.deepEqual(worker.faults, [])
  assert.deepEqual(telegram.faults, [])
})

const okay = { ok: true }

let channels = 0
/** A chat of its own that is notified of a section with one page, about which something is proposed. */
async function proposed(service: keyof typeof bots, chatId = `C${(channels += 1)}`) {
  const { workspaceId } = quire
  const sectionId = await addPage(quire, `Section of ${chatId}`)
  const pageId = await addPage(quire, `Plan <${chatId}>`, {
    parentId: sectionId,
    markdown: 'We meet on Monday.',
  })
  const connectionId = bots[service].id
  const chat = { connectionId, chatId, chatName: chatId, sectionId, events: ['proposal.created'] }
  const { status, body } = await ada.post('/app/chats/subscribe', { workspaceId, ...chat })
  assert.equal(status, 200, JSON.stringify(body))
  const change = { kind: 'edit', pageId, markdown: 'We meet on Friday.' }
  const proposalId = await asMia.propose([change])
  const state = async () => (await asAda.get(proposalId)).state
  return { chatId, pageId, proposalId, state, revise: () => revise(proposalId, pageId) }
}

async function revise(proposalId: string, pageId: string): Promise<void> {
  const changes = [{ kind: 'edit', pageId, markdown: 'We meet on Sunday.' }]
  assert.equal((await asMia.ask('/v1/proposals/update', { proposalId, changes })).status, 200)
}

/** The message to a chat that a service got. */
async function posted<Message>({ asked }: StandIn, chatId: string): Promise<Message> {
  const found = await until(() => asked.find(({ body }) => body.includes(`"${chatId}"`)))
  return JSON.parse(found.body)
}

describe('the buttons of a proposal in Slack', () => {
  type Button = { text: { text: string }; value: string; action_id: string }
  type Block = { type: string; elements?: Button[]; text?: { text: string } }
  type Post = { text: string; blocks: Block[] }
  type Shown = { text: string; replace_original: boolean; blocks?: Block[]; response_type?: string }

  const link = async (user: string, visitor: Visitor) => {
    const body = slashForm(`link ${await linkCode(quire, visitor, bots.slack.id)}`, {
      user_id: user,
    })
    const headers = { ...formType, ...signSlack(body) }
    await quire.request({ method: 'POST', url: '/bots/slack/commands', headers, payload: body })
  }
  let presses = 0
  /** Presses a button, as Slack says it; gives what it is told afterwards. */
  const press = async ({ text, blocks }: Post, name: string, user: string, forged?: object) => {
    presses += 1
    const path = `/actions/T0001/${presses}`
    const button = blocks
      .flatMap(({ elements = [] }) => elements)
      .find((one) => one.action_id === name)
    const payload = {
      type: 'block_actions',
      team: { id: 'T0001', domain: 'example' },
      user: { id: user, username: user.toLowerCase(), team_id: 'T0001' },
      channel: { id: 'C1', name: 'general' },
      message: { type: 'message', ts: '1.2', text, blocks },
      trigger_id: String(presses),
      response_url: `${slack.url}${path}`,
      actions: [{ type: 'button', block_id: 'b', action_ts: '1.3', ...button }],
    }
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
    const headers = { ...formType, ...signSlack(body), ...forged }
    const answer = await quire.request<object>({
      method: 'POST',
      url: '/bots/slack/commands',
      headers,
      payload: body,
    })
    return { answer, after: () => until(() => slack.asked.find((one) => one.path === path)) }
  }
  const shownAfter = async (post: Post, name: string, user: string): Promise<Shown> => {
    const { answer, after: shown } = await press(post, name, user)
    assert.deepEqual([answer.status, answer.body], [200, {}])
    return JSON.parse((await shown()).body)
  }

  before(async () => {
    await link('ADA', ada)
    await link('VERA', vera)
  })

  it('do nothing when Slack did not sign, for strangers, and without the right', async () => {
    const { chatId, pageId, state } = await proposed('slack')
    const post = await posted<Post>(slack, chatId)
    assert.match(post.text, /Mia/)
    const forged = await press(post, 'accept', 'ADA', { 'x-slack-signature': 'v0=0' })
    assert.equal(forged.answer.status, 403)
    const outsider = await shownAfter(post, 'accept', 'NOBODY')
    assert.match(outsider.text, /^Your chat account is not linked/)
    const viewer = await shownAfter(post, 'accept', 'VERA')
    assert.match(viewer.text, /permission/)
    for (const shown of [outsider, viewer]) {
      assert.deepEqual([shown.response_type, shown.replace_original], ['ephemeral', false])
    }
    assert.equal(await state(), 'open')
    assert.equal(await markdownOf(quire, pageId), 'We meet on Monday.\n')
  })

  it('accept it, and the message says who did', async () => {
    const { chatId, pageId } = await proposed('slack')
    const post = await posted<Post>(slack, chatId)
    const labels = post.blocks.flatMap(({ elements = [] }) => elements.map(({ text }) => text.text))
    assert.deepEqual(labels, ['Accept', 'Decline'])
    const shown = await shownAfter(post, 'accept', 'ADA')
    assert.equal(shown.replace_original, true)
    assert.match(shown.text, /ada accepted the proposal\.$/)
    assert.deepEqual(
      shown.blocks?.map(({ type }) => type),
      ['section', 'context'],
    )
    assert.equal(await markdownOf(quire, pageId), 'We meet on Friday.\n')
    const again = await shownAfter(post, 'decline', 'ADA')
    assert.match(again.text, /This proposal is already closed\.$/)
  })

  it('decide nothing about what was proposed since, and go with a link to it', async () => {
    const { chatId, pageId, proposalId, state, revise: update } = await proposed('slack')
    const post = await posted<Post>(slack, chatId)
    await update()
    for (const name of ['accept', 'decline']) {
      const shown = await shownAfter(post, name, 'ADA')
      assert.deepEqual([shown.replace_original, await state()], [true, 'open'])
      assert.match(shown.text, /was updated after this message\. It now has 1 open change\./)
      const address = `https://q.example/proposals/${proposalId}`
      assert.ok(shown.text.endsWith(`<${address}|Review it again>`), shown.text)
      assert.ok(shown.blocks?.every(({ type }) => type !== 'actions'))
    }
    assert.equal(await markdownOf(quire, pageId), 'We meet on Monday.\n')
  })

  it('stay when later changes to the page are in conflict', async () => {
    const { workspaceId } = quire
    const { chatId, pageId, state } = await proposed('slack')
    const post = await posted<Post>(slack, chatId)
    const edit = { workspaceId, pageId, mode: 'replace', find: 'Monday', text: 'Sunday' }
    assert.equal((await quire.post('/v1/pages/edit', edit)).status, 200)
    const shown = await shownAfter(post, 'accept', 'ADA')
    assert.deepEqual([shown.response_type, await state()], ['ephemeral', 'open'])
    assert.match(shown.text, /in conflict.*\|Review it in the web app>/)
  })
})

describe('the buttons of a proposal in Mattermost', () => {
  type Action = { id: string; name: string; integration: { url: string; context: object } }
  type Post = { message: string; props: { attachments: { actions: Action[] }[] } }
  type Answered = {
    ephemeral_text?: string
    update?: { message: string; props: { attachments: object[] } }
    code?: string
  }
  let presses = 0
  const press = (post: Post, id: string, user: string, more: object = {}) => {
    presses += 1
    const action = post.props.attachments[0]?.actions.find((one) => one.id === id)
    assert.ok(action)
    const { url, context } = action.integration
    const payload = {
      user_id: user,
      user_name: user,
      channel_id: 'jbm6bqd8ztrzu8uc1kznqd7cmc',
      channel_name: 'town-square',
      team_id: 'team',
      team_domain: 'myteam',
      post_id: 'p1',
      trigger_id: `trigger ${presses}`,
      type: 'button',
      data_source: '',
      context: { ...context, ...more },
    }
    return quire.request<Answered>({
      method: 'POST',
      url: new URL(url).pathname,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    })
  }

  before(async () => {
    for (const [user, visitor] of [
      ['ada', ada],
      ['vera', vera],
    ] as const) {
      const text = `link ${await linkCode(quire, visitor, bots.mattermost.id)}`
      const payload = slashForm(text, { token: commandToken, team_id: 'team', user_id: user })
      await quire.request({
        method: 'POST',
        url: '/bots/mattermost/commands',
        headers: formType,
        payload,
      })
    }
  })

  it('do nothing with another context, for strangers, and without the right', async () => {
    const { chatId, state } = await proposed('mattermost')
    const other = await proposed('mattermost')
    const post = await posted<Post>(mattermost, chatId)
    for (const more of [
      { signature: '' },
      { command: `accept ${other.proposalId} 1` },
      { connectionId: bots.slack.id },
      { account: 'other' },
      { shown: 'Something else' },
    ]) {
      const { status, body } = await press(post, 'accept', 'ada', more)
      assert.deepEqual([status, body.code], [403, 'FORBIDDEN'], JSON.stringify(more))
    }
    const outsider = await press(post, 'accept', 'nobody')
    assert.match(outsider.body.ephemeral_text ?? '', /^Your chat account is not linked/)
    const viewer = await press(post, 'decline', 'vera')
    assert.match(viewer.body.ephemeral_text ?? '', /permission/)
    assert.deepEqual([await state(), await other.state()], ['open', 'open'])
  })

  it('decline it, and the message says who did', async () => {
    const { chatId, state } = await proposed('mattermost')
    const post = await posted<Post>(mattermost, chatId)
    const [{ actions } = { actions: [] }] = post.props.attachments
    assert.deepEqual(
      actions.map(({ name }) => name),
      ['Accept', 'Decline'],
    )
    assert.equal(actions[0]?.integration.url, 'https://q.example/bots/mattermost/commands')
    const { status, body } = await press(post, 'decline', 'ada')
    assert.deepEqual([status, body.update?.props.attachments], [200, []])
    assert.match(body.update?.message ?? '', /Mia.*\n\nada declined the proposal\\\.$/)
    assert.equal(await state(), 'declined')
  })
})

describe('the buttons of a proposal in Telegram', () => {
  const sentTo = (chatId: string) =>
    until(() => telegram.sent.find((one) => one.chat_id === chatId && one.buttons.length > 0))
  const alertAfter = async (act: () => void) => {
    const before = telegram.alerts.length
    act()
    return until(() => telegram.alerts[before])
  }

  before(async () => {
    for (const [from, visitor] of [
      [7, ada],
      [8, vera],
    ] as const) {
      const sent = telegram.sent.length
      telegram.say(`/link ${await linkCode(quire, visitor, bots.telegram.id)}`, { from })
      await until(() => telegram.sent[sent])
    }
  })

  it('do nothing for strangers and without the right, and say so to them alone', async () => {
    const { chatId, state } = await proposed('telegram', '-1001')
    const message = await sentTo(chatId)
    const sent = telegram.sent.length
    const outsider = await alertAfter(() => telegram.press(message, 'Accept', 99))
    assert.match(outsider.text, /^Your chat account is not linked/)
    const viewer = await alertAfter(() => telegram.press(message, 'Accept', 8))
    assert.match(viewer.text, /permission/)
    assert.deepEqual([outsider.isAlert, viewer.isAlert, telegram.sent.length], [true, true, sent])
    assert.deepEqual([await state(), message.buttons.length], ['open', 2])
  })

  it('accept it, and the message says who did', async () => {
    const { chatId, pageId } = await proposed('telegram', '-1002')
    const message = await sentTo(chatId)
    const answer = await alertAfter(() => telegram.press(message, 'Accept'))
    assert.deepEqual([answer.text, answer.isAlert], ['The proposal is accepted.', false])
    await until(() => message.buttons.length === 0)
    assert.match(
      message.plain,
      /^Mia Tester proposed changes to Plan <-1002>\n\n@user7 accepted the proposal\.$/,
    )
    assert.equal(await markdownOf(quire, pageId), 'We meet on Friday.\n')
  })

  it('are answered where Telegram calls the server, each press once', async () => {
    const { workspaceId } = quire
    const { chatId, pageId } = await proposed('telegram', '-1004')
    const message = await sentTo(chatId)
    const connectionId = bots.telegram.id
    const change = { workspaceId, connectionId, delivery: 'webhook' }
    assert.equal((await ada.post('/app/chats/update', change)).status, 200)
    await until(() => telegram.webhook.url)
    const update = telegram.press(message, 'Accept')
    const bring = async (secret: string | undefined) => {
      const headers = {
        'content-type': 'application/json',
        ...(secret !== undefined && { 'x-telegram-bot-api-secret-token': secret }),
      }
      const payload = JSON.stringify(update)
      const url = '/bots/telegram/123456'
      return (await quire.request({ method: 'POST', url, headers, payload })).status
    }
    assert.equal(await bring('wrong'), 403)
    const answers = telegram.alerts.length
    const secret = telegram.webhook.secret_token
    assert.deepEqual([await bring(secret), await bring(secret)], [200, 200])
    await until(() => message.buttons.length === 0)
    assert.equal(telegram.alerts.length, answers + 1)
    assert.equal(await markdownOf(quire, pageId), 'We meet on Friday.\n')
    await ada.post('/app/chats/update', { ...change, delivery: 'polling' })
    await until(() => telegram.webhook.url === undefined)
  })

  it('are taken from a message when the proposal was decided elsewhere', async () => {
    const { chatId, proposalId, state } = await proposed('telegram', '-1003')
    const message = await sentTo(chatId)
    assert.equal((await asAda.decide('decline', proposalId)).status, 200)
    const answer = await alertAfter(() => telegram.press(message, 'Accept'))
    assert.equal(answer.text, 'This proposal is already closed.')
    await until(() => message.buttons.length === 0)
    assert.equal(await state(), 'declined')
  })
})
