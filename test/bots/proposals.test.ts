import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createMessageHandler } from '../../server/bots/engine.ts'
import type { MessageHandler } from '../../server/bots/incoming.ts'
import { slack } from '../../server/bots/services/slack/slack.ts'
import type { ChatAdapter } from '../../server/domain/chats/adapters.ts'
import { findBots } from '../../server/domain/chats/bot-lease.ts'
import type { Bot } from '../../server/domain/chats/bots.ts'
import { plain } from '../../server/domain/chats/styles.ts'
import { renderMessage } from '../../server/domain/chats/text.ts'
import { connect, linkCode, slackSecret, startChats } from '../support/chats/chats.ts'
import { addPage, markdownOf, nothing } from '../support/pages.ts'
import { addPerson } from '../support/people.ts'
import { restrict } from '../support/sections.ts'
import type { TestServer } from '../support/server.ts'
import { signIn, type Visitor } from '../support/web/visitor.ts'

let quire: TestServer
let bot: Bot
let handle: MessageHandler
let miaKey: string

async function say(text: string, user = 'ada'): Promise<string | undefined> {
  const blocks = await handle(bot, {
    user: { id: user, name: `@${user}` },
    chat: { id: 'private', name: 'private' },
    privateChatId: user,
    text,
    isShared: false,
    isAddressed: true,
    formatCommand: (command) => `/${command}`,
  })
  return blocks === undefined ? undefined : renderMessage(blocks, { ...plain, limit: 8000 })
}

before(async () => {
  let ada: Visitor
  ;({ quire, ada } = await startChats({ publicUrl: 'https://q.example' }))
  const open = async (): Promise<ChatAdapter> => ({
    identify: async () => ({ ok: true, account: 'T1', name: 'test' }),
    send: async () => ({ ok: true }),
  })
  quire.app.integrations.chatServices.provide([{ ...slack, open }])
  const created = await connect({ quire, ada }, { service: 'slack', signingSecret: slackSecret })
  const [found] = await findBots(quire.app, 'slack', 'T1')
  assert.ok(found)
  bot = found
  handle = createMessageHandler(quire.app, () => undefined)
  const vera = await addPerson(quire, 'Vera', 'VIEWER')
  const mia = await addPerson(quire, 'Mia', 'MEMBER')
  miaKey = mia.key
  await say(`link ${await linkCode(quire, ada, created.id)}`)
  const visitor = await signIn(quire, vera)
  await say(`link ${await linkCode(quire, visitor, created.id)}`, 'vera')
})
after(() => quire.close())

async function propose(markdown: string): Promise<{ pageId: string; proposalId: string }> {
  const { workspaceId } = quire
  const pageId = await addPage(quire, 'Plan', { markdown: 'We meet on Monday.' })
  const { status, body } = await quire.post<{ proposalId: string }>(
    '/v1/proposals/create',
    { workspaceId, title: 'Day', changes: [{ kind: 'edit', pageId, markdown }] },
    miaKey,
  )
  assert.equal(status, 200)
  return { pageId, proposalId: body.proposalId }
}

