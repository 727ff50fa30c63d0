import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { startWorker } from '../support/chats/bot-runner.ts'
import { type BotItem, linkCode } from '../support/chats/chats.ts'
import { startMatrixBot } from '../support/chats/matrix-bot.ts'
import type { MatrixStandIn } from '../support/chats/matrix.ts'
import type { TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import type { Visitor } from '../support/web/visitor.ts'

const [own, account] = ['@ada:example.org', '@quire:example.org']

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

const texts = (room: string) => matrix.said(room).map(({ body }) => body)

async function ask(room: string, text: string) {
  const before = texts(room).length
  matrix.say(room, own, text)
  return until(() => texts(room)[before])
}

async function listed() {
  const { workspaceId } = quire
  const { body } = await ada.post<{ bots: BotItem[] }>('/app/chats/list', { workspaceId })
  return body.bots[0]
}

describe('a bot of Matrix at a homeserver that is busy', () => {
  it('comes when it may, though it is told of an invitation but once', async () => {
    matrix.refuseJoins(3)
    matrix.invite('!one', own)
    matrix.invite('!two', own)
    await until(() => matrix.members('!one').includes(account))
    await until(() => matrix.members('!two').includes(account))
    assert.match(await ask('!one', `!link ${await linkCode(quire, ada, bot.id)}`), /^Welcome/)
  })

  it('loses no answer and no news when it may say but one thing at a time', async () => {
    await ask('!one', '!subscribe everything created')
    await ask('!two', '!subscribe everything created')
    const before = texts('!one').length
    assert.equal(texts('!two').length, 1)
    const stopLimit = matrix.limitRate(2, 20)
    for (let number = 0; number < 10; number += 1) {
      matrix.say('!one', own, `!search nothing${number}`)
      matrix.say('!two', own, `!search nothing${number}`)
    }
    const { workspaceId } = quire
    await quire.post('/v1/pages/create', { workspaceId, title: 'News' })
    await until(() => texts('!one')[before + 10])
    await until(() => texts('!two')[11])
    for (const room of ['!one', '!two']) {
      const said = texts(room)
      assert.equal(said.filter((text) => text.includes('created News')).length, 1)
      for (let number = 0; number < 10; number += 1) {
        assert.equal(said.filter((text) => text.includes(`“nothing${number}”`)).length, 1)
      }
    }
    stopLimit()
  })

  it('says nothing twice that got there though nobody told', async () => {
    const ones = texts('!one').length
    const sent = matrix.count(/send/)
    matrix.loseAnswer()
    assert.match(await ask('!one', '!search once'), /^Nothing found/)
    await until(() => matrix.count(/send/) === sent + 2)
    matrix.loseAnswer()
    const { workspaceId } = quire
    await quire.post('/v1/pages/create', { workspaceId, title: 'Twice' })
    await until(() => matrix.count(/send/) === sent + 5)
    await ask('!one', '!search last')
    assert.equal(texts('!one').length, ones + 3)
    assert.equal(texts('!two').filter((text) => text.includes('created Twice')).length, 1)
  })

  it('answers once what it was asked when it was stopped', async () => {
    const ones = texts('!one').length
    // It has to ask who is there.
    matrix.set('!one', 'm.room.name', { name: 'Room' })
    const before = matrix.count(/joined_members/)
    const release = matrix.hold(/joined_members/)
    for (let number = 0; number < 5; number += 1) {
      matrix.say('!one', own, `!search stop${number}`)
    }
    await until(() => matrix.count(/joined_members/) > before)
    const stopped = worker.stop()
    release()
    await stopped
    worker = startWorker(quire.app)
    await ask('!one', '!search start')
    await until(() => texts('!one')[ones + 5])
    for (let number = 0; number < 5; number += 1) {
      const found = texts('!one').filter((text) => text.includes(`“stop${number}”`))
      assert.equal(found.length, 1)
      assert.match(found.join(), /^Nothing found/)
    }
  })

  it('tells nothing twice when it was stopped before it knew that it was told', async () => {
    const sent = matrix.count(/send/)
    const release = matrix.hold(/send/)
    matrix.loseAnswer()
    const { workspaceId } = quire
    await quire.post('/v1/pages/create', { workspaceId, title: 'Stopped' })
    await until(() => matrix.count(/send/) > sent)
    const stopped = worker.stop()
    release()
    await stopped
    worker = startWorker(quire.app)
    await until(() => matrix.count(/send/) > sent + 2)
    await ask('!one', '!search end')
    for (const room of ['!one', '!two']) {
      assert.equal(texts(room).filter((text) => text.includes('created Stopped')).length, 1)
    }
  })

  it('goes on where the homeserver knows no more how far it was', async () => {
    matrix.forgetPositions()
    const before = texts('!one').length
    await until(() => {
      matrix.say('!one', own, '!help')
      return texts('!one')[before]
    })
    assert.equal((await listed())?.error, null)
  })

  it('says why a room is told nothing any more', async () => {
    matrix.set('!two', 'm.room.member', { membership: 'leave' }, account)
    const { workspaceId } = quire
    await quire.post('/v1/pages/create', { workspaceId, title: 'Unheard' })
    type Found = { subscriptions: { chatId: string; error: string | null }[] }
    const refusal = `the homeserver answered 403: User ${account} not in room !two`
    await until(async () => {
      const { body } = await ada.post<Found>('/app/chats/subscriptions', { workspaceId })
      return body.subscriptions.some(({ chatId, error }) => chatId === '!two' && error === refusal)
    })
  })

  it('says that it was signed out', async () => {
    matrix.revoke()
    const error = await until(async () => (await listed())?.error ?? undefined)
    assert.equal(error, 'the homeserver answered 401: Invalid access token passed.')
  })
})
