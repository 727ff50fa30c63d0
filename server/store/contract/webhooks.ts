import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../lib/ids.ts'
import type { Store, Transaction } from '../connection.ts'
import * as events from '../events/events.ts'
import { systemViewer } from '../rights/viewer.ts'
import * as attempts from '../webhooks/attempts.ts'
import * as cursors from '../webhooks/cursors.ts'
import * as deliveries from '../webhooks/deliveries.ts'
import * as webhooks from '../webhooks/endpoints.ts'
import * as subjects from '../webhooks/subjects.ts'
import type { Dialect } from './dialect.ts'
import {
  addPage,
  attemptRow,
  createFixture,
  deliveryRow,
  type Fixture,
  plain,
  useStore,
} from './rows.ts'

export function webhookRow({ workspaceId, userId }: Fixture) {
  return {
    workspaceId,
    id: newId(),
    name: 'Hook',
    url: 'https://example.com/',
    events: '["*"]',
    sectionId: null,
    format: 'standard',
    secret: 'sealed',
    createdAt: 5,
    createdBy: userId,
  }
}

export async function addWebhook(store: Store, fixture: Fixture): Promise<webhooks.WebhookAddress> {
  const row = webhookRow(fixture)
  await store.transact(async (transaction) => {
    await cursors.begin(transaction, fixture.workspaceId, 5)
    await webhooks.insert(transaction, row)
  })
  return { workspaceId: row.workspaceId, webhookId: row.id }
}

function emitEvent(transaction: Transaction, { workspaceId, userId }: Fixture) {
  const event = { workspaceId, id: newId(), type: 'page.created', data: '{}', via: 'api' }
  return events.append(transaction, { ...event, actorId: userId, createdAt: 1 })
}

export function webhooksContract(open: Dialect['open']): void {
  endpointsContract(open)
  cursorsContract(open)
  deliveriesContract(open)
}

