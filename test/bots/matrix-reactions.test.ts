import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { commandOfReaction, isDecision } from '../../server/bots/services/matrix/reactions.ts'
import { chatLinks } from '../../server/store/index.ts'
import { type Proposing, proposingAs } from '../api/proposals/proposing.ts'
import type { startWorker } from '../support/chats/bot-runner.ts'
import { type BotItem, linkCode } from '../support/chats/chats.ts'
import { startMatrixBot } from '../support/chats/matrix-bot.ts'
import type { MatrixStandIn } from '../support/chats/matrix.ts'
import { addPage, markdownOf } from '../support/pages.ts'
import { addPerson } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import type { Visitor } from '../support/web/visitor.ts'

const [own, eve, account] = ['@ada:example.org', '@eve:example.org', '@quire:example.org']
const room = '!team'

let quire: TestServer
let ada: Visitor
let matrix: MatrixStandIn
let bot: BotItem
let worker: ReturnType<typeof startWorker>
let asMia: Proposing

before(async () => {
  ;({ quire, ada, matrix, bot, worker } = await startMatrixBot())
  asMia = proposingAs(quire, (await addPerson(quire, 'Mia', 'MEMBER')).key)
  await enter('!pair', own)
  await answerTo('!pair', async () => {
    matrix.say('!pair', own, `!link ${await linkCode(quire, ada, bot.id)}`)
  })
  await enter(room, own, eve)
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

async function enter(id: string, ...people: string[]) {
  matrix.invite(id, ...people)
  await until(() => matrix.members(id).includes(account))
}

/** What the bot says next in a room. */
async function answerTo(id: string, act: () => void | Promise<void>): Promise<string> {
  const before = matrix.said(id).length
  await act()
  return (await until(() => matrix.said(id)[before])).body
}

const react = (who: string, key: string, eventId?: string) =>
  answerTo(room, () => matrix.react(room, who, key, eventId))

/** A proposal of which the room is notified. */
async function proposed(title: string) {
  const { workspaceId } = quire
  const sectionId = await addPage(quire, `Section of ${title}`)
  const pageId = await addPage(quire, title, { parentId: sectionId, markdown: 'On Monday.' })
  const chat = { connectionId: bot.id, chatId: room, chatName: 'Team', sectionId }
  const wanted = { workspaceId, ...chat, events: ['proposal.created'] }
  assert.equal((await ada.post('/app/chats/subscribe', wanted)).status, 200)
  let proposalId = ''
  const shown = await answerTo(room, async () => {
    proposalId = await asMia.propose([{ kind: 'edit', pageId, markdown: 'On Friday.' }])
  })
  return { pageId, proposalId, shown }
}

describe('a reaction in Matrix', () => {
  it('is a command only below a message with commands that the bot wrote', () => {
    const commands = { 'org.quire.commands': { '✅': 'accept x 1', '❌': 7 } }
    const event = { sender: account, content: commands }
    const read = (shown: Record<string, unknown> | undefined, key = '✅') =>
      commandOfReaction(shown, { account, key })
    assert.equal(read(event), 'accept x 1')
    assert.equal(read(event, '✅\ufe0f'), 'accept x 1')
    for (const other of [
      undefined,
      {},
      { ...event, sender: eve },
      { sender: account, content: null },
      { sender: account, content: { 'org.quire.commands': 'accept' } },
      { sender: account, content: { body: 'Hello' } },
    ]) {
      assert.equal(read(other), undefined)
    }
    assert.deepEqual([read(event, '❌'), read(event, 'constructor')], [undefined, undefined])
    assert.deepEqual(['✅', '❌', '❌\ufe0f', '👍'].map(isDecision), [true, true, true, false])
  })

  it('decides nothing for people without an account or with another emoji', async () => {
    const { pageId, shown } = await proposed('Plan')
    assert.match(shown, /^Mia Tester proposed changes to Plan \(.+\)\n\n✅ Accept {3}❌ Decline$/)
    const notice = matrix.last(room)
    const before = matrix.said(room).length
    matrix.react(room, own, '👍')
    matrix.react(room, eve, '✅')
    await until(() => matrix.reactions(room, notice).length > 0)
    assert.deepEqual(matrix.reactions(room, notice), ['🚫'])
    assert.equal(matrix.said(room).length, before, 'the room reads nothing')
    assert.equal(await markdownOf(quire, pageId), 'On Monday.\n')
  })

  it('is answered in the private room of the person when it decides nothing', async () => {
    const { workspaceId, app } = quire
    await proposed('Refused')
    const notice = matrix.last(room)
    await enter('!eve', eve)
    const { userId } = await addPerson(quire, 'Eve', 'VIEWER')
    const account = { chatUserId: eve, chatId: '!eve', name: eve, createdAt: 1 }
    const link = { workspaceId, connectionId: bot.id, userId, ...account }
    await app.store.transact((transaction) => chatLinks.put(transaction, link))
    const before = matrix.said(room).length
    const answer = await answerTo('!eve', () => matrix.react(room, eve, '✅', notice))
    assert.notEqual(answer, '')
    assert.deepEqual([matrix.said(room).length, matrix.reactions(room, notice)], [before, []])
  })

  it('is not lost when the homeserver does not return the message at first', async () => {
    const { pageId } = await proposed('Retried')
    matrix.fail(/\/event\//, 502, 2)
    assert.equal(await react(own, '✅'), `${own} accepted the proposal.`)
    assert.equal(await markdownOf(quire, pageId), 'On Friday.\n')
  })

  it('accepts a proposal, once', async () => {
    const { pageId } = await proposed('Accepted')
    const notice = matrix.last(room)
    assert.equal(await react(own, '✅\ufe0f', notice), `${own} accepted the proposal.`)
    assert.equal(await markdownOf(quire, pageId), 'On Friday.\n')
    assert.equal(await react(own, '❌', notice), 'This proposal is already closed.')
  })

  it('declines a proposal, but no later revision of it', async () => {
    const { workspaceId } = quire
    const { pageId, proposalId } = await proposed('Declined')
    const notice = matrix.last(room)
    const changes = [{ kind: 'edit', pageId, markdown: 'On Sunday.' }]
    await asMia.ask('/v1/proposals/update', { proposalId, changes })
    assert.match(await react(own, '❌', notice), /was updated after this message/)
    const get = async () =>
      (await quire.post<{ state: string }>('/v1/proposals/get', { workspaceId, proposalId })).body
    assert.equal((await get()).state, 'open')
    const other = await proposed('Declined now')
    assert.equal(await react(own, '❌'), `${own} declined the proposal.`)
    assert.equal(await markdownOf(quire, other.pageId), 'On Monday.\n')
  })
})
