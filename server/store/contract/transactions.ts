import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allSettledOrThrow } from '../../lib/all-settled.ts'
import { AppError } from '../../lib/errors.ts'
import { defaultStoredFields } from '../../lib/page-fields.ts'
import * as pages from '../pages/pages.ts'
import { systemViewer } from '../rights/viewer.ts'
import type { Dialect } from './dialect.ts'
import { addPage, isThere, createFixture, pageRow, runRefused, useStore } from './rows.ts'

export function transactionContract(open: Dialect['open']): void {
  describe('transact', () => {
    refusals(open)
    commits(open)
    scopes(open)
    closing(open)
  })
}

function refusals(open: Dialect['open']): void {
  const { store } = useStore(open)

  it('has a clock that goes on during a transaction', async () => {
    const before = await store().now()
    const within = await store().transact(async (transaction) => {
      const first = await transaction.now()
      let next = first
      while (next === first) next = await transaction.now()
      return [first, next]
    })
    const times = [before, ...within, await store().now()]
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    )
    assert.ok(times.every(Number.isInteger))
  })

  it('gives back the very error that was thrown, and undoes everything before it', async () => {
    const row = pageRow(await createFixture(store()))
    const refusal = new AppError('PAGE_CYCLE', 'no')
    const work = store().transact(async (transaction) => {
      await pages.insert(transaction, row)
      assert.equal(await isThere(transaction, row), true)
      throw refusal
    })
    await assert.rejects(work, (error) => error === refusal)
    assert.equal(await isThere(store(), row), false)
  })

  it('undoes everything when a statement is refused', async () => {
    const row = pageRow(await createFixture(store()))
    await assert.rejects(
      store().transact(async (transaction) => {
        await pages.insert(transaction, row)
        await runRefused(transaction)
      }),
    )
    assert.equal(await isThere(store(), row), false)
  })

  it('undoes everything when the work throws before it awaits anything', async () => {
    const failure = new AppError('INTERNAL', 'at once')
    const work = store().transact(() => {
      throw failure
    })
    await assert.rejects(work, (error) => error === failure)
  })

  it('refuses a row whose owner is missing', async () => {
    const fixture = await createFixture(store())
    await assert.rejects(addPage(store(), { ...fixture, userId: 'nobody' }))
    await assert.rejects(addPage(store(), { ...fixture, workspaceId: 'nowhere' }))
  })

  it('leaves the neighbours of a failing write alone, whatever makes it fail', async () => {
    const fixture = await createFixture(store())
    const rows = Array.from({ length: 100 }, () => pageRow(fixture))
    const outcomes = await Promise.allSettled(
      rows.map((row, index) =>
        store().transact(async (transaction) => {
          await pages.insert(transaction, row)
          if (index % 5 === 1) throw new AppError('PAGE_CYCLE', 'no')
          if (index % 5 === 3) await runRefused(transaction)
        }),
      ),
    )
    for (const [index, row] of rows.entries()) {
      const isFailing = index % 5 === 1 || index % 5 === 3
      assert.equal(outcomes[index]?.status, isFailing ? 'rejected' : 'fulfilled')
      assert.equal(await isThere(store(), row), !isFailing)
    }
  })
}