function endpointsContract(open: Dialect['open']): void {
  describe('webhooks', () => {
    const { store, current } = useStore(open)
    const get = async (address: webhooks.WebhookAddress) =>
      plain(await webhooks.get(store(), address))

    it('are those of a workspace, without removed ones, and begin after its newest event', async () => {
      const fixture = await createFixture(store())
      await store().transact((transaction) => emitEvent(transaction, fixture))
      const [one, other] = [await addWebhook(store(), fixture), await addWebhook(store(), fixture)]
      const { workspaceId } = fixture
      assert.equal((await get(one))?.fromSequence, 1)
      assert.equal((await webhooks.list(store(), workspaceId)).length, 2)
      const change = { name: 'N', url: 'u', events: '[]', sectionId: 's', format: 'slack' }
      await store().transact(async (transaction) => {
        await webhooks.update(transaction, one, { ...change, updatedAt: 9 })
        await webhooks.setState(transaction, other, { state: 'removed', reason: null, at: 9 })
      })
      const { name, url, events: list, sectionId, format, updatedAt } = (await get(one)) ?? {}
      assert.deepEqual({ name, url, events: list, sectionId, format }, change)
      assert.equal(updatedAt, 9)
      assert.equal(await get(other), undefined)
      assert.equal((await webhooks.list(store(), workspaceId)).length, 1)
      assert.deepEqual(await webhooks.removed(store(), workspaceId), [other.webhookId])
      await store().transact(async (transaction) => {
        await webhooks.erase(transaction, one)
        await webhooks.erase(transaction, other)
      })
      assert.deepEqual(await webhooks.allIds(store(), workspaceId), [one.webhookId])
    })

    it('keep the secret before for a grace, if there is one', async () => {
      const address = await addWebhook(store(), await createFixture(store()))
      const rotate = (secret: string, previousUntil: number | null) =>
        store().transact((transaction) =>
          webhooks.setSecret(transaction, address, { secret, previousUntil, at: 10 }),
        )
      const secrets = async () => {
        const { secret, previousSecret, previousUntil } = (await get(address)) ?? {}
        return [secret, previousSecret, previousUntil]
      }
      await rotate('second', 20)
      assert.deepEqual(await secrets(), ['second', 'sealed', 20])
      await rotate('third', null)
      assert.deepEqual(await secrets(), ['third', null, null])
    })

    it('count failures in a row, and forget them at a success or a change of state', async () => {
      const address = await addWebhook(store(), await createFixture(store()))
      const fail = (at: number) =>
        store().transact((transaction) => webhooks.failed(transaction, address, at))
      const set = (state: 'enabled' | 'disabled') =>
        store().transact((transaction) =>
          webhooks.setState(transaction, address, { state, reason: 'why', at: 1 }),
        )
      await fail(3)
      assert.deepEqual(plain(await fail(4)), { failingSince: 3, failures: 2 })
      await store().transact((transaction) => webhooks.succeeded(transaction, address, 5))
      const { failingSince, failures, succeededAt } = (await get(address)) ?? {}
      assert.deepEqual([failingSince, failures, succeededAt], [null, 0, 5])
      await fail(6)
      assert.equal(await set('enabled'), false)
      assert.equal(await set('disabled'), true)
      const row = await get(address)
      assert.deepEqual([row?.state, row?.reason, row?.failures], ['disabled', 'why', 0])
    })

    it('are delivered to by one holder, until it lets go or falls silent', async () => {
      const address = await addWebhook(store(), await createFixture(store()))
      const again = await current().again()
      const claim = (from: Store, holder: string, now: number) =>
        from.transactIn('none', (transaction) =>
          webhooks.leases.claim(transaction, address, { holder, until: now + 10, now }),
        )
      const claims = await Promise.all([claim(store(), 'a', 1), claim(again, 'b', 1)])
      assert.deepEqual(claims.toSorted(), [false, true])
      const holder = claims[0] ? 'a' : 'b'
      const other = claims[0] ? 'b' : 'a'
      await store().transact(async (transaction) => {
        assert.equal(
          await webhooks.leases.renew(transaction, address, { holder: other, until: 99 }),
          false,
        )
        assert.equal(await webhooks.leases.renew(transaction, address, { holder, until: 20 }), true)
        await webhooks.leases.release(transaction, address, other)
      })
      assert.equal(await claim(store(), other, 20), false)
      assert.equal(await claim(store(), other, 21), true)
      await store().transact((transaction) => webhooks.leases.release(transaction, address, other))
      assert.equal(await claim(store(), holder, 22), true)
    })

    it('are idle when they have something to deliver and nobody holds them', async () => {
      const fixture = await createFixture(store())
      const [one, claimed] = [
        await addWebhook(store(), fixture),
        await addWebhook(store(), fixture),
      ]
      await addWebhook(store(), fixture)
      await store().transact(async (transaction) => {
        for (const address of [one, claimed]) {
          await deliveries.insert(transaction, deliveryRow(address, { dueAt: 40 }), '{}')
        }
        await webhooks.leases.claim(transaction, claimed, { holder: 'b', until: 50, now: 1 })
      })
      const ids = (found: webhooks.WebhookAddress[]) =>
        found
          .filter(({ workspaceId }) => workspaceId === fixture.workspaceId)
          .map(({ webhookId }) => webhookId)
          .toSorted()
      const idle = async (now: number) => ids(await webhooks.leases.idle(store(), { now }))
      const due = async (now: number) => ids(await webhooks.due(store(), fixture.workspaceId, now))
      const both = [one.webhookId, claimed.webhookId].toSorted()
      assert.deepEqual([await idle(39), await due(39)], [[], []])
      assert.deepEqual([await idle(40), await due(40)], [[one.webhookId], both])
      assert.deepEqual(await idle(51), both)
    })
  })
}

