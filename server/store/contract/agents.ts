import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../lib/ids.ts'
import * as keys from '../keys.ts'
import * as pageLookup from '../page-lookup.ts'
import * as pages from '../pages.ts'
import * as trash from '../trash.ts'
import * as workspaces from '../workspaces.ts'
import type { Dialect } from './dialect.ts'
import { addPage, layGround, plain, useStore } from './rows.ts'

export function agentsContract(open: Dialect['open']): void {
  describe('a look at pages', () => {
    const { store } = useStore(open)

    it('finds a page with its instants, and pages by their exact title', async () => {
      const ground = await layGround(store())
      const { workspaceId } = ground
      const one = await addPage(store(), ground, { title: 'Twin' })
      const two = await addPage(store(), ground, { title: 'Twin', position: 'a1' })
      await addPage(store(), ground, { title: 'twin', position: 'a2' })
      const found = await pageLookup.byTitle(store(), workspaceId, 'Twin', 5)
      assert.deepEqual(found, [one.id, two.id].toSorted())
      assert.equal((await pageLookup.byTitle(store(), workspaceId, 'Twin', 1)).length, 1)
      assert.deepEqual(await pageLookup.byTitle(store(), newId(), 'Twin', 5), [])
      assert.deepEqual(plain(await pageLookup.get(store(), workspaceId, one.id)), {
        id: one.id,
        parentId: workspaceId,
        title: 'Twin',
        icon: null,
        ownership: 'TEXT',
        type: 'TEXT',
        version: 1,
        createdAt: 1,
        updatedAt: 1,
      })
    })

    it('gives the tree as a reader meets it, down to a depth, in parts', async () => {
      const ground = await layGround(store())
      const { workspaceId } = ground
      const second = await addPage(store(), ground, { title: '2', position: 'a1' })
      const first = await addPage(store(), ground, { title: '1', position: 'Zz' })
      const below = await addPage(store(), ground, { title: '1.1', parentId: first.id })
      await addPage(store(), ground, { title: '1.2', parentId: first.id, position: 'a0V' })
      await addPage(store(), ground, { title: '1.1.1', parentId: below.id })
      await addPage(store(), ground, { title: '2.1', parentId: second.id })
      const outline = async (depth: number, limit = 10, offset = 0) =>
        (
          await pageLookup.outline(
            store(),
            { workspaceId, parentId: workspaceId, depth },
            { limit, offset },
          )
        ).map((row) => `${row.depth} ${row.title} ${row.children}`)
      assert.deepEqual(await outline(1), ['1 1 2', '1 2 1'])
      assert.deepEqual(await outline(9), [
        '1 1 2',
        '2 1.1 1',
        '3 1.1.1 0',
        '2 1.2 0',
        '1 2 1',
        '2 2.1 0',
      ])
      assert.deepEqual(await outline(9, 2, 1), ['2 1.1 1', '3 1.1.1 0'])
    })
  })

  describe('the trash', () => {
    const { store } = useStore(open)

    it('takes what is under a page, and knows with which page each one went', async () => {
      const ground = await layGround(store())
      const { workspaceId, userId } = ground
      const top = await addPage(store(), ground, { title: 'Top' })
      const early = await addPage(store(), ground, { parentId: top.id })
      const leaf = await addPage(store(), ground, { parentId: top.id, position: 'a1' })
      const change = { at: 7, by: userId }
      const idsBelow = async (id: string, deletedWith: string | null) => {
        const parents = { workspaceId, ids: [id] }
        const after = { position: '', id: '' }
        const few = await trash.below(store(), parents, deletedWith, 9)
        const rows = await trash.nextBelow(store(), { workspaceId, id }, deletedWith, {
          after,
          limit: 9,
        })
        assert.deepEqual(few.toSorted(), rows.map((row) => row.id).toSorted())
        return rows.map((row) => row.id)
      }
      assert.deepEqual(await idsBelow(top.id, null), [early.id, leaf.id])

      const remove = (ids: string[], deletedWith: string) =>
        store().transact((transaction) =>
          trash.remove(transaction, { workspaceId, ids, deletedWith }, change),
        )
      await remove([early.id], early.id)
      assert.deepEqual(await idsBelow(top.id, null), [leaf.id])
      await remove([top.id, leaf.id], top.id)
      assert.deepEqual(await idsBelow(top.id, null), [])
      assert.deepEqual(await idsBelow(top.id, top.id), [leaf.id])
      assert.equal(await pages.get(store(), workspaceId, leaf.id), undefined)
      assert.deepEqual(plain(await trash.get(store(), workspaceId, leaf.id)), {
        id: leaf.id,
        parentId: top.id,
        title: 'Page',
        version: 1,
        deletedAt: 7,
        deletedWith: top.id,
      })

      await store().transact((transaction) =>
        trash.restore(transaction, { workspaceId, ids: [leaf.id] }, change),
      )
      assert.equal((await pages.get(store(), workspaceId, leaf.id))?.id, leaf.id)
      assert.equal(await trash.get(store(), newId(), leaf.id), undefined)
    })

    it('goes on below a page after a place among its children', async () => {
      const ground = await layGround(store())
      const { workspaceId } = ground
      const ids: string[] = []
      for (const position of ['a0', 'a1', 'a1', 'a2']) {
        ids.push((await addPage(store(), ground, { position })).id)
      }
      const parent = { workspaceId, id: workspaceId }
      const found: string[] = []
      for (let after = { position: '', id: '' }; ;) {
        const [next] = await trash.nextBelow(store(), parent, null, { after, limit: 1 })
        if (next === undefined) break
        found.push(next.id)
        after = next
      }
      assert.deepEqual(found, ids)
      const some = await trash.below(store(), { workspaceId, ids: [workspaceId] }, null, 3)
      assert.equal(some.length, 3)
    })
  })

  describe('what agents work with', () => {
    const { store } = useStore(open)

    it('is the workspace a key selected, and the words of an admin', async () => {
      const { workspaceId, userId } = await layGround(store())
      const id = newId()
      const row = {
        id,
        userId,
        name: 'key',
        firstCharacters: 'svc_abcd',
        lastCharacters: 'wxyz',
        readOnly: 0 as const,
        workspaceIds: null,
        createdAt: 1,
        expiresAt: null,
        hash: id,
      }
      await store().transact(async (transaction) => {
        await keys.insert(transaction, row)
        await keys.select(transaction, id, workspaceId)
      })
      assert.equal((await keys.byId(store(), id))?.activeWorkspaceId, workspaceId)

      assert.equal(await workspaces.instructions(store(), workspaceId), null)
      await store().transact((transaction) =>
        workspaces.setInstructions(transaction, workspaceId, 'Write in German.'),
      )
      assert.equal(await workspaces.instructions(store(), workspaceId), 'Write in German.')
    })
  })
}
