import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it, mock } from 'node:test'
import { createMessageHandler } from '../../server/bots/engine.ts'
import type { MessageHandler, Incoming } from '../../server/bots/incoming.ts'
import { slack } from '../../server/bots/services/slack/slack.ts'
import type { ChatAdapter } from '../../server/domain/chats/adapters.ts'
import { findBots } from '../../server/domain/chats/bot-lease.ts'
import type { Bot } from '../../server/domain/chats/bots.ts'
import { plain } from '../../server/domain/chats/styles.ts'
import { renderMessage } from '../../server/domain/chats/text.ts'
import { clock } from '../../server/lib/clock.ts'
import { connect, linkCode, slackSecret, startChats } from '../support/chats/chats.ts'
import { addPerson, addWorkspace, type Person } from '../support/people.ts'
import { grantOnly } from '../support/sections.ts'
import type { TestServer } from '../support/server.ts'
import { signIn, type Visitor } from '../support/web/visitor.ts'

let quire: TestServer
let ada: Visitor
let bob: Person
let bot: Bot
let handle: MessageHandler
const faults: unknown[] = []
const ids: Record<string, string> = {}

type Said = Partial<Omit<Incoming, 'user' | 'chat'>> & { user?: string; chat?: string }

/** What the bot answers, as plain text; undefined when it says nothing. */
async function say(text: string, { user = 'ada', chat = 'private', ...more }: Said = {}) {
  const blocks = await handle(bot, {
    user: { id: user, name: `@${user}` },
    chat: { id: chat, name: chat },
    privateChatId: user,
    text,
    isShared: chat !== 'private',
    isAddressed: chat === 'private',
    formatCommand: (command) => `/${command}`,
    ...more,
  })
  return blocks === undefined ? undefined : renderMessage(blocks, { ...plain, limit: 8000 })
}

async function addPage(title: string, markdown: string, parentId: string | null = null) {
  const { workspaceId } = quire
  const input = { workspaceId, title, markdown, parentId }
  return (await quire.post<{ pageId: string }>('/v1/pages/create', input)).body.pageId
}

before(async () => {
  ;({ quire, ada } = await startChats({ publicUrl: 'https://q.example' }))
  // Only there to have a bot: nothing of the service is called.
  const open = async (): Promise<ChatAdapter> => ({
    identify: async () => ({ ok: true, account: 'T1', name: 'test' }),
    send: async () => ({ ok: true }),
  })
  quire.app.integrations.chatServices.provide([{ ...slack, open }])
  const created = await connect({ quire, ada }, { service: 'slack', signingSecret: slackSecret })
  const [found] = await findBots(quire.app, 'slack', 'T1')
  assert.ok(found)
  bot = found
  handle = createMessageHandler(quire.app, (error) => faults.push(error))
  bob = await addPerson(quire, 'Bob', 'MEMBER')
  const bobs = await signIn(quire, bob)
  await addPerson(quire, 'Vera', 'VIEWER')
  ids['handbook'] = await addPage('Handbook', '# Rules\n\nBe **kind** to the zebra.')
  ids['holidays'] = await addPage('Holidays', 'The zebra rests in May.', ids['handbook'])
  ids['secret'] = await addPage('Salaries', 'The zebra earns nothing.')
  ids['notes1'] = await addPage('Notes', 'one', ids['handbook'])
  ids['notes2'] = await addPage('Notes', 'two', ids['secret'])
  await say(`link ${await linkCode(quire, ada, created.id)}`)
  await say(`link ${await linkCode(quire, bobs, created.id)}`, { user: 'bob' })
})
after(() => quire.close())
afterEach(() => {
  mock.restoreAll()
  assert.deepEqual(faults, [])
})