describe('accept and decline in a chat', () => {
  it('say what is missing, unknown or not allowed', async () => {
    assert.match(
      (await say('accept')) ?? '',
      /^Add the address of the proposal: .*\/accept address/,
    )
    assert.equal(await say(`decline ${nothing}`), 'This proposal does not exist.')
    const { pageId, proposalId } = await propose('We meet on Friday.')
    assert.match((await say(`accept ${proposalId} 1`, 'vera')) ?? '', /permission/)
    assert.equal(await markdownOf(quire, pageId), 'We meet on Monday.\n')
  })

  it('accept by address, once', async () => {
    const { pageId, proposalId } = await propose('We meet on Friday.')
    const address = `https://q.example/proposals/${proposalId}`
    assert.equal(await say(`accept ${address} 1`), 'The proposal is accepted.')
    assert.equal(await markdownOf(quire, pageId), 'We meet on Friday.\n')
    assert.equal(await say(`accept ${address} 1`), 'This proposal is already closed.')
  })

  it('accept only a revision that the person names', async () => {
    const { workspaceId } = quire
    const { pageId, proposalId } = await propose('We meet on Friday.')
    const answer = `Read the proposal (https://q.example/proposals/${proposalId}). To accept what it proposes now: /accept ${proposalId} `
    assert.equal(await say(`accept ${proposalId}`), `${answer}1`)
    assert.equal(await say(`accept ${proposalId} please`), `${answer}1`)
    const update = { workspaceId, proposalId, title: 'Later' }
    assert.equal((await quire.post('/v1/proposals/update', update, miaKey)).status, 200)
    assert.match((await say(`accept ${proposalId} 1`)) ?? '', /was updated/)
    assert.equal(await markdownOf(quire, pageId), 'We meet on Monday.\n')
    assert.equal(await say(`accept ${proposalId}`), `${answer}2`)
    assert.equal(await say(`accept ${proposalId} 2`), 'The proposal is accepted.')
  })

  it('say how many more must accept where two reviewers are required', async () => {
    const { workspaceId, userId } = quire
    const { pageId, proposalId } = await propose('We meet on Friday.')
    const dora = await addPerson(quire, 'Dora', 'MEMBER')
    await restrict(quire, pageId, {
      review: { required: 2, reviewerIds: [userId, dora.userId] },
    })
    const answer = 'You accepted the proposal. 1 more reviewer must accept it.'
    assert.equal(await say(`accept ${proposalId} 1`), answer)
    assert.equal(await markdownOf(quire, pageId), 'We meet on Monday.\n')
    const accept = { workspaceId, proposalId, revision: 1 }
    assert.equal((await quire.post('/v1/proposals/accept', accept, dora.key)).status, 200)
    assert.equal(await markdownOf(quire, pageId), 'We meet on Friday.\n')
  })

  it('decline with a reason', async () => {
    const { workspaceId } = quire
    const { proposalId } = await propose('We meet on Friday.')
    assert.equal(await say(`decline ${proposalId} Not now.`), 'The proposal is declined.')
    type Shown = { state: string; comments: { markdown: string }[] }
    const { body } = await quire.post<Shown>('/v1/proposals/get', { workspaceId, proposalId })
    assert.deepEqual([body.state, body.comments[0]?.markdown], ['declined', 'Not now.\n'])
  })

  it('say when a proposal is accepted in part only', async () => {
    const { workspaceId } = quire
    for (const [done, rest] of [
      ['decline', 'accept'],
      ['accept', 'decline'],
    ] as const) {
      const pageId = await addPage(quire, 'Plan', { markdown: 'We meet on Monday.' })
      const changes = [
        { kind: 'edit', pageId, markdown: 'We meet on Friday.' },
        { kind: 'create', parentId: pageId, title: 'Agenda' },
      ]
      const proposal = { workspaceId, title: 'Day', changes }
      type Proposed = { proposalId: string }
      const { body } = await quire.post<Proposed>('/v1/proposals/create', proposal, miaKey)
      const { proposalId } = body
      const decided = {
        workspaceId,
        proposalId,
        changes: done === 'accept' ? [{ number: 1 }] : [1],
        revision: 1,
      }
      const first = await quire.post(`/v1/proposals/${done}`, decided)
      assert.equal(first.status, 200, JSON.stringify(first.body))
      const revision = rest === 'accept' ? ' 1' : ''
      const answer = await say(`${rest} ${proposalId}${revision}`)
      assert.equal(answer, 'The proposal is accepted in part.')
    }
  })

  it('leave conflicts to the web app', async () => {
    const { workspaceId } = quire
    const { pageId, proposalId } = await propose('We meet on Friday.')
    const edit = { workspaceId, pageId, mode: 'replace', find: 'Monday', text: 'Sunday' }
    await quire.post('/v1/pages/edit', edit)
    assert.match((await say(`accept ${proposalId} 1`)) ?? '', /in conflict.*web app/)
  })
})
