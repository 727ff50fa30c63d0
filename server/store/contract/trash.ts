import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../lib/ids.ts'
import { defaultStoredFields } from '../../lib/page-fields.ts'
import * as checks from '../checks.ts'
import * as files from '../files/files.ts'
import * as contents from '../pages/contents.ts'
import * as personal from '../pages/favourites-and-recent.ts'
import * as history from '../pages/history.ts'
import * as pages from '../pages/pages.ts'
import * as trash from '../pages/trash.ts'
import { systemViewer } from '../rights/viewer.ts'
import type { Dialect } from './dialect.ts'
import { addPage, fileRow, createFixture, plain, useStore } from './rows.ts'

export function trashContract(open: Dialect['open']): void {
  describe('trash', () => {
    const { store } = useStore(open)

    it('lists deletions and counts the pages of each, only of its workspace', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId: by } = fixture
      const top = await addPage(store(), fixture, { title: 'Top' })
      const below = await addPage(store(), fixture, { parentId: top.id })
      const alone = await addPage(store(), fixture, { title: 'Alone' })
      const remove = (id: string, deletedWith: string, at: number) =>
        store().transact((transaction) =>
          trash.remove(transaction, { workspaceId, ids: [id], deletedWith }, { at, by }),
        )
      await remove(alone.id, alone.id, 1)
      await remove(below.id, top.id, 2)
      await remove(top.id, top.id, 2)
      const list = await trash.list(store(), systemViewer(workspaceId), { limit: 9, offset: 0 })
      assert.deepEqual(
        list.map((one) => [one.title, one.parentId, one.pages, one.deletedAt, one.deletedBy]),
        [
          ['Top', workspaceId, 2, 2, by],
          ['Alone', workspaceId, 1, 1, by],
        ],
      )
      assert.equal(
        (await trash.list(store(), systemViewer(workspaceId), { limit: 1, offset: 1 })).length,
        1,
      )
      assert.equal(await trash.count(store(), systemViewer(workspaceId)), 2)
      const other = await createFixture(store())
      assert.equal(await trash.count(store(), systemViewer(other.workspaceId)), 0)
      assert.deepEqual(
        await trash.list(store(), systemViewer(other.workspaceId), { limit: 9, offset: 0 }),
        [],
      )
      assert.deepEqual(await trash.children(store(), workspaceId, top.id), [below.id])
      assert.deepEqual(await trash.children(store(), other.workspaceId, top.id), [])
    })

    it('moves what is in it without a word of who deleted it', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const { id } = await addPage(store(), fixture)
      const position = { parentId: workspaceId, position: 'b5' }
      await store().transact(async (transaction) => {
        const change = { at: 3, by: userId }
        await trash.remove(transaction, { workspaceId, ids: [id], deletedWith: id }, change)
        await trash.reparent(transaction, { workspaceId, id }, position)
      })
      const [row] = await trash.list(store(), systemViewer(workspaceId), { limit: 9, offset: 0 })
      assert.deepEqual([row?.id, row?.deletedAt, row?.deletedBy], [id, 3, userId])
      assert.equal(await pages.lastPosition(store(), workspaceId, workspaceId), 'b5')
    })

    it('gives a page up only when nothing else is kept about it', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const { id: pageId } = await addPage(store(), fixture)
      const file = fileRow(fixture)
      const address = { workspaceId, pageId }
      await store().transact(async (transaction) => {
        await contents.put(transaction, address, { document: '{}', blocks: '[]' })
        await history.insertPresent(transaction, address)
        await personal.addFavourite(transaction, fixture, pageId, 1)
        await files.insert(transaction, file)
        await files.attach(transaction, { ...address, fileId: file.id, createdAt: 1 })
      })
      const purge = () =>
        store().transact((transaction) => trash.purge(transaction, workspaceId, pageId))
      await assert.rejects(purge())
      await store().transact(async (transaction) => {
        await history.remove(transaction, address)
        await personal.forgetPage(transaction, workspaceId, pageId)
      })
      await purge()
      assert.equal(await trash.get(store(), systemViewer(workspaceId), pageId), undefined)
      assert.equal(await contents.get(store(), workspaceId, pageId), undefined)
      assert.ok(await files.get(store(), systemViewer(workspaceId), file.id))
    })

    it('gives a page in the trash with its fields, to those who can read it', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, id } = await addPage(store(), fixture, { title: 'Gone' })
      const find = () => trash.page(store(), systemViewer(workspaceId), id)
      assert.equal(await find(), undefined)
      await store().transact((transaction) =>
        trash.remove(
          transaction,
          { workspaceId, ids: [id], deletedWith: id },
          { at: 1, by: fixture.userId, runId: null },
        ),
      )
      const found = await find()
      assert.deepEqual([found?.title, found?.version, found?.type], ['Gone', 1, 'TEXT'])
      assert.equal(await trash.page(store(), systemViewer(newId()), id), undefined)
    })

    it('shows a check a history that goes beyond its page', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, id: pageId } = await addPage(store(), fixture)
      const row = {
        ...defaultStoredFields,
        version: 2,
        title: 'T',
        createdAt: 1,
        via: 'api',
        authors: null,
      }
      await store().transact((transaction) =>
        history.insert(transaction, { workspaceId, pageId }, { ...row, createdBy: fixture.userId }),
      )
      const found = (await checks.histories(store())).map(plain)
      assert.deepEqual(found, [{ pageId, version: 1, newest: 2 }])
    })
  })
}
