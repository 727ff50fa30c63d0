import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type BotItem,
  connect,
  linkCode,
  type SlashAnswer,
  slashForm,
  type StandIn,
  startChats,
  startStandIn,
} from '../support/chats/chats.ts'
import type { TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import type { Visitor } from '../support/web/visitor.ts'

const token = 'xr3j5x3p4pfk7kk6ck7b4e6ghh'
const formType = { 'content-type': 'application/x-www-form-urlencoded' }

let quire: TestServer
let ada: Visitor
let mattermost: StandIn
let bot: BotItem

before(async () => {
  ;({ quire, ada } = await startChats())
  mattermost = await startStandIn(({ path, headers }) => {
    if (headers.authorization !== 'Bearer bot-token') {
      return { status: 401, body: { id: 'api.context.session_expired.app_error' } }
    }
    return path === '/api/v4/users/me'
      ? { body: { id: 'u1', username: 'quire' } }
      : { status: 201, body: { id: 'p1' } }
  })
  bot = await connect(
    { quire, ada },
    {
      service: 'mattermost',
      token: 'bot-token',
      commandToken: token,
      baseUrl: `${mattermost.url}/`,
    },
  )
})
after(async () => {
  await quire.close()
  await mattermost.close()
})

/** The request as https://developers.mattermost.com/integrate/slash-commands/custom/ documents it. */
function documented(text: string, more: Record<string, string> = {}): string {
  return slashForm(text, {
    token,
    channel_id: 'jbm6bqd8ztrzu8uc1kznqd7cmc',
    channel_name: 'town-square',
    response_url: `${mattermost.url}/hooks/commands/abc`,
    team_domain: 'myteam',
    team_id: 'h8ds7a6zmtn5fbohtwrq1dzsdw',
    user_id: 'x8bcn3t7ofn6mkkusdx5zmghth',
    user_name: 'somename',
    ...more,
  })
}

function send<Body = SlashAnswer>(
  body: string,
  headers: object = { authorization: `Token ${token}` },
) {
  return quire.request<Body>({
    method: 'POST',
    url: '/bots/mattermost/commands',
    headers: { ...formType, ...headers },
    payload: body,
  })
}

describe('a slash command of Mattermost', () => {
  it('is refused without its token, with another, with two, and when it comes again', async () => {
    const refused = async (body: string, headers: object) => {
      const { status, body: answer } = await send<{ code: string }>(body, headers)
      assert.deepEqual([status, answer.code], [403, 'FORBIDDEN'])
    }
    await refused(documented('help', { token: '' }), {})
    await refused(documented('help', { token: 'other' }), {})
    await refused(documented('help'), { authorization: 'Token other' })
    await refused(documented('help', { token: 'other' }), { authorization: `Token ${token}` })
    const body = documented('help')
    assert.equal((await send(body)).status, 200)
    await refused(body, { authorization: `Token ${token}` })
  })

  it('is taken with the token in the body alone', async () => {
    const { status, body } = await send(documented('help'), {})
    assert.equal(status, 200)
    assert.match(body.text, /^Your chat account is not linked/)
  })

  it('answers a linked person alone, with what anybody wrote made harmless', async () => {
    const { workspaceId } = quire
    await quire.post('/v1/pages/create', {
      workspaceId,
      title: '@channel **x** [a](https://evil.example)',
      markdown: 'zebra @all',
    })
    const linked = await send(documented(`link ${await linkCode(quire, ada, bot.id)}`))
    assert.match(linked.body.text, /^Welcome/)
    const { body } = await send(documented('search zebra'))
    assert.equal(body.response_type, 'ephemeral')
    assert.match(body.text, /\*\*\[@\u200bchannel \\\*\\\*x\\\*\\\* \\\[a\\\]/)
    assert.match(body.text, /zebra @\u200ball/)
  })

  it('that takes long is answered later, at an address of Mattermost only', async () => {
    const busy = { user_id: 'busy', channel_id: 'busy' }
    for (let n = 0; n < 30; n += 1) await send(documented('help', busy))
    const [own, evil] = await Promise.all([
      send(documented('help', busy)),
      send(documented('help', { ...busy, response_url: 'http://127.0.0.1:9/hooks/commands/x' })),
    ])
    assert.deepEqual([own.body.text, evil.body.text], ['One moment …', 'One moment …'])
    const late = await until(() =>
      mattermost.asked.find(({ path }) => path === '/hooks/commands/abc'),
    )
    assert.match(JSON.parse(late.body).text, /^Your chat account is not linked/)
  })

  it('finds the bot no more when it is switched off, and by the new token when that changes', async () => {
    const { workspaceId } = quire
    const change = (fields: object) =>
      ada.post('/app/chats/update', { workspaceId, connectionId: bot.id, ...fields })
    await change({ enabled: false })
    assert.equal((await send(documented('help'))).status, 403)
    await change({ enabled: true, commandToken: 'another-token-of-theirs' })
    assert.equal((await send(documented('help'))).status, 403)
    const fresh = documented('help', { token: 'another-token-of-theirs' })
    assert.equal((await send(fresh, {})).status, 200)
    await change({ commandToken: token })
    assert.equal((await send(documented('help'))).status, 200)
  })
})

describe('/app/chats', () => {
  it('refuses bots with a wrong token, without an address, and inside the house', async () => {
    const { workspaceId } = quire
    const refusal = async (fields: object) => {
      const { status, body } = await ada.post('/app/chats/connect', { workspaceId, ...fields })
      assert.equal(status, 400)
      return body.message
    }
    const service = 'mattermost'
    assert.match(
      await refusal({ service, token: 'x', baseUrl: mattermost.url }),
      /^\/token is refused: it answered 401/,
    )
    assert.match(await refusal({ service, token: 'x' }), /^\/baseUrl must be the address/)
    assert.match(
      await refusal({ service, token: 'x', baseUrl: 'http://10.0.0.1' }),
      /^\/baseUrl is refused: 10\.0\.0\.1 is not a public address/,
    )
    assert.match(
      await refusal({ service: 'slack', webhookUrl: 'http://169.254.169.254/services/T1/B1/x' }),
      /^\/webhookUrl is refused/,
    )
    assert.match(
      await refusal({ service: 'telegram', token: 'nonsense' }),
      /^\/token must be the token from @BotFather/,
    )
    assert.match(await refusal({ service: 'matrix', token: 'x' }), /^\/baseUrl must be/)
  })

  it('never shows a secret, and keeps it sealed', async () => {
    const { workspaceId } = quire
    const { body } = await ada.post<{ bots: BotItem[] }>('/app/chats/list', { workspaceId })
    const [item] = body.bots
    assert.deepEqual(
      [item?.name, item?.takesCommands, item?.enabled, item?.error],
      [`@quire at ${new URL(mattermost.url).host}`, true, true, null],
    )
    assert.match(item?.address ?? '', /\/bots\/mattermost\/commands$/)
    assert.doesNotMatch(JSON.stringify(body), new RegExp(`bot-token|${token}`))
    const { dump } = await import('../../server/store/index.ts')
    await quire.app.store.snapshot(async (snapshot) => {
      for (const table of ['chat_connections', 'chat_accounts'] as const) {
        for await (const row of dump.rows(snapshot, table)) {
          assert.doesNotMatch(JSON.stringify(row), new RegExp(`bot-token|${token}`))
        }
      }
    })
  })

  it('subscribes, tells a test, changes, and ends', async () => {
    const { workspaceId } = quire
    const created = await ada.post<{ subscriptionId: string }>('/app/chats/subscribe', {
      workspaceId,
      connectionId: bot.id,
      chatId: 'channel1',
      chatName: 'Town Square',
      sectionId: null,
    })
    const address = { workspaceId, subscriptionId: created.body.subscriptionId }
    assert.equal((await ada.post('/app/chats/test', address)).status, 200)
    const post = mattermost.asked.at(-1)
    assert.equal(post?.path, '/api/v4/posts')
    assert.deepEqual(JSON.parse(post?.body ?? ''), {
      channel_id: 'channel1',
      message:
        'This is a test\\. Quire can post here\\.\n\n• This chat gets updates about page\\.created, page\\.updated, page\\.moved, page\\.deleted, comment\\.created, comment\\.resolved, proposal\\.created, proposal\\.accepted, proposal\\.declined\\.',
    })
    const change = { ...address, showsExcerpt: false, events: ['page.created'] }
    assert.equal((await ada.post('/app/chats/update-subscription', change)).status, 200)
    type Listed = { subscriptions: { events: string[]; showsExcerpt: boolean; chatName: string }[] }
    const list = async () =>
      (await ada.post<Listed>('/app/chats/subscriptions', { workspaceId })).body.subscriptions
    const [row] = await list()
    assert.deepEqual(
      [row?.events, row?.showsExcerpt, row?.chatName],
      [['page.created'], false, 'Town Square'],
    )
    assert.equal((await ada.post('/app/chats/unsubscribe', address)).status, 200)
    assert.equal((await ada.post('/app/chats/test', address)).body.code, 'SUBSCRIPTION_NOT_FOUND')
    assert.deepEqual(await list(), [])
  })

  it('forgets a bot with all that hangs on it', async () => {
    const { workspaceId } = quire
    const connectionId = bot.id
    const subscription = { connectionId, chatId: 'c', chatName: 'c', sectionId: null }
    await ada.post('/app/chats/subscribe', { workspaceId, ...subscription })
    assert.equal(
      (await ada.post('/app/chats/disconnect', { workspaceId, connectionId })).status,
      200,
    )
    assert.equal((await send(documented('help'))).status, 403)
    const again = await ada.post('/app/chats/disconnect', { workspaceId, connectionId })
    assert.equal(again.body.code, 'BOT_NOT_FOUND')
    for (const path of ['links', 'subscriptions', 'list']) {
      const { body } = await ada.post<object>(`/app/chats/${path}`, { workspaceId })
      assert.deepEqual(Object.values(body), [[]])
    }
  })
})
