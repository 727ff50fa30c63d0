import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../lib/ids.ts'
import * as links from '../chats/account-links.ts'
import * as connections from '../chats/connections.ts'
import * as notices from '../chats/notifications.ts'
import * as subscriptions from '../chats/subscriptions.ts'
import type { Store } from '../connection.ts'
import type { Dialect } from './dialect.ts'
import { type Fixture, createFixture, plain, useStore } from './rows.ts'

export async function addBot(
  store: Store,
  { workspaceId, userId }: Fixture,
  columns: Partial<connections.ConnectionRow> = {},
): Promise<connections.ConnectionRow> {
  const id = newId()
  const row = {
    workspaceId,
    id,
    service: 'slack',
    account: `T${id}`,
    name: 'Bot',
    settings: '{}',
    secrets: 'sealed',
    createdAt: 5,
    createdBy: userId,
    ...columns,
  }
  await store.transact((transaction) => connections.insert(transaction, row))
  const found = await connections.get(store, { workspaceId, connectionId: id })
  assert.ok(found)
  return found
}

function addressOf({ workspaceId, id }: connections.ConnectionRow) {
  return { workspaceId, connectionId: id }
}

async function addSubscription(store: Store, fixture: Fixture, bot: connections.ConnectionRow) {
  const row = {
    workspaceId: fixture.workspaceId,
    id: newId(),
    connectionId: bot.id,
    chatId: 'C1',
    chatName: 'general',
    sectionId: null,
    events: '["page.created"]',
    showsExcerpt: 1 as const,
    createdAt: 5,
    createdBy: fixture.userId,
  }
  await store.transact((transaction) => subscriptions.insert(transaction, row))
  return row
}

/** Bots, account links, subscriptions and notifications. */
export function chatsContract(open: Dialect['open']): void {
  connectionsContract(open)
  linksContract(open)
  noticesContract(open)
}

function connectionsContract(open: Dialect['open']): void {
  describe('chatConnections', () => {
    const { store } = useStore(open)

    it('are found in their workspace, and by what the service calls them', async () => {
      const [fixture, other] = [await createFixture(store()), await createFixture(store())]
      const bot = await addBot(store(), fixture, { account: 'T1' })
      const same = await addBot(store(), other, { account: 'T1' })
      await addBot(store(), other, { account: 'T1', service: 'matrix' })
      assert.deepEqual((await connections.list(store(), fixture.workspaceId)).map(plain), [
        plain(bot),
      ])
      assert.deepEqual([bot.state, bot.seenAt, bot.error, bot.position], ['enabled', 5, null, null])
      const found = await connections.byAccount(store(), 'slack', 'T1')
      assert.deepEqual(found.map(plain), [addressOf(bot), addressOf(same)])
    })

    it('are found by a new account alone, once it has changed', async () => {
      const bot = await addBot(store(), await createFixture(store()))
      const row = { ...bot, account: 'T2', state: 'disabled' as const, updatedAt: 9 }
      await store().transact(async (transaction) => {
        await connections.note(transaction, addressOf(bot), { error: 'away', at: 7 })
        await connections.update(transaction, bot, row)
      })
      assert.deepEqual(await connections.byAccount(store(), 'slack', bot.account), [])
      assert.equal((await connections.byAccount(store(), 'slack', 'T2')).length, 1)
      const found = await connections.get(store(), addressOf(bot))
      assert.deepEqual([found?.state, found?.error, found?.updatedAt], ['disabled', null, 9])
      await store().transact((transaction) => connections.remove(transaction, row))
      assert.deepEqual(await connections.byAccount(store(), 'slack', 'T2'), [])
      assert.equal(await connections.get(store(), addressOf(bot)), undefined)
    })

    it('remember the last error until all is well', async () => {
      const bot = await addBot(store(), await createFixture(store()))
      const note = (error: string | null, at: number) =>
        store().transact((transaction) =>
          connections.note(transaction, addressOf(bot), { error, at }),
        )
      await note('away', 7)
      const failing = await connections.get(store(), addressOf(bot))
      assert.deepEqual([failing?.error, failing?.errorAt, failing?.seenAt], ['away', 7, 5])
      await note(null, 8)
      const well = await connections.get(store(), addressOf(bot))
      assert.deepEqual([well?.error, well?.errorAt, well?.seenAt], [null, null, 8])
    })

    it('are held by one at a time, until the lease runs out', async () => {
      const bot = await addBot(store(), await createFixture(store()))
      const claim = (holder: string, now: number) =>
        store().transact((transaction) =>
          connections.leases.claim(transaction, addressOf(bot), { holder, until: now + 10, now }),
        )
      const isIdle = async (now: number) =>
        (await connections.leases.idle(store(), { now })).some(
          ({ connectionId }) => connectionId === bot.id,
        )
      assert.equal(await isIdle(0), true)
      assert.equal(await claim('a', 0), true)
      assert.equal(await isIdle(5), false)
      assert.equal(await claim('b', 5), false)
      const renewed = store().transact((transaction) =>
        connections.leases.renew(transaction, addressOf(bot), { holder: 'a', until: 15 }),
      )
      assert.equal(await renewed, true)
      assert.equal(await isIdle(15), false)
      assert.equal(await isIdle(16), true)
      assert.equal(await claim('b', 16), true)
      const move = (holder: string, position: string) =>
        store().transact((transaction) =>
          connections.move(transaction, addressOf(bot), holder, position),
        )
      assert.deepEqual([await move('a', '1'), await move('b', '2')], [false, true])
      await store().transact((transaction) =>
        connections.leases.release(transaction, addressOf(bot), 'b'),
      )
      assert.equal(await isIdle(17), true)
    })

    it('take each numbered message once, and none before the last', async () => {
      const bot = await addBot(store(), await createFixture(store()))
      const taken: boolean[] = []
      for (const position of ['9', '10', '10', '9', '11']) {
        taken.push(
          await store().transact((transaction) =>
            connections.takeUpdate(transaction, addressOf(bot), position),
          ),
        )
      }
      assert.deepEqual(taken, [true, true, false, false, true])
    })
  })
}

