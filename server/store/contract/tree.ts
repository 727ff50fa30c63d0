import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { generateKeyBetween } from 'fractional-indexing'
import * as pages from '../pages/pages.ts'
import { systemViewer } from '../rights/viewer.ts'
import type { Dialect } from './dialect.ts'
import { addPage, createFixture, plain, useStore } from './rows.ts'

export function treeContract(open: Dialect['open']): void {
  describe('the tree of pages', () => {
    const { store } = useStore(open)

    it('orders siblings by the bytes of their positions, not by a language', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const positions = ['Zz', 'a0', 'a0V', 'a1', 'aA', 'aa', 'b00']
      for (const position of positions.toReversed()) await addPage(store(), fixture, { position })
      const list = await pages.children(store(), workspaceId, workspaceId)
      assert.deepEqual(
        list.map(({ position }) => position),
        positions,
      )
      const at = (position: string) => ({ workspaceId, parentId: workspaceId, position })
      assert.equal(await pages.lastPosition(store(), workspaceId, workspaceId), 'b00')
      assert.equal(await pages.nextPosition(store(), at('a0V'), ''), 'a1')
      assert.equal(await pages.nextPosition(store(), at(''), ''), 'Zz')
      assert.equal(await pages.nextPosition(store(), at('b00'), ''), null)
    })

    it('gives the position of the last child of a page, while the page is there', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const { id } = await addPage(store(), fixture)
      const viewer = systemViewer(workspaceId)
      const parent = { sectionId: null, level: viewer.openLevel }
      const lastChild = async () => plain(await pages.lastChild(store(), viewer, id))
      assert.deepEqual(await lastChild(), { ...parent, position: null })
      for (const position of ['a1', 'a2']) {
        await addPage(store(), fixture, { parentId: id, position })
      }
      assert.deepEqual(await lastChild(), { ...parent, position: 'a2' })
      const there = await createFixture(store())
      assert.equal(await pages.lastChild(store(), systemViewer(there.workspaceId), id), undefined)
      assert.equal(await pages.lastChild(store(), viewer, workspaceId), undefined)
    })

    it('leaves one page out of the count, as when it moves to where it is', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const moving = await addPage(store(), fixture, { position: 'a1' })
      await addPage(store(), fixture, { position: 'a2' })
      const before = { workspaceId, parentId: workspaceId, position: 'a0' }
      assert.equal(await pages.nextPosition(store(), before, moving.id), 'a2')
      assert.equal(await pages.nextPosition(store(), before, ''), 'a1')
    })

    it('finds room between any two neighbours, again and again', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const first = await addPage(store(), fixture, { position: generateKeyBetween(null, null) })
      const ids = [first.id]
      for (let count = 0; count < 40; count += 1) {
        const before = { workspaceId, parentId: workspaceId, position: first.position }
        const next = await pages.nextPosition(store(), before, '')
        const position = generateKeyBetween(first.position, next)
        ids.splice(1, 0, (await addPage(store(), fixture, { position })).id)
      }
      const list = await pages.children(store(), workspaceId, workspaceId)
      assert.deepEqual(
        list.map(({ id }) => id),
        ids,
      )
    })

    it('moves a page with one row, and gives the line of pages above it', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const top = await addPage(store(), fixture)
      const middle = await addPage(store(), fixture, { parentId: top.id })
      const leaf = await addPage(store(), fixture)
      const change = { workspaceId, pageId: leaf.id, at: 2, by: userId }
      await store().transact((transaction) =>
        pages.move(transaction, change, { parentId: middle.id, position: 'a5' }),
      )
      const line = await pages.lineage(store(), workspaceId, leaf.id)
      assert.deepEqual(line.toSorted(), [top.id, middle.id, leaf.id].toSorted())
      assert.equal((await pages.get(store(), systemViewer(workspaceId), leaf.id))?.position, 'a5')
      assert.equal((await pages.all(store(), systemViewer(workspaceId))).length, 3)
    })

    it('ends the line above even where damaged data runs in a circle', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const one = await addPage(store(), fixture)
      const two = await addPage(store(), fixture, { parentId: one.id })
      const change = { workspaceId, pageId: one.id, at: 2, by: userId }
      await store().transact((transaction) =>
        pages.move(transaction, change, { parentId: two.id, position: 'a0' }),
      )
      const line = await pages.lineage(store(), workspaceId, two.id)
      assert.deepEqual(line.toSorted(), [one.id, two.id].toSorted())
    })
  })
}
