import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../lib/ids.ts'
import * as jobs from '../background/jobs.ts'
import * as queues from '../background/queues.ts'
import type { Store } from '../connection.ts'
import * as deliveries from '../webhooks/deliveries.ts'
import type { Dialect } from './dialect.ts'
import { createFixture, deliveryRow, plain, useStore } from './rows.ts'
import { addWebhook } from './webhooks.ts'

const far = 1e12

export function jobsContract(open: Dialect['open']): void {
  describe('jobs', () => {
    const { store, current } = useStore(open)
    const add = async (dueAt: number) => {
      const job = { kind: 'test', subject: newId() }
      await store().transact((transaction) => jobs.enqueue(transaction, job, dueAt))
      return job
    }
    /** Claims the first due job. */
    const claim = async (from: Store, now: number, until = now + 10) => {
      for (const { kind, subject } of await jobs.leases.idle(from, { now, limit: 10 })) {
        const holder = newId()
        const isMine = await from.transactIn('none', (transaction) =>
          jobs.leases.claim(transaction, { kind, subject }, { holder, until, now }),
        )
        if (isMine) return { kind, subject, holder }
      }
      return undefined
    }
    type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>
    const recordOutcome = (job: Claimed) =>
      store().transact((transaction) => jobs.finish(transaction, job, job.holder))

    it('gives nothing before it is due', async () => {
      const job = await add(far)
      assert.equal(await claim(store(), far - 1), undefined)
      const taken = await claim(store(), far)
      assert.ok(taken)
      assert.equal(taken.subject, job.subject)
      await recordOutcome(taken)
    })

    it('is there once, however often it is added, and keeps its place in time', async () => {
      const { kind, subject } = await add(100)
      const again = await store().transact((transaction) =>
        jobs.enqueue(transaction, { kind, subject }, 1),
      )
      assert.equal(again, false)
      const state = plain(await jobs.state(store(), { kind, subject }))
      assert.deepEqual(state, { dueAt: 100, attempts: 0, error: null })
      const taken = await claim(store(), 100)
      assert.ok(taken)
      await recordOutcome(taken)
      assert.equal(await jobs.state(store(), { kind, subject }), undefined)
    })

    it('goes to one of many who ask at once, the longest due first', async () => {
      const other = await current().again()
      const [late, early] = [await add(20), await add(10)]
      const taken = await Promise.all(
        [store(), other, store(), other].map((from) => claim(from, 30)),
      )
      const subjects = taken.flatMap((job) => job?.subject ?? [])
      assert.deepEqual(new Set(subjects), new Set([late.subject, early.subject]))
      assert.equal(subjects.length, 2)
      for (const job of taken) if (job !== undefined) await recordOutcome(job)
    })

    it('is the only one that is taken, also by a store that takes its table for almost empty', async () => {
      await add(30)
      await store().refreshStatistics()
      for (let count = 1; count < 60; count += 1) await add(30)
      const taken: Claimed[] = []
      for (let job = await claim(store(), 30); job !== undefined; job = await claim(store(), 30)) {
        taken.push(job)
      }
      assert.equal(taken.length, 60)
      for (const job of taken) await recordOutcome(job)
    })

    it('is taken up although its lease ends later than any can, as after a clock that was ahead', async () => {
      await add(0)
      const hour = 3_600_000
      assert.ok(await claim(store(), 50, 50 + hour))
      const second = await claim(store(), 50, 60_050)
      assert.ok(second)
      assert.equal(await claim(store(), 50), undefined)
      await recordOutcome(second)
    })

    it('is taken up again when its lease has run out, and then no longer the first one’s', async () => {
      await add(0)
      const first = await claim(store(), 50, 60)
      assert.ok(first)
      assert.equal(await claim(store(), 60), undefined)
      const second = await claim(store(), 61)
      assert.ok(second)
      assert.equal(second.subject, first.subject)
      await store().transact(async (transaction) => {
        const renew = ({ holder }: Claimed) =>
          jobs.leases.renew(transaction, second, { holder, until: far })
        assert.equal(await renew(first), false)
        assert.equal(await jobs.finish(transaction, first, first.holder), false)
        const state = { dueAt: 1, attempts: 1, error: null }
        const { holder } = first
        assert.equal(await jobs.postpone(transaction, first, { holder, ...state }), false)
        assert.equal(await renew(second), true)
      })
      assert.equal(await claim(store(), far - 1), undefined)
      await recordOutcome(second)
    })

    it('counts an attempt that has not ended', async () => {
      const { kind, subject } = await add(0)
      const taken = await claim(store(), 1)
      assert.ok(taken)
      await store().transact((transaction) => jobs.putAttempts(transaction, taken, 2))
      assert.equal((await jobs.state(store(), { kind, subject }))?.attempts, 2)
      await recordOutcome(taken)
    })

    it('goes back with what was wrong, and is due at once when hastened', async () => {
      const { kind, subject } = await add(0)
      const taken = await claim(store(), 1)
      assert.ok(taken)
      const state = { dueAt: 500, attempts: 3, error: 'no answer' }
      const { holder } = taken
      await store().transact(async (transaction) => {
        await jobs.postpone(transaction, taken, { holder, ...state })
        await jobs.leases.release(transaction, taken, holder)
      })
      assert.deepEqual(plain(await jobs.state(store(), { kind, subject })), state)
      assert.equal(await claim(store(), 499), undefined)
      await store().transact((transaction) => jobs.hasten(transaction, { kind, subject }, 7))
      const again = await claim(store(), 7)
      assert.equal(again?.subject, subject)
      assert.equal((await jobs.state(store(), { kind, subject }))?.attempts, 0)
      await recordOutcome(again)
    })
  })
}

export function queuesContract(open: Dialect['open']): void {
  describe('queues', () => {
    const { store } = useStore(open)
    const depth = async (name: string, now: number) =>
      plain((await queues.depths(store(), now)).find(({ queue }) => queue === name))

    it('are empty at first, and all there', async () => {
      const names = (await queues.depths(store(), 1)).map(({ queue }) => queue)
      const all = ['webhooks', 'chats', 'emails', 'imports', 'transfers', 'search', 'jobs']
      assert.deepEqual(names, all)
      const empty = { queue: 'chats', waiting: 0, failed: 0, dueSince: null }
      assert.deepEqual(await depth('chats', 1), empty)
    })

    it('count what waits, and what failed before', async () => {
      const address = await addWebhook(store(), await createFixture(store()))
      await store().transact(async (transaction) => {
        for (const dueAt of [40, 60]) {
          await deliveries.insert(transaction, deliveryRow(address, { dueAt }), '{}')
        }
      })
      const waiting = { queue: 'webhooks', waiting: 2, failed: 0, dueSince: 40 }
      assert.deepEqual(await depth('webhooks', 50), waiting)
      const before = (await depth('jobs', 50))?.waiting ?? 0
      const job = { kind: 'failing', subject: newId() }
      await store().transact(async (transaction) => {
        await jobs.enqueue(transaction, job, 30)
        await jobs.putAttempts(transaction, job, 1)
      })
      const failing = async () =>
        (await queues.failedJobs(store())).find(({ kind }) => kind === 'failing')?.failed
      assert.equal(await failing(), undefined)
      await store().transact((transaction) => jobs.putAttempts(transaction, job, 2))
      assert.equal((await depth('jobs', 29))?.waiting, before)
      assert.equal((await depth('jobs', 50))?.waiting, before + 1)
      assert.equal(await failing(), 1)
    })
  })
}