function cursorsContract(open: Dialect['open']): void {
  describe('webhookCursors', () => {
    const { store, current } = useStore(open)

    it('are moved on by one of many who try at once', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      assert.equal(await cursors.get(store(), workspaceId), undefined)
      await addWebhook(store(), fixture)
      assert.deepEqual(await cursors.behind(store(), 1), [])
      await store().transact((transaction) => emitEvent(transaction, fixture))
      assert.deepEqual(await cursors.behind(store(), 1), [workspaceId])
      const again = await current().again()
      const moved = await Promise.all(
        [store(), again, store(), again].map((from) =>
          from.transactIn('none', (transaction) =>
            cursors.advance(transaction, workspaceId, { from: 0, to: 1 }),
          ),
        ),
      )
      assert.equal(moved.filter(Boolean).length, 1)
      assert.equal((await cursors.get(store(), workspaceId))?.sequence, 1)
      assert.deepEqual(await cursors.behind(store(), 1), [])
      const [row] = await events.since(store(), workspaceId, 0, 5)
      assert.deepEqual([row?.sequence, row?.type, row?.via], [1, 'page.created', 'api'])
      assert.deepEqual(await events.moves(store(), workspaceId, 0, 5), [])
    })

    it('say when the log was cleaned, and go with all bursts', async () => {
      const { workspaceId } = await createFixture(store())
      await store().transact((transaction) => cursors.begin(transaction, workspaceId, 5))
      assert.ok((await cursors.uncleaned(store(), 6)).includes(workspaceId))
      await store().transact((transaction) => cursors.cleaned(transaction, workspaceId, 6))
      assert.ok(!(await cursors.uncleaned(store(), 6)).includes(workspaceId))
      const entry = { workspaceId, pageId: newId(), sequence: 3, firstAt: 1, dueAt: 2, event: '{}' }
      await store().transact((transaction) => cursors.putWindow(transaction, entry))
      assert.ok((await cursors.behind(store(), 2)).includes(workspaceId))
      await store().transact((transaction) => cursors.end(transaction, workspaceId))
      assert.equal(await cursors.get(store(), workspaceId), undefined)
      assert.deepEqual(await cursors.dueWindows(store(), workspaceId, 9, 9), [])
    })

    it('hold bursts, which are taken once, as they are', async () => {
      const { workspaceId } = await createFixture(store())
      const pageId = newId()
      const entry = { workspaceId, pageId, sequence: 3, firstAt: 1, dueAt: 20, event: '{}' }
      const put = (row: cursors.WindowRow) =>
        store().transact((transaction) => cursors.putWindow(transaction, row))
      const take = (sequence: number) =>
        store().transact((transaction) =>
          cursors.takeWindow(transaction, { workspaceId, pageId, sequence }),
        )
      await put(entry)
      await put({ ...entry, sequence: 4, firstAt: 2, dueAt: 30, event: '{"a":1}' })
      const expected = { ...entry, sequence: 4, dueAt: 30, event: '{"a":1}' }
      assert.deepEqual(plain(await cursors.debounceWindow(store(), workspaceId, pageId)), expected)
      assert.deepEqual(await cursors.dueWindows(store(), workspaceId, 29, 5), [])
      assert.equal((await cursors.dueWindows(store(), workspaceId, 30, 5)).length, 1)
      assert.equal(await take(3), false)
      assert.equal(await take(4), true)
      assert.equal(await take(4), false)
    })
  })
}