describe('linking', () => {
  const code = (visitor = ada) => linkCode(quire, visitor, bot.connectionId)
  const outsider = /^Your chat account is not linked/
  const bad = /^This code is invalid/

  it('takes no code that is wrong, used, out of date, replaced, or of another bot', async () => {
    for (const wrong of ['x', 'A'.repeat(22), ' ', 'ada@example.com']) {
      assert.match(
        (await say(`link ${wrong}`, { user: 'eve' })) ?? '',
        wrong === ' ' ? outsider : bad,
      )
    }
    const used = await code()
    assert.match((await say(`link ${used}`, { user: 'once' })) ?? '', /^Welcome/)
    assert.match((await say(`link ${used}`, { user: 'eve' })) ?? '', bad)
    const replaced = await code()
    await code()
    assert.match((await say(`link ${replaced}`, { user: 'eve' })) ?? '', bad)
    const late = await code()
    const now = clock.now()
    mock.method(clock, 'now', () => now + 10 * 60_000 + 1)
    assert.match((await say(`link ${late}`, { user: 'eve' })) ?? '', bad)
    mock.restoreAll()
    const elsewhere = await connect(
      { quire, ada },
      { service: 'slack', signingSecret: slackSecret },
    )
    const other = await linkCode(quire, ada, elsewhere.id)
    assert.match((await say(`link ${other}`, { user: 'eve' })) ?? '', bad)
    assert.match((await say('search zebra', { user: 'eve' })) ?? '', outsider)
  })

  it('burns a code that others could read', async () => {
    const seen = await code()
    const answer = await say(`link ${seen}`, { user: 'eve', chat: 'group' })
    assert.match(answer ?? '', /^Do not post codes in a shared chat/)
    assert.match((await say(`link ${seen}`, { user: 'eve' })) ?? '', bad)
  })

  it('is for members, of a bot that there is: /app/chats/link-code', async () => {
    const { workspaceId } = quire
    const eve = await signIn(quire, await addPerson(quire, 'Eve'))
    const ask = (visitor: Visitor, connectionId: string) =>
      visitor.post('/app/chats/link-code', { workspaceId, connectionId })
    assert.equal((await ask(eve, bot.connectionId)).status, 403)
    assert.equal((await ask(ada, workspaceId)).body.code, 'BOT_NOT_FOUND')
  })

  it('is 128 bits, and only its hash is kept', async () => {
    const created = await code()
    assert.equal(Buffer.from(created, 'base64url').length, 16)
    const rows = await quire.app.store.snapshot(async (snapshot) => {
      const all: unknown[] = []
      const { dump } = await import('../../server/store/index.ts')
      for await (const row of dump.rows(snapshot, 'tickets')) all.push(row)
      return JSON.stringify(all)
    })
    assert.ok(rows.includes('chat-link') && !rows.includes(created))
  })

  it('takes the code of a Telegram link, too', async () => {
    assert.match((await say(`start ${await code()}`, { user: 'tess' })) ?? '', /^Welcome/)
    assert.match((await say('unlink', { user: 'tess' })) ?? '', /^Your account is unlinked/)
    assert.match((await say('search zebra', { user: 'tess' })) ?? '', outsider)
  })

  it('ends from the web, by oneself or an admin only', async () => {
    const bobs = await signIn(quire, bob)
    const { workspaceId } = quire
    const address = { workspaceId, connectionId: bot.connectionId }
    const unlink = (visitor: Visitor, chatUserId: string) =>
      visitor.post('/app/chats/unlink', { ...address, chatUserId })
    assert.equal((await unlink(bobs, 'ada')).status, 403)
    assert.equal((await unlink(bobs, 'nobody')).status, 403)
    assert.deepEqual((await unlink(ada, 'nobody')).body.code, 'LINK_NOT_FOUND')
    await say(`link ${await code(bobs)}`, { user: 'bobby' })
    const { body } = await bobs.post<{ links: { chatUserId: string; isMine: boolean }[] }>(
      '/app/chats/links',
      { workspaceId },
    )
    assert.deepEqual(
      body.links.map(({ chatUserId, isMine }) => [chatUserId, isMine]),
      [
        ['bob', true],
        ['bobby', true],
      ],
    )
    assert.equal((await unlink(bobs, 'bobby')).status, 200)
    assert.match((await say('search zebra', { user: 'bobby' })) ?? '', outsider)
  })

  it('is cut at once when the member is removed, and not back with the membership', async () => {
    const eve = await addPerson(quire, 'Mallory', 'MEMBER')
    const { workspaceId } = quire
    await say(`link ${await code(await signIn(quire, eve))}`, { user: 'mallory' })
    assert.match((await say('search zebra', { user: 'mallory' })) ?? '', /Handbook/)
    const pending = await code(await signIn(quire, eve))
    const gone = await ada.post('/app/members/remove', { workspaceId, userId: eve.userId })
    assert.equal(gone.status, 200)
    assert.match((await say('search zebra', { user: 'mallory' })) ?? '', outsider)
    assert.match((await say(`link ${pending}`, { user: 'mallory' })) ?? '', bad)
  })
})

