import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chatServices } from '../../server/bots/services/registry.ts'
import { startChats } from '../support/chats/chats.ts'
import { addPerson } from '../support/people.ts'
import type { Refusal, TestServer } from '../support/server.ts'
import { signIn, type Visitor } from '../support/web/visitor.ts'

let quire: TestServer
let ada: Visitor

before(async () => {
  ;({ quire, ada } = await startChats())
})
after(() => quire.close())

const connect = (fields: object, visitor = ada) =>
  visitor.post('/app/chats/connect', { workspaceId: quire.workspaceId, ...fields })

/** By their paths. */
const violationsOf = ({ errors }: Refusal) =>
  errors
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ path, rule, message }) => [path, rule, message])

describe('/app/chats/connect', () => {
  it('refuses a service that nobody knows, and none', async () => {
    const unknown = await connect({ service: 'carrier-pigeon' })
    assert.deepEqual([unknown.status, unknown.body.code], [400, 'VALIDATION_FAILED'])
    assert.deepEqual(violationsOf(unknown.body), [
      ['/service', 'enum', 'must be one of telegram,slack,mattermost,matrix'],
    ])
    assert.deepEqual(violationsOf((await connect({})).body), [
      ['/service', 'required', 'is required'],
    ])
  })

  it('refuses each field that is not of its form, all of them at once', async () => {
    const { status, body } = await connect({
      service: 'slack',
      token: 5,
      signingSecret: 'x'.repeat(4001),
      commandToken: null,
      webhookUrl: [],
      baseUrl: 'x'.repeat(2001),
      trigger: '/Quire',
      delivery: 'pigeon',
    })
    assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'])
    assert.deepEqual(violationsOf(body), [
      ['/baseUrl', 'maxLength', 'must NOT have more than 2000 characters'],
      ['/commandToken', 'type', 'must be string'],
      ['/delivery', 'enum', 'must be one of polling,webhook'],
      ['/signingSecret', 'maxLength', 'must NOT have more than 4000 characters'],
      ['/token', 'type', 'must be string'],
      ['/trigger', 'pattern', 'must match pattern "^[a-z0-9][a-z0-9_-]{0,31}$"'],
      ['/webhookUrl', 'type', 'must be string'],
    ])
    const number = await connect({ service: 'matrix', baseUrl: 5 })
    assert.deepEqual(violationsOf(number.body), [['/baseUrl', 'type', 'must be string or null']])
  })

  it('refuses what is missing in the words of the service', async () => {
    const cases: [object, string, string][] = [
      [
        { service: 'telegram' },
        '/token',
        'must be the token from @BotFather, such as 123456:ABC-DEF',
      ],
      [
        { service: 'slack' },
        '/token',
        'must be a bot token (xoxb-…), unless you enter the address of an incoming webhook',
      ],
      [{ service: 'mattermost' }, '/baseUrl', 'must be the address of the Mattermost server'],
      [{ service: 'matrix' }, '/baseUrl', 'must be the address of the homeserver'],
    ]
    for (const [fields, path, message] of cases) {
      const { status, body } = await connect(fields)
      assert.equal(status, 400)
      assert.deepEqual(violationsOf(body), [[path, 'bot', message]])
    }
  })

  it('says to a member what is wrong before it says that members connect no bots', async () => {
    const mia = await signIn(quire, await addPerson(quire, 'Mia', 'MEMBER'))
    const wrong = await connect({ service: 'telegram', token: 5 }, mia)
    assert.deepEqual(violationsOf(wrong.body), [['/token', 'type', 'must be string']])
    assert.equal((await connect({ service: 'telegram', token: 'x' }, mia)).status, 403)
  })

  it('keeps the settings that were given, and the usual ones for the rest', async () => {
    const webhookUrl = 'http://127.0.0.1:9/services/T1/B1/x'
    type Created = { bot: { baseUrl: string | null; trigger: string; delivery: string } }
    const settingsOf = ({ bot: { baseUrl, trigger, delivery } }: Created) => [
      baseUrl,
      trigger,
      delivery,
    ]
    const input = { workspaceId: quire.workspaceId, service: 'slack', webhookUrl }
    const usual = await ada.post<Created>('/app/chats/connect', input)
    assert.deepEqual(settingsOf(usual.body), [null, 'quire', 'polling'])
    const given = { trigger: 'wiki', baseUrl: 'http://127.0.0.1:9/api/ ', delivery: 'webhook' }
    const other = await ada.post<Created>('/app/chats/connect', { ...input, ...given })
    assert.deepEqual(settingsOf(other.body), ['http://127.0.0.1:9/api', 'wiki', 'webhook'])
  })
})