function deliveriesContract(open: Dialect['open']): void {
  describe('webhookDeliveries', () => {
    const { store } = useStore(open)
    const add = async (
      address: webhooks.WebhookAddress,
      columns: Partial<deliveries.DeliveryRow> = {},
    ) => {
      const row = deliveryRow(address, columns)
      await store().transact((transaction) => deliveries.insert(transaction, row, '{"é":1}'))
      return { ...row, deliveryId: row.id }
    }
    const everything = { status: '', type: '', since: 0, until: 1e15, limit: 9, offset: 0 } as const

    it('refuse an endpoint that is not there', async () => {
      const { workspaceId } = await createFixture(store())
      await assert.rejects(add({ workspaceId, webhookId: newId() }))
    })

    it('come in the order of their events once they are due, with what is to be sent', async () => {
      const address = await addWebhook(store(), await createFixture(store()))
      await add(address, { sequence: 3, dueAt: 10 })
      await add(address, { sequence: 2, dueAt: 10 })
      await add(address, { sequence: 1, dueAt: 11 })
      await add(address, { sequence: 9, dueAt: null })
      const due = await deliveries.due(store(), address, 10, 9)
      assert.deepEqual(
        due.map(({ sequence, body }) => [sequence, body]),
        [
          [2, '{"é":1}'],
          [3, '{"é":1}'],
        ],
      )
    })

    it('are found by status, type and time', async () => {
      const address = await addWebhook(store(), await createFixture(store()))
      const old = await add(address, { createdAt: 10, status: 'failed', dueAt: null })
      const young = await add(address, { createdAt: 20, type: 'page.moved' })
      const find = async (filter: Partial<deliveries.DeliveryFilter>) =>
        (
          await deliveries.list(store(), systemViewer(address.workspaceId), address.webhookId, {
            ...everything,
            ...filter,
          })
        ).map(({ id }) => id)
      assert.deepEqual((await find({})).toSorted(), [old.id, young.id].toSorted())
      assert.deepEqual(await find({ status: 'failed' }), [old.id])
      assert.deepEqual(await find({ type: 'page.moved' }), [young.id])
      assert.deepEqual(await find({ since: 11 }), [young.id])
      assert.deepEqual(await find({ until: 20 }), [old.id])
      assert.equal((await find({ limit: 1 })).length, 1)
      assert.deepEqual(await find({ offset: 2 }), [])
    })

    it('keep their attempts, and what was answered to them', async () => {
      const address = await addWebhook(store(), await createFixture(store()))
      const delivery = await add(address)
      const state = { attempts: 1, tries: 1, dueAt: 30, completedAt: null }
      await store().transact(async (transaction) => {
        await deliveries.recordOutcome(transaction, delivery, { status: 'retrying', ...state })
        await attempts.insert(transaction, delivery, attemptRow)
        await deliveries.insertAnswer(transaction, delivery, 1, 'no')
      })
      const row = await deliveries.get(store(), systemViewer(delivery.workspaceId), delivery)
      assert.equal(row?.status, 'retrying')
      assert.deepEqual([row.attempts, row.tries, row.dueAt], [1, 1, 30])
      assert.deepEqual((await attempts.list(store(), delivery)).map(plain), [attemptRow])
      assert.deepEqual((await deliveries.bodies(store(), delivery)).map(plain), [
        { attempt: 0, body: '{"é":1}' },
        { attempt: 1, body: 'no' },
      ])
    })

    it('are sent again, one or all that failed since, while there is something to send', async () => {
      const address = await addWebhook(store(), await createFixture(store()))
      const failed = { status: 'failed', dueAt: null, completedAt: 12 } as const
      const one = await add(address, { ...failed, createdAt: 10 })
      const other = await add(address, { ...failed, createdAt: 20 })
      await add(address, { ...failed, createdAt: 30, cause: 'test' })
      const waiting = await add(address, { createdAt: 40 })
      const statusOf = async (delivery: deliveries.DeliveryAddress) => {
        const row = await deliveries.get(store(), systemViewer(delivery.workspaceId), delivery)
        return [row?.status, row?.cause, row?.dueAt]
      }
      const recover = (since: number) =>
        store().transact((transaction) =>
          deliveries.recover(transaction, systemViewer(address.workspaceId), address.webhookId, {
            since,
            dueAt: 50,
          }),
        )
      assert.equal(await recover(15), 1)
      assert.deepEqual(await statusOf(other), ['pending', 'recover', 50])
      await store().transact((transaction) => deliveries.resend(transaction, one, 60))
      assert.deepEqual(await statusOf(one), ['pending', 'redeliver', 60])
      await store().transact((transaction) => deliveries.cancel(transaction, address, 70))
      assert.deepEqual(await statusOf(waiting), ['cancelled', 'event', null])
      assert.deepEqual(await deliveries.due(store(), address, 1e9, 9), [])
      await store().transact((transaction) =>
        deliveries.clearBodies(transaction, address, 'g', 100),
      )
      assert.equal(await recover(0), 0)
    })

    it('are cleared away from the oldest on, some at a time', async () => {
      const address = await addWebhook(store(), await createFixture(store()))
      const ids = ['a', 'b', 'c', 'd']
      for (const id of ids) {
        const row = await add(address, { id })
        await store().transact((transaction) => attempts.insert(transaction, row, attemptRow))
      }
      const { clear: clearRows, clearBodies } = deliveries
      const works = { clear: clearRows, clearBodies }
      const clear = (work: keyof typeof works) =>
        store().transact((transaction) => works[work](transaction, address, 'd', 2))
      assert.deepEqual([await clear('clearBodies'), await clear('clear')], [2, 2])
      assert.deepEqual([await clear('clearBodies'), await clear('clear')], [1, 1])
      assert.deepEqual([await clear('clearBodies'), await clear('clear')], [0, 0])
      const left = await deliveries.list(
        store(),
        systemViewer(address.workspaceId),
        address.webhookId,
        everything,
      )
      assert.deepEqual(
        left.map(({ id }) => id),
        ['d'],
      )
    })
  })

  describe('webhookSubjects', () => {
    const { store } = useStore(open)

    it('are pages, in the trash as well, and people', async () => {
      const fixture = await createFixture(store())
      const page = await addPage(store(), fixture, { title: 'Told' })
      const found = await subjects.page(store(), fixture.workspaceId, page.id)
      assert.deepEqual([found?.title, found?.parentId], ['Told', fixture.workspaceId])
      assert.equal(await subjects.page(store(), fixture.workspaceId, newId()), undefined)
      const person = plain(await subjects.person(store(), fixture.userId))
      assert.deepEqual(person, { id: fixture.userId, firstName: 'A', lastName: 'B' })
    })
  })
}
