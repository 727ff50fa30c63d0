import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { screen, within } from '../../../../test/support/web/screen.tsx'
import { inputsOf, invalid, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { Chats } from './chats.tsx'

const bot = {
  id: 'b1',
  service: 'telegram',
  name: '@quire_bot',
  account: '1',
  baseUrl: null,
  trigger: 'quire',
  delivery: 'polling',
  takesCommands: true,
  enabled: true,
  error: null,
  errorAt: null,
  seenAt: '2026-01-01T00:00:00.000Z',
  address: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const link = {
  connectionId: 'b1',
  chatUserId: '7',
  chatName: '@ada',
  person: { id: 'u1', firstName: 'Ada', lastName: 'Lovelace' },
  isMine: true,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const subscription = {
  id: 's1',
  connectionId: 'b1',
  chatId: '-100',
  chatName: 'Team',
  sectionId: 'p1',
  sectionTitle: 'Handbook',
  events: ['page.created', 'comment.created'],
  showsExcerpt: true,
  isPaused: false,
  error: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: 'u1',
}

const usual = {
  kind: 'text',
  isSecret: false,
  isRequired: false,
  description: '',
  placeholder: null,
  value: null,
  maxLength: null,
}
const secret = { ...usual, isSecret: true }
const services = [
  {
    name: 'telegram',
    label: 'Telegram',
    fields: [{ ...secret, name: 'token', label: 'Token', isRequired: true }],
  },
  {
    name: 'slack',
    label: 'Slack',
    fields: [{ ...secret, name: 'webhookUrl', label: 'Incoming webhook', kind: 'address' }],
  },
  {
    name: 'example',
    label: 'Example',
    fields: [
      {
        ...usual,
        name: 'baseUrl',
        label: 'Server',
        description: 'Where people open Example.',
        kind: 'address',
        isRequired: true,
        placeholder: 'https://chat.example.com',
      },
      { ...secret, name: 'appPassword', label: 'Password of the app' },
      { ...usual, name: 'trigger', label: 'Slash command', value: 'quire', maxLength: 32 },
      { ...usual, name: 'delivery', label: 'Let it call', kind: 'switch', value: 'webhook' },
    ],
  },
]

const answers = (
  bots: object[] = [bot],
  links: object[] = [link],
  subscriptions: object[] = [subscription],
) => ({
  '/app/chats/services': () => ({ services }),
  '/app/chats/list': () => ({ bots }),
  '/app/chats/links': () => ({ links }),
  '/app/chats/subscriptions': () => ({ subscriptions }),
  '/app/chats/update': () => ({ bot }),
  '/app/chats/disconnect': () => ({ ok: true }),
  '/app/chats/unlink': () => ({ ok: true }),
  '/app/chats/test': () => ({ ok: true }),
  '/app/chats/unsubscribe': () => ({ ok: true }),
  '/app/chats/update-subscription': () => ({ ok: true }),
})

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('Chats', () => {
  it('helps those who have no bot, each by what they may do', async () => {
    renderSignedIn(<Chats />, { answers: answers([]) })
    assert.ok(await screen.findByText(/Create a bot in your team/))
    assert.ok(screen.getByRole('button', { name: 'Connect bot' }))
    assert.ok(
      await screen.findByText(/^Search and read pages from Telegram, Slack, and Example, and get/),
    )
  })

  it('asks for nothing of a service that the service does not ask for', async () => {
    renderSignedIn(<Chats />, { answers: answers([], [], []) })
    await press('Connect bot')
    const dialog = await screen.findByRole('dialog')
    const names = () =>
      [...dialog.querySelectorAll('input')].map(({ name }) => name).filter((name) => name !== '')
    assert.deepEqual(names(), ['token'])
    await userEvent.selectOptions(within(dialog).getByLabelText('Service'), 'slack')
    assert.deepEqual(names(), ['webhookUrl'])
  })

  it('shows a bot of a service that this version does not know by its name', async () => {
    const strange = { ...bot, service: 'carrier-pigeon', takesCommands: false }
    renderSignedIn(<Chats />, { answers: answers([strange], [], []) })
    assert.ok(await screen.findByText('carrier-pigeon'))
  })

  it('lets members link themselves, and no more', async () => {
    renderSignedIn(<Chats />, { role: 'MEMBER', answers: answers() })
    assert.ok(await screen.findByRole('button', { name: 'Link my account with @quire_bot' }))
    for (const name of [
      'Connect bot',
      'Disconnect @quire_bot',
      'Add subscription',
      'Send a test to Team',
    ]) {
      assert.equal(screen.queryByRole('button', { name }), null, name)
    }
  })

  it('shows how each bot is doing', async () => {
    const failing = {
      ...bot,
      id: 'b2',
      name: 'Slack',
      service: 'slack',
      error: 'invalid_auth',
      address: 'https://q.example/bots/slack/commands',
    }
    const silent = { ...bot, id: 'b3', name: 'Quiet', enabled: false, takesCommands: false }
    renderSignedIn(<Chats />, { answers: answers([bot, failing, silent], [], []) })
    const rows = await within(await screen.findByRole('list', { name: 'Bots' })).findAllByRole(
      'listitem',
    )
    const texts = rows.map(({ textContent }) => textContent ?? '')
    assert.match(texts[0] ?? '', /@quire_botConnectedTelegramLast active/)
    assert.match(texts[1] ?? '', /FailingSlackinvalid_authCommand URL: https:\/\/q\.example/)
    assert.match(texts[2] ?? '', /QuietOffTelegram.*Notifications only, no commands/)
  })

  it('connects a bot with what its service gave, and shows what is refused at its field', async () => {
    let isGood = false
    const { asked } = renderSignedIn(<Chats />, {
      answers: {
        ...answers([], [], []),
        '/app/chats/connect': () =>
          isGood ? { bot } : invalid('/appPassword', 'bot', 'is refused: Unauthorized'),
      },
    })
    await press('Connect bot')
    const dialog = await screen.findByRole('dialog')
    await userEvent.selectOptions(within(dialog).getByLabelText('Service'), 'example')
    const server = within(dialog).getByLabelText<HTMLInputElement>('Server')
    assert.deepEqual(
      [server.type, server.required, server.placeholder],
      ['url', true, 'https://chat.example.com'],
    )
    assert.ok(within(dialog).getByText('Where people open Example.'))
    await userEvent.type(server, 'https://chat.example.com')
    const password = within(dialog).getByLabelText<HTMLInputElement>('Password of the app')
    assert.equal(password.type, 'password')
    await userEvent.type(password, ' abc ')
    const trigger = within(dialog).getByLabelText<HTMLInputElement>('Slash command')
    assert.deepEqual([trigger.value, trigger.maxLength], ['quire', 32])
    await press('Connect')
    assert.ok(await within(dialog).findByText(/is refused: Unauthorized/))
    isGood = true
    await userEvent.click(within(dialog).getByRole('switch', { name: 'Let it call' }))
    await press('Connect')
    await screen.findByText('Bot connected')
    assert.deepEqual(inputsOf(asked, '/app/chats/connect').at(-1), {
      workspaceId: 'w1',
      service: 'example',
      baseUrl: 'https://chat.example.com',
      appPassword: 'abc',
      trigger: 'quire',
      delivery: 'webhook',
    })
  })

  it('gives a code to say to the bot, and another one when asked', async () => {
    let count = 0
    const code = () => {
      count += 1
      return {
        code: `c${count}`,
        command: `/link c${count}`,
        url: 'https://t.me/quire_bot?start=c1',
        expiresAt: '2026-01-01T00:10:00.000Z',
      }
    }
    renderSignedIn(<Chats />, { answers: { ...answers(), '/app/chats/link-code': code } })
    await press('Link my account with @quire_bot')
    assert.ok(await screen.findByText('/link c1'))
    assert.equal(
      screen.getByRole('link', { name: 'Open chat' }).getAttribute('href'),
      'https://t.me/quire_bot?start=c1',
    )
    await press('Create a new code')
    assert.ok(await screen.findByText('/link c2'))
  })

  it('switches off, disconnects and unlinks after asking', async () => {
    const { asked } = renderSignedIn(<Chats />, { answers: answers() })
    await press('Switch off @quire_bot')
    await screen.findByText('@quire_bot is off')
    assert.deepEqual(inputsOf(asked, '/app/chats/update'), [
      { workspaceId: 'w1', connectionId: 'b1', enabled: false },
    ])
    await press('Unlink @ada')
    await press('Unlink')
    await screen.findByText('@ada unlinked')
    assert.deepEqual(inputsOf(asked, '/app/chats/unlink'), [
      { workspaceId: 'w1', connectionId: 'b1', chatUserId: '7' },
    ])
    await press('Disconnect @quire_bot')
    assert.deepEqual(inputsOf(asked, '/app/chats/disconnect'), [])
    await press('Disconnect')
    await screen.findByText('@quire_bot disconnected')
  })

  it('says what chats are told, tests, quiets and ends it', async () => {
    const paused = { ...subscription, id: 's2', chatName: 'Old', sectionId: null, isPaused: true }
    const failing = { ...subscription, id: 's3', chatName: 'Lost', error: 'not_in_channel' }
    const { asked } = renderSignedIn(<Chats />, {
      answers: answers([bot], [], [subscription, paused, failing]),
    })
    const list = await screen.findByRole('list', { name: 'Subscriptions' })
    const [first, second, third] = await within(list).findAllByRole('listitem')
    assert.match(first?.textContent ?? '', /Team on TelegramHandbook: new pages and comments/)
    assert.match(second?.textContent ?? '', /PausedWhole workspace.*Subscribe again/)
    assert.match(third?.textContent ?? '', /Failing.*not_in_channel/)
    await press('Send a test to Team')
    await screen.findByText('Test sent to Team')
    await userEvent.click(
      screen.getByRole('switch', { name: 'Include an excerpt in notifications to Team' }),
    )
    await press('Unsubscribe Team')
    await press('Unsubscribe')
    await screen.findByText('Team unsubscribed')
    const one = { workspaceId: 'w1', subscriptionId: 's1' }
    assert.deepEqual(inputsOf(asked, '/app/chats/test'), [one])
    assert.deepEqual(inputsOf(asked, '/app/chats/update-subscription'), [
      { ...one, showsExcerpt: false },
    ])
    assert.deepEqual(inputsOf(asked, '/app/chats/unsubscribe'), [one])
  })

  it('tells the channel of an incoming webhook of a section', async () => {
    const { asked } = renderSignedIn(<Chats />, {
      answers: {
        ...answers([bot], [], []),
        '/app/chats/subscribe': () => ({ subscriptionId: 's9' }),
      },
    })
    await press('Add subscription')
    const dialog = await screen.findByRole('dialog')
    const pageId = '01890000-0000-7000-8000-000000000002'
    await userEvent.type(
      within(dialog).getByLabelText('Page address'),
      `https://q.example/pages/${pageId}`,
    )
    await press('Subscribe')
    await screen.findByText('Chat subscribed')
    assert.deepEqual(inputsOf(asked, '/app/chats/subscribe'), [
      {
        workspaceId: 'w1',
        connectionId: 'b1',
        chatId: 'webhook',
        chatName: 'Incoming webhook',
        sectionId: pageId,
      },
    ])
  })
})