function linksContract(open: Dialect['open']): void {
  describe('chatLinks', () => {
    const { store } = useStore(open)

    it('name one person each, until they end', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const bot = await addBot(store(), fixture)
      const link = {
        ...addressOf(bot),
        chatUserId: 'U1',
        userId,
        name: '@a',
        chatId: 'D1',
        createdAt: 1,
      }
      await store().transact(async (transaction) => {
        await links.put(transaction, link)
        await links.put(transaction, { ...link, name: '@b' })
        await links.put(transaction, { ...link, chatUserId: 'U2', createdAt: 2 })
      })
      const own = await links.ofUser(store(), workspaceId, userId)
      assert.deepEqual(
        own.map(({ chatUserId }) => chatUserId),
        ['U2', 'U1'],
      )
      assert.deepEqual(await links.ofUser(store(), workspaceId, newId()), [])
      const found = await links.get(store(), addressOf(bot), 'U1')
      assert.deepEqual(plain(found), { ...link, name: '@b' })
      const listed = await links.list(store(), workspaceId)
      assert.deepEqual(
        listed.map(({ chatUserId, firstName }) => [chatUserId, typeof firstName]),
        [
          ['U1', 'string'],
          ['U2', 'string'],
        ],
      )
      const remove = (chatUserId: string) =>
        store().transact((transaction) => links.remove(transaction, addressOf(bot), chatUserId))
      assert.deepEqual([await remove('U1'), await remove('U1')], [true, false])
      await store().transact((transaction) => links.removeOfUser(transaction, workspaceId, userId))
      assert.deepEqual(await links.list(store(), workspaceId), [])
      await store().transact(async (transaction) => {
        await links.put(transaction, link)
        await links.removeOfConnection(transaction, addressOf(bot))
      })
      assert.equal(await links.get(store(), addressOf(bot), 'U1'), undefined)
    })
  })
}

function noticesContract(open: Dialect['open']): void {
  describe('chatSubscriptions and chatNotices', () => {
    const { store } = useStore(open)

    it('keep what a chat wants, and what is wrong with it', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const bot = await addBot(store(), fixture)
      const row = await addSubscription(store(), fixture, bot)
      const found = await subscriptions.get(store(), workspaceId, row.id)
      assert.deepEqual(plain(found), { ...row, fromSequence: 0, error: null, errorAt: null })
      const change = { events: '[]', showsExcerpt: 0 as const, createdBy: fixture.userId }
      await store().transact(async (transaction) => {
        await subscriptions.note(transaction, row, { error: 'kicked', errorAt: 3 })
      })
      assert.equal((await subscriptions.get(store(), workspaceId, row.id))?.error, 'kicked')
      await store().transact((transaction) => subscriptions.update(transaction, row, change))
      const [changed] = await subscriptions.list(store(), workspaceId)
      assert.deepEqual([changed?.events, changed?.showsExcerpt, changed?.error], ['[]', 0, null])
      await store().transact((transaction) => subscriptions.remove(transaction, row))
      assert.deepEqual(await subscriptions.list(store(), workspaceId), [])
      await addSubscription(store(), fixture, bot)
      await store().transact((transaction) =>
        subscriptions.removeOfConnection(transaction, addressOf(bot)),
      )
      assert.deepEqual(await subscriptions.list(store(), workspaceId), [])
    })

    it('give what is due, the oldest of each subscription', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const bot = await addBot(store(), fixture)
      const row = await addSubscription(store(), fixture, bot)
      const notice = (pageId: string, dueAt: number | null, toldAt: number | null = null) => ({
        workspaceId,
        subscriptionId: row.id,
        pageId,
        connectionId: bot.id,
        changes: '[]',
        revision: 1,
        toldAt,
        dueAt,
        attempts: 0,
      })
      const address = addressOf(bot)
      await store().transact(async (transaction) => {
        await notices.put(transaction, notice('a', 20))
        await notices.put(transaction, notice('b', 10))
        await notices.put(transaction, notice('c', null, 4))
        await notices.put(transaction, notice('d', null, 6))
      })
      assert.equal(await notices.isAnyDue(store(), address, 9), false)
      assert.equal(await notices.isAnyDue(store(), address, 10), true)
      const next = async (now: number, limit: number) =>
        (await notices.next(store(), row, now, limit)).map(({ pageId }) => pageId)
      assert.deepEqual(await next(30, 9), ['b', 'a'])
      assert.deepEqual(await next(30, 1), ['b'])
      assert.deepEqual(await next(9, 9), [])
      const of = (pageId: string) => ({ workspaceId, subscriptionId: row.id, pageId })
      await store().transact(async (transaction) => {
        await notices.put(transaction, { ...notice('b', null, 11), revision: 2 })
        await notices.forget(transaction, address, 5)
      })
      assert.equal((await notices.get(store(), of('b')))?.revision, 2)
      assert.equal(await notices.get(store(), of('c')), undefined)
      assert.equal((await notices.get(store(), of('d')))?.toldAt, 6)
      await store().transact((transaction) => notices.drop(transaction, row))
      assert.equal(await notices.get(store(), of('a')), undefined)
      await store().transact(async (transaction) => {
        await notices.put(transaction, notice('a', 20))
        await notices.dropOfConnection(transaction, address)
      })
      assert.equal(await notices.get(store(), of('a')), undefined)
    })
  })
}
