import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Transaction } from '../connection.ts'
import { append, idAt, last, since } from '../events/events.ts'
import type { Dialect } from './dialect.ts'
import { type Fixture, createFixture, listEvents, useStore } from './rows.ts'

function emitEvent(transaction: Transaction, { workspaceId, userId }: Fixture, data: string) {
  const by = { actorId: userId, via: 'api', createdAt: 1 }
  return append(transaction, { workspaceId, id: newId(), type: 'page.created', data, ...by })
}

export function eventsContract(open: Dialect['open']): void {
  describe('events.append', () => {
    const { store, current } = useStore(open)

    it('refuses a workspace that is not there', async () => {
      const fixture = await createFixture(store())
      await assert.rejects(
        store().transact((transaction) =>
          emitEvent(transaction, { ...fixture, workspaceId: 'nowhere' }, ''),
        ),
      )
    })

    it('counts per workspace without a gap, through failures and several writers', async () => {
      const other = await current().again()
      const grounds = [await createFixture(store()), await createFixture(store())]
      const emitted: string[][] = [[], []]
      await Promise.allSettled(
        Array.from({ length: 120 }, async (_, index) => {
          const which = index % 2
          const writer = index % 3 === 0 ? other : store()
          await writer.transact(async (transaction) => {
            const fixture = grounds[which]
            if (fixture !== undefined) await emitEvent(transaction, fixture, String(index))
            if (index % 7 === 0) throw new AppError('PAGE_CYCLE', 'no')
          })
          emitted[which]?.push(String(index))
        }),
      )
      for (const [which, { workspaceId }] of grounds.entries()) {
        const events = await listEvents(store(), workspaceId)
        assert.deepEqual(
          events.map(({ sequence }) => sequence),
          events.map((_, index) => index + 1),
        )
        assert.deepEqual(events.map(({ data }) => data).toSorted(), emitted[which]?.toSorted())
        assert.equal(await idAt(store(), workspaceId, 1), events[0]?.id)
        assert.equal(await idAt(store(), workspaceId, 0), undefined)
      }
    })
  })
  describe('events.since', () => {
    const { store } = useStore(open)

    it('gives what came after an event, in its order, and only of its workspace', async () => {
      const [fixture, other] = [await createFixture(store()), await createFixture(store())]
      const { workspaceId, userId } = fixture
      assert.equal(await last(store(), workspaceId), 0)
      await store().transact(async (transaction) => {
        for (const data of ['1', '2', '3']) await emitEvent(transaction, fixture, data)
        await emitEvent(transaction, other, 'theirs')
      })
      const [second, third, ...more] = await since(store(), workspaceId, 1, 9)
      assert.deepEqual([second?.data, third?.data, more.length], ['2', '3', 0])
      assert.deepEqual([second?.sequence, second?.actorId, second?.via], [2, userId, 'api'])
      assert.equal((await since(store(), workspaceId, 0, 2)).length, 2)
      assert.equal(await last(store(), workspaceId), 3)
      assert.equal(await last(store(), 'nowhere'), 0)
    })
  })
}