function commits(open: Dialect['open']): void {
  const { store, current } = useStore(open)

  it('gives what the work gives', async () => {
    assert.equal(await store().transact(async () => 42), 42)
    assert.equal(await store().transact(async () => undefined), undefined)
  })

  it('shows a write to others only once it is committed, and is answered only after that', async () => {
    const fixture = await createFixture(store())
    const other = await current().again()
    const rows = Array.from({ length: 100 }, () => pageRow(fixture))
    await Promise.all(
      rows.map(async (row) => {
        await store().transact(async (transaction) => {
          await pages.insert(transaction, row)
          assert.equal(await isThere(transaction, row), true)
          assert.equal(await isThere(store(), row), false)
          assert.equal(await isThere(other, row), false)
        })
        assert.equal(await isThere(store(), row), true)
        assert.equal(await isThere(other, row), true)
      }),
    )
  })

  it('runs writes one at a time, in the order in which they were asked for', async () => {
    const order: string[] = []
    const fixture = await createFixture(store())
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        store().transact(async (transaction) => {
          order.push(`start ${index}`)
          await pages.insert(transaction, pageRow(fixture))
          order.push(`end ${index}`)
        }),
      ),
    )
    const expected = Array.from({ length: 200 }, (_, index) => [`start ${index}`, `end ${index}`])
    assert.deepEqual(order, expected.flat())
  })

  it('loses no update to a counter that many read and write at once', async () => {
    const fixture = await createFixture(store())
    const { workspaceId, id } = await addPage(store(), fixture)
    const change = { workspaceId, pageId: id, at: 2, by: fixture.userId }
    const other = await current().again()
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        (index % 2 === 0 ? store() : other).transact(async (transaction) => {
          const page = await pages.get(transaction, systemViewer(workspaceId), id)
          const title = String(Number(page?.title === 'Page' ? 0 : page?.title) + 1)
          const { version = 0 } = page ?? {}
          await pages.update(transaction, change, {
            ...defaultStoredFields,
            title,
            type: 'TEXT',
            version,
          })
        }),
      ),
    )
    const page = await pages.get(store(), systemViewer(workspaceId), id)
    assert.deepEqual([page?.title, page?.version], ['60', 61])
  })
}

function scopes(open: Dialect['open']): void {
  const { store, current } = useStore(open)

  it('has its workspace to itself, whoever else writes there', async () => {
    const fixture = await createFixture(store())
    const { workspaceId, id } = await addPage(store(), fixture)
    const change = { workspaceId, pageId: id, at: 2, by: fixture.userId }
    const other = await current().again()
    await Promise.all(
      Array.from({ length: 90 }, (_, index) => {
        const writer = index % 2 === 0 ? store() : other
        // Every third transaction takes the global lock, which excludes the others.
        const scope = index % 3 === 0 ? ('global' as const) : { workspaceId }
        return writer.transactIn(scope, async (transaction) => {
          const page = await pages.get(transaction, systemViewer(workspaceId), id)
          const title = String(Number(page?.title === 'Page' ? 0 : page?.title) + 1)
          const { version = 0 } = page ?? {}
          await pages.update(transaction, change, {
            ...defaultStoredFields,
            title,
            type: 'TEXT',
            version,
          })
        })
      }),
    )
    assert.equal((await pages.get(store(), systemViewer(workspaceId), id))?.title, '90')
  })

  it('leaves the neighbours of a failing write in the same workspace alone', async () => {
    const fixture = await createFixture(store())
    const { workspaceId } = fixture
    const rows = Array.from({ length: 80 }, () => pageRow(fixture))
    const outcomes = await Promise.allSettled(
      rows.map((row, index) =>
        store().transactIn({ workspaceId }, async (transaction) => {
          await pages.insert(transaction, row)
          if (index % 4 === 1)
            await allSettledOrThrow(runRefused(transaction), isThere(transaction, row))
        }),
      ),
    )
    for (const [index, row] of rows.entries()) {
      assert.equal(outcomes[index]?.status, index % 4 === 1 ? 'rejected' : 'fulfilled')
      assert.equal(await isThere(store(), row), index % 4 !== 1)
    }
  })

  it('writes without a lock where nothing is asked for', async () => {
    const row = pageRow(await createFixture(store()))
    await store().transactIn('none', (transaction) => pages.insert(transaction, row))
    assert.equal(await isThere(store(), row), true)
  })
}

function closing(open: Dialect['open']): void {
  it('tells how many writes wait, and finishes them all before it closes', async () => {
    const { store, again, close } = await open()
    try {
      const other = await again()
      const fixture = await createFixture(store)
      assert.equal(store.queueDepth(), 0)
      const rows = Array.from({ length: 150 }, () => pageRow(fixture))
      const writes = rows.map((row) =>
        store.transact((transaction) => pages.insert(transaction, row)),
      )
      assert.ok(store.queueDepth() > 0)
      await store.close()
      await Promise.all(writes)
      assert.equal(store.queueDepth(), 0)
      assert.equal((await pages.all(other, systemViewer(fixture.workspaceId))).length, rows.length)
    } finally {
      await close()
    }
  })
}