describe('/search', () => {
  it('gives the best five with place, fragment and link', async () => {
    const answer = (await say('search zebra rests')) ?? ''
    assert.match(answer, new RegExp(`Holidays \\(https://q\\.example/pages/${ids['holidays']}\\)`))
    assert.match(answer, / · Handbook\n.*The zebra rests in May/)
    assert.equal((await say('/search zebra'))?.split('•').length, 4)
  })

  it('asks for words, and says so when nothing is found', async () => {
    assert.equal(await say('search'), 'Add what to search for: /search words')
    assert.match((await say('search qqqxyz')) ?? '', /^Nothing found for “qqqxyz”/)
    assert.match((await say(`search ${'qqqxyz '.repeat(200)}`)) ?? '', /^Nothing found/)
  })
})

describe('/get', () => {
  it('shows a page by title in any case, by id and by address', async () => {
    const { handbook } = ids
    for (const name of ['Handbook', 'hANDBOOK', handbook, `https://q.example/pages/${handbook}`]) {
      const answer = await say(`get ${name}`)
      const body = `Handbook (https://q.example/pages/${handbook})\n\nRules\n\nBe kind to the zebra.`
      assert.equal(answer, body)
    }
  })

  it('asks which of several, naming where each is', async () => {
    const answer = (await say('get Notes')) ?? ''
    assert.match(answer, /^Several pages are called “Notes”\. Which one\?/)
    assert.match(answer, new RegExp(`Notes · Handbook\n/get ${ids['notes1']}`))
    assert.match(answer, new RegExp(`Notes · Salaries\n/get ${ids['notes2']}`))
    assert.match((await say('get notes')) ?? '', /^Several pages are called “notes”/)
  })

  it('offers what may have been meant', async () => {
    const answer = (await say('get Handbook Rules')) ?? ''
    assert.match(answer, /^There is no page “Handbook Rules”\. Did you mean one of these\?/)
    assert.match(answer, new RegExp(`/get ${ids['handbook']}`))
    assert.equal(await say('get qqqxyz'), 'There is no page “qqqxyz”. Check its name.')
    assert.match((await say('get')) ?? '', /^Add the page/)
    assert.match(
      (await say(`get ${ids['handbook']?.replace(/^./, 'f')}`)) ?? '',
      /^There is no page/,
    )
  })

  it('does not find what is in another workspace', async () => {
    const workspaceId = await addWorkspace(quire, 'Other')
    const created = await quire.post<{ pageId: string }>('/v1/pages/create', {
      workspaceId,
      title: 'Elsewhere',
      markdown: 'zebra elsewhere',
    })
    assert.match((await say(`get ${created.body.pageId}`)) ?? '', /^There is no page/)
    assert.doesNotMatch((await say('search elsewhere')) ?? '', /Elsewhere/)
  })
})

describe('a chat that others read', () => {
  const shared = { chat: 'group' }
  const closed = /^Others can read this chat/

  it('hears nothing that is not for the bot', async () => {
    assert.equal(await say('hello all', shared), undefined)
    assert.equal(await say('serach x', shared), undefined)
    assert.match((await say('serach x', { ...shared, isAddressed: true })) ?? '', /\/search/)
  })

  it('is shown only what it is subscribed to', async () => {
    assert.match((await say('search zebra', shared)) ?? '', closed)
    assert.match((await say('get Handbook', shared)) ?? '', closed)
    assert.match(
      (await say('subscribe Handbook', shared)) ?? '',
      /^This chat now gets updates about Handbook\./,
    )
    const answer = (await say('search zebra', shared)) ?? ''
    assert.match(answer, /Handbook/)
    assert.match(answer, /Holidays/)
    assert.doesNotMatch(answer, /Salaries/)
    assert.match((await say('get Holidays', shared)) ?? '', /The zebra rests in May/)
    for (const name of ['Salaries', 'Salarie', 'Notes', ids['secret']]) {
      assert.match((await say(`get ${name}`, shared)) ?? '', closed)
    }
    await say('subscribe everything', shared)
    assert.match((await say('get Salaries', shared)) ?? '', /earns nothing/)
    await say('unsubscribe all', shared)
    assert.match((await say('search zebra', shared)) ?? '', closed)
  })
})

