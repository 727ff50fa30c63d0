import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../lib/ids.ts'
import * as idempotencyKeys from '../administration/idempotency-keys.ts'
import type { Transaction } from '../connection.ts'
import type { Dialect } from './dialect.ts'
import { plain, useStore } from './rows.ts'

export function idempotencyKeysContract(open: Dialect['open']): void {
  describe('idempotency keys', () => {
    const { store } = useStore(open)
    const write = <Result>(work: (transaction: Transaction) => Promise<Result>) =>
      store().transactIn('none', work)
    const claimOf = (more: Partial<idempotencyKeys.Claim> = {}): idempotencyKeys.Claim => ({
      userId: newId(),
      operation: '/v1/pages/create',
      keyHash: 'a',
      requestHash: 'b',
      holder: newId(),
      leasedUntil: 100,
      createdAt: 1,
      ...more,
    })
    const insert = (claim: idempotencyKeys.Claim) =>
      write((transaction) => idempotencyKeys.insert(transaction, claim))

    it('are taken once, by person, operation and key', async () => {
      const claim = claimOf()
      assert.equal(await insert(claim), true)
      assert.equal(await insert({ ...claim, holder: 'other' }), false)
      for (const more of [{ userId: newId() }, { operation: '/v1/pages/edit' }, { keyHash: 'c' }]) {
        assert.equal(await insert({ ...claim, ...more }), true)
      }
      assert.deepEqual(plain(await idempotencyKeys.get(store(), claim)), {
        requestHash: 'b',
        holder: claim.holder,
        leasedUntil: 100,
        answer: null,
        createdAt: 1,
      })
    })

    it('pass to another holder when the time of the first is over, who can then not finish', async () => {
      const first = claimOf()
      const second = { ...first, holder: newId(), leasedUntil: 200 }
      await insert(first)
      const takeOver = (now: number) =>
        write((transaction) => idempotencyKeys.takeOver(transaction, second, now))
      assert.deepEqual([await takeOver(99), await takeOver(100)], [false, true])
      const done = await write(async (transaction) => [
        await idempotencyKeys.renew(transaction, first, 300),
        await idempotencyKeys.finish(transaction, first, '{}'),
        await idempotencyKeys.renew(transaction, second, 300),
        await idempotencyKeys.finish(transaction, second, '{"ok":true}'),
        await idempotencyKeys.takeOver(transaction, first, 1000),
      ])
      assert.deepEqual(done, [false, false, true, true, false])
      await write((transaction) => idempotencyKeys.release(transaction, second))
      const stored = await idempotencyKeys.get(store(), first)
      assert.deepEqual([stored?.holder, stored?.answer], [null, '{"ok":true}'])
    })

    it('pass on although the time of the first ends later than any can, as after a clock that was ahead', async () => {
      const first = claimOf({ leasedUntil: 3_600_100 })
      await insert(first)
      const second = { ...first, holder: newId(), leasedUntil: 200 }
      const takeOver = () =>
        write((transaction) => idempotencyKeys.takeOver(transaction, second, 100))
      assert.deepEqual([await takeOver(), await takeOver()], [true, false])
    })

    it('are freed by their holder alone', async () => {
      const claim = claimOf()
      await insert(claim)
      const release = (holder: string) =>
        write((transaction) => idempotencyKeys.release(transaction, { ...claim, holder }))
      await release('other')
      assert.notEqual(await idempotencyKeys.get(store(), claim), undefined)
      await release(claim.holder)
      assert.equal(await idempotencyKeys.get(store(), claim), undefined)
    })

    it('are counted and forgotten by person, the oldest first', async () => {
      const userId = newId()
      const claims = [1, 2, 3].map((createdAt) =>
        claimOf({ userId, createdAt, keyHash: `key ${createdAt}` }),
      )
      for (const claim of claims) await insert(claim)
      const bytes = await idempotencyKeys.bytesOf(store(), userId)
      assert.ok(bytes > 0)
      const removed = await write((transaction) =>
        idempotencyKeys.removeOldest(transaction, userId, { until: 2, limit: 1 }),
      )
      assert.equal(removed, 1)
      assert.equal(await idempotencyKeys.bytesOf(store(), userId), (bytes / 3) * 2)
      assert.equal(await idempotencyKeys.bytesOf(store(), newId()), 0)
      const [, second, third] = claims
      assert.ok(second && third)
      await write(async (transaction) => {
        await idempotencyKeys.remove(transaction, second, 2)
        await idempotencyKeys.remove(transaction, third, 2)
      })
      const left = claims.map((claim) => idempotencyKeys.get(store(), claim))
      assert.deepEqual(
        (await Promise.all(left)).map((row) => row?.createdAt),
        [undefined, undefined, 3],
      )
    })
  })
}
