import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as comments from '../../comments/comments.ts'
import * as transfers from '../../transfers/transfers.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, type Fixture, plain, useStore } from '../rows.ts'

function transferRow(
  { workspaceId, userId }: Fixture,
  columns: Partial<transfers.TransferRow> = {},
): transfers.TransferRow {
  return {
    workspaceId,
    id: newId(),
    pageId: newId(),
    includesBelow: 1,
    kind: 'copy',
    targetWorkspaceId: newId(),
    targetParentId: null,
    copyId: newId(),
    title: 'Plan',
    via: 'api',
    state: 'running',
    total: 3,
    done: 0,
    files: 0,
    leftBehind: 0,
    error: null,
    createdAt: 1,
    createdBy: userId,
    keyId: null,
    updatedAt: 1,
    ...columns,
  }
}

export function transfersContract(open: Dialect['open']): void {
  describe('transfers', () => {
    const { store } = useStore(open)
    const add = async (fixture: Fixture, columns: Partial<transfers.TransferRow> = {}) => {
      const row = transferRow(fixture, columns)
      await store().transact((transaction) => transfers.insert(transaction, row))
      return { row, address: { workspaceId: row.workspaceId, transferId: row.id } }
    }

    it('are found in the workspace that they come from only', async () => {
      const { row, address } = await add(await createFixture(store()))
      assert.deepEqual(plain(await transfers.get(store(), address)), row)
      const elsewhere = { ...address, workspaceId: row.targetWorkspaceId }
      assert.equal(await transfers.get(store(), elsewhere), undefined)
    })

    it('are due while they run or are undone, and change their state only from the expected one', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      await add(fixture, { state: 'done' })
      assert.equal(await transfers.due(store(), workspaceId), undefined)
      assert.ok(!(await transfers.workspaces(store())).includes(workspaceId))
      const { row, address } = await add(fixture)
      assert.equal((await transfers.due(store(), workspaceId))?.id, row.id)
      assert.ok((await transfers.workspaces(store())).includes(workspaceId))
      assert.equal(await transfers.countOpen(store(), { workspaceId, userId }), 1)
      assert.equal(await transfers.countOpen(store(), { workspaceId, userId: newId() }), 0)
      const move = (change: Parameters<typeof transfers.move>[2]) =>
        store().transact((transaction) => transfers.move(transaction, address, change))
      assert.equal(await move({ from: 'undoing', to: 'failed', error: null, at: 2 }), false)
      assert.equal(await move({ from: 'running', to: 'undoing', error: 'No.', at: 2 }), true)
      assert.equal(await transfers.state(store(), address), 'undoing')
      assert.equal((await transfers.due(store(), workspaceId))?.id, row.id)
      assert.equal(await move({ from: 'undoing', to: 'failed', error: 'No.', at: 3 }), true)
      assert.equal(await transfers.due(store(), workspaceId), undefined)
      assert.equal((await transfers.get(store(), address))?.error, 'No.')
    })

    it('have progress, and the items that they wrote', async () => {
      const { address } = await add(await createFixture(store()))
      const progress = { total: 4, done: 2, files: 1, leftBehind: 1, at: 9 }
      const [one = '', other = ''] = [newId(), newId()].toSorted()
      await store().transact(async (transaction) => {
        await transfers.putProgress(transaction, address, progress)
        for (const itemId of [one, other, one]) {
          const item = { kind: 'page', itemId, copyId: newId(), mark: `of ${itemId}` } as const
          await transfers.putItem(transaction, address, item)
        }
      })
      const found = await transfers.get(store(), address)
      assert.deepEqual(
        [found?.total, found?.done, found?.files, found?.leftBehind, found?.updatedAt],
        [4, 2, 1, 1, 9],
      )
      const part = { kind: 'page', after: '', limit: 9 } as const
      const items = await transfers.items(store(), address, part)
      assert.deepEqual(
        items.map(({ itemId, mark }) => [itemId, mark]),
        [
          [one, `of ${one}`],
          [other, `of ${other}`],
        ],
      )
      assert.equal((await transfers.items(store(), address, { ...part, after: one })).length, 1)
      assert.deepEqual(await transfers.items(store(), address, { ...part, kind: 'file' }), [])
    })

    it('know what a page became once a move has ended', async () => {
      const fixture = await createFixture(store())
      const [itemId, copyId] = [newId(), newId()]
      const item = { kind: 'page', itemId, copyId, mark: '' } as const
      const { address } = await add(fixture, { kind: 'move' })
      const copy = await add(fixture, { kind: 'copy', state: 'done' })
      const found = () => transfers.movedTo(store(), address, itemId)
      await store().transact(async (transaction) => {
        await transfers.putItem(transaction, address, item)
        await transfers.putItem(transaction, copy.address, item)
      })
      assert.equal(await found(), undefined)
      await store().transact((transaction) =>
        transfers.move(transaction, address, { from: 'running', to: 'done', error: null, at: 2 }),
      )
      assert.equal(await found(), copyId)
      assert.equal(await transfers.movedTo(store(), address, newId()), undefined)
      assert.equal(await transfers.movedTo(store(), copy.address, itemId), undefined)
    })

    it('notice a change of a page and of its comments', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const pageId = newId()
      const page = { workspaceId, pageId }
      assert.equal(await transfers.markOf(store(), page), undefined)
      await addPage(store(), fixture, { id: pageId })
      const before = await transfers.markOf(store(), page)
      assert.notEqual(before, undefined)
      assert.equal(await transfers.markOf(store(), page), before)
      const id = newId()
      await store().transact((transaction) =>
        comments.insert(transaction, {
          ...page,
          id,
          threadId: id,
          markdown: 'Hm.',
          quote: null,
          createdAt: 5,
          createdBy: userId,
        }),
      )
      assert.notEqual(await transfers.markOf(store(), page), before)
    })
  })
}