describe('a hidden section', () => {
  it('is shown to a person who can read it, and never in a shared chat', async () => {
    const shared = { chat: 'canteen' }
    const secret = await addPage('Payroll', 'The okapi earns a lot.')
    await grantOnly(quire, secret, { [quire.userId]: 'manage' })
    await addPage('Menu', 'The okapi eats leaves.')
    await say('subscribe everything', shared)
    assert.doesNotMatch((await say('search okapi', shared)) ?? '', /Payroll/)
    assert.match((await say('search okapi', shared)) ?? '', /Menu/)
    for (const text of ['get Payroll', `get ${secret}`, 'subscribe Payroll']) {
      assert.doesNotMatch((await say(text, shared)) ?? '', /earns a lot|\/pages\//)
    }
    assert.match((await say('search okapi')) ?? '', /Payroll/)
    assert.match((await say('get Payroll')) ?? '', /earns a lot/)
    assert.doesNotMatch((await say('search okapi', { user: 'bob' })) ?? '', /Payroll/)
    await say('unsubscribe all', shared)
  })
})

describe('/subscribe, /subscriptions and /unsubscribe', () => {
  const chat = { chat: 'team', isShared: false }

  it('explain themselves', async () => {
    assert.match((await say('subscribe', chat)) ?? '', /^Add the section/)
    assert.match((await say('subscriptions', chat)) ?? '', /^This chat has no subscriptions/)
    assert.match((await say('unsubscribe', chat)) ?? '', /^This chat has no subscriptions/)
    assert.match((await say('subscribe Handbok', chat)) ?? '', /^There is no page “Handbok”/)
    assert.match((await say('subscribe Notes', chat)) ?? '', /^Several pages.*\n*.*\n\/subscribe /)
  })

  it('take a section with events, and the workspace', async () => {
    const events = (await say('subscribe handbook created, comments', chat)) ?? ''
    assert.match(
      events,
      /^This chat now gets updates about Handbook: page\.created, comment\.created, comment\.resolved\./,
    )
    await say('subscribe everything deleted', chat)
    assert.equal(
      await say('subscriptions', chat),
      `This chat gets updates about:\n\n• Handbook (https://q.example/pages/${ids['handbook']}): page.created, comment.created, comment.resolved\n• everything: page.deleted`,
    )
    assert.match((await say('unsubscribe', chat)) ?? '', /^Which one\?\n\n• \/unsubscribe Handbook/)
    assert.match(
      (await say('unsubscribe Salaries', chat)) ?? '',
      /^This chat is not subscribed to that/,
    )
    assert.equal(
      await say('unsubscribe "Handbook"', chat),
      'This chat no longer gets updates about Handbook.',
    )
    assert.equal(
      await say('unsubscribe', chat),
      'This chat no longer gets updates about everything.',
    )
  })

  it('prefer a title to events of the same words', async () => {
    await addPage('Handbook comments', 'x')
    assert.match(
      (await say('subscribe Handbook comments', chat)) ?? '',
      /about Handbook comments\./,
    )
    assert.match((await say('subscribe "Handbook" comments', chat)) ?? '', /about Handbook:/)
    await say('unsubscribe all', chat)
  })

  it('are for those who may write', async () => {
    const vera = await addPerson(quire, 'Vicky', 'VIEWER')
    const code = await linkCode(quire, await signIn(quire, vera), bot.connectionId)
    await say(`link ${code}`, { user: 'vicky' })
    const answer = await say('subscribe Handbook', { ...chat, user: 'vicky' })
    assert.equal(
      answer,
      'You do not have permission to do this. Ask an owner of the workspace for another role.',
    )
    assert.match((await say('search zebra', { user: 'vicky' })) ?? '', /Handbook/)
  })
})

describe('what is no command', () => {
  it('is answered with what is near it', async () => {
    const cases = { serach: '/search', gte: '/get', hepl: '/help', subscibe: '/subscribe' }
    for (const [slip, meant] of Object.entries(cases)) {
      const start = `I do not understand that. Did you mean ${meant}?`
      assert.ok((await say(slip))?.startsWith(start), slip)
    }
    assert.match(
      (await say('good morning')) ?? '',
      /^I do not understand that\. These are my commands:/,
    )
    for (const malformed of ['', '/', 'constructor', '__proto__ x', '😀']) {
      assert.match((await say(malformed)) ?? '', /These are my commands:/)
    }
  })

  it('is a fault only to the log', async () => {
    mock.method(clock, 'now', () => {
      throw new RangeError('broken clock with secrets')
    })
    const answer = await say('link x')
    assert.equal(answer, 'Something went wrong. Try again in a moment.')
    assert.equal(faults.splice(0).length, 1)
  })
})