type Service = {
  name: string
  label: string
  fields: { name: string; label: string; isSecret: boolean; isRequired: boolean }[]
}

describe('/app/chats/services', () => {
  const listAs = (visitor: Visitor) =>
    visitor.post<{ services: Service[] } & Refusal>('/app/chats/services', {
      workspaceId: quire.workspaceId,
    })

  it('is for members of the workspace', async () => {
    const eve = await signIn(quire, await addPerson(quire, 'Eve'))
    const { status, body } = await listAs(eve)
    assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
    const vera = await signIn(quire, await addPerson(quire, 'Vera', 'VIEWER'))
    assert.equal((await listAs(vera)).status, 200)
  })

  it('names the fields in the language of the profile', async () => {
    const petra = await signIn(quire, await addPerson(quire, 'Petra', 'VIEWER'))
    assert.equal((await petra.post('/app/profile/update', { language: 'de' })).status, 200)
    const { body } = await listAs(petra)
    const telegram = body.services.find(({ name }) => name === 'telegram')
    assert.deepEqual(
      telegram?.fields.map(({ label }) => label),
      ['Token', 'Telegram ruft diesen Server auf'],
    )
  })

  it('says what a form asks for, service by service, and which of it is secret', async () => {
    const { body } = await listAs(ada)
    const asked = body.services.map(({ label, fields }) => [
      label,
      fields.map(({ name, isSecret, isRequired }) => {
        return `${name}${isSecret ? ' (secret)' : ''}${isRequired ? ' (required)' : ''}`
      }),
    ])
    assert.deepEqual(asked, [
      ['Telegram', ['token (secret) (required)', 'delivery']],
      ['Slack', ['token (secret)', 'signingSecret (secret)', 'webhookUrl (secret)', 'trigger']],
      [
        'Mattermost',
        [
          'baseUrl (required)',
          'token (secret)',
          'commandToken (secret)',
          'webhookUrl (secret)',
          'trigger',
        ],
      ],
      ['Matrix', ['baseUrl (required)', 'token (secret) (required)']],
    ])
    assert.deepEqual(body.services[3], {
      name: 'matrix',
      label: 'Matrix',
      fields: [
        {
          name: 'baseUrl',
          kind: 'address',
          isSecret: false,
          isRequired: true,
          label: 'Homeserver',
          description: 'The server of the bot’s account.',
          placeholder: 'https://matrix.example.org',
          value: null,
          maxLength: null,
        },
        {
          name: 'token',
          kind: 'text',
          isSecret: true,
          isRequired: true,
          label: 'Access token',
          description: 'Token of an account created for the bot.',
          placeholder: null,
          value: null,
          maxLength: null,
        },
      ],
    })
  })
})

describe('a server that knows no services', () => {
  before(() => quire.app.integrations.chatServices.provide([]))
  after(() => quire.app.integrations.chatServices.provide(chatServices))

  it('connects no bot, and lists those that there are', async () => {
    const { status, body } = await connect({ service: 'slack' })
    assert.deepEqual([status, body.code], [502, 'BOT_UNREACHABLE'])
    type Listed = { bots: { service: string; takesCommands: boolean; address: string | null }[] }
    const { workspaceId } = quire
    const listed = await ada.post<Listed>('/app/chats/list', { workspaceId })
    assert.deepEqual(
      listed.body.bots.map(({ service, takesCommands, address }) => [
        service,
        takesCommands,
        address,
      ]),
      [
        ['slack', false, null],
        ['slack', false, null],
      ],
    )
  })
})

describe('the descriptions of chat services', () => {
  it('mean the same by fields of one name', () => {
    const fields = chatServices.flatMap((service) => service.fields)
    for (const [name, alike] of Object.entries(Object.groupBy(fields, (field) => field.name))) {
      const meanings = (alike ?? []).map(({ schema, kind, isSecret }) =>
        JSON.stringify([schema, kind, isSecret]),
      )
      assert.equal(new Set(meanings).size, 1, name)
    }
  })

  it('each have a name and a path of their own', () => {
    const names = chatServices.map(({ name }) => name)
    assert.deepEqual([...new Set(names)], names)
    const paths = chatServices.flatMap(({ webhook }) => webhook?.path ?? [])
    assert.deepEqual([...new Set(paths)], paths)
  })
})
