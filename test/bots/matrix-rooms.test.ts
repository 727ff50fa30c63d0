import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { startWorker } from '../support/chats/bot-runner.ts'
import { type BotItem, linkCode } from '../support/chats/chats.ts'
import { startMatrixBot } from '../support/chats/matrix-bot.ts'
import type { MatrixStandIn } from '../support/chats/matrix.ts'
import type { TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import type { Visitor } from '../support/web/visitor.ts'

const [own, eve, account] = ['@ada:example.org', '@eve:example.org', '@quire:example.org']

let quire: TestServer
let ada: Visitor
let matrix: MatrixStandIn
let bot: BotItem
let worker: ReturnType<typeof startWorker>

before(async () => {
  ;({ quire, ada, matrix, bot, worker } = await startMatrixBot())
  const { workspaceId } = quire
  await quire.post('/v1/pages/create', { workspaceId, title: 'Secret', markdown: 'giraffe' })
  await enter('!pair', own)
  await ask('!pair', `!link ${await linkCode(quire, ada, bot.id)}`)
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

async function enter(room: string, ...people: string[]) {
  matrix.invite(room, ...people)
  await until(() => matrix.members(room).includes(account))
}

async function ask(room: string, text: string, more: object = {}) {
  const before = matrix.said(room).length
  matrix.say(room, own, text, { ...more })
  const { body } = await until(() => matrix.said(room)[before])
  return body
}

describe('a bot of Matrix in rooms', () => {
  it('shows nothing where somebody is invited, who will read it', async () => {
    assert.match(await ask('!pair', '!get Secret'), /giraffe/)
    matrix.set('!pair', 'm.room.member', { membership: 'invite' }, eve)
    assert.match(await ask('!pair', '!get Secret'), /^Others can read this chat/)
    matrix.set('!pair', 'm.room.member', { membership: 'leave' }, eve)
    assert.match(await ask('!pair', '!get Secret'), /giraffe/)
  })

  it('shows nothing in a room of two that everybody may enter or look into', async () => {
    for (const [type, open, closed] of [
      ['m.room.join_rules', { join_rule: 'public' }, { join_rule: 'invite' }],
      ['m.room.join_rules', { join_rule: 'restricted' }, { join_rule: 'knock' }],
      [
        'm.room.history_visibility',
        { history_visibility: 'world_readable' },
        { history_visibility: 'shared' },
      ],
    ] as const) {
      matrix.set('!pair', type, open)
      assert.match(await ask('!pair', '!get Secret'), /^Others can read this chat/)
      matrix.set('!pair', type, closed)
      assert.match(await ask('!pair', '!get Secret'), /giraffe/)
    }
  })

  it('does not show to who is left what somebody asked who is gone', async () => {
    await enter('!three', own, eve)
    await worker.stop()
    matrix.say('!three', own, '!get Secret')
    matrix.set('!three', 'm.room.member', { membership: 'leave' }, own)
    worker = startWorker(quire.app)
    const { body } = await until(() => matrix.said('!three')[0])
    assert.match(body, /^Others can read this chat/)
  })

  it('knows by what name it is called, and what is only quoted or written anew', async () => {
    await enter('!team', own, eve)
    const html = (name: string) =>
      `<a href="https://matrix.to/#/${encodeURIComponent(account)}">${name}</a>: help`
    const pill = { format: 'org.matrix.custom.html', formatted_body: html('Lab &amp; Bot') }
    assert.match(await ask('!team', 'Lab & Bot: help', pill), /^These are my commands/)
    matrix.say('!team', own, 'Lab: help', { formatted_body: html('Someone') })
    const relation = { 'm.in_reply_to': { event_id: '$1' } }
    const reply = { 'm.relates_to': relation }
    assert.match(
      await ask('!team', `> <${account}> !dance\n> quire\n\n!help`, reply),
      /^These are my commands/,
    )
    const edit = { 'm.relates_to': { rel_type: 'm.replace', event_id: '$1' } }
    matrix.say('!pair', own, '* !help', { ...edit, 'm.new_content': { body: '!help' } })
    assert.match(await ask('!pair', '!subscriptions'), /^This chat has no subscriptions/)
    assert.equal(matrix.said('!team').length, 2)
  })

  it('asks who is there when that changes, and not with every word', async () => {
    const before = matrix.count(/joined_members/)
    for (let words = 0; words < 20; words += 1) matrix.say('!team', eve, 'good morning')
    await ask('!team', '!help')
    matrix.set('!team', 'm.room.name', { name: 'The team' })
    assert.match(await ask('!team', '!subscribe everything created'), /^This chat now gets updates/)
    assert.equal(matrix.count(/joined_members/) - before, 1)
    const { workspaceId } = quire
    const { body } = await ada.post<{ subscriptions: { chatName: string }[] }>(
      '/app/chats/subscriptions',
      { workspaceId },
    )
    assert.deepEqual(
      body.subscriptions.map(({ chatName }) => chatName),
      ['The team'],
    )
  })

  it('says where it cannot read, once', async () => {
    const encryption = { algorithm: 'm.megolm.v1.aes-sha2' }
    matrix.set('!secret', 'm.room.encryption', encryption)
    for (let words = 0; words < 150; words += 1) matrix.say('!secret', own, 'before')
    await enter('!secret', own)
    const said = await until(() => matrix.said('!secret')[0])
    assert.match(said.body, /^This room is encrypted, and I cannot read/)
    await ask('!secret', '!help')
    matrix.set('!team', 'm.room.encryption', encryption)
    const before = matrix.said('!team').length
    await until(() => matrix.said('!team')[before])
    await ask('!team', '!help')
    assert.equal(matrix.said('!team').length, before + 2)
    assert.equal(matrix.said('!secret').length, 2)
  })
})
