import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../lib/ids.ts'
import * as checks from '../checks.ts'
import * as events from '../events/events.ts'
import * as pageLookup from '../pages/lookup.ts'
import * as pages from '../pages/pages.ts'
import * as trash from '../pages/trash.ts'
import * as keys from '../people/api-keys.ts'
import * as workspaces from '../people/workspaces.ts'
import { systemViewer } from '../rights/viewer.ts'
import type { Dialect } from './dialect.ts'
import { addPage, createFixture, plain, useStore } from './rows.ts'

export function agentsContract(open: Dialect['open']): void {
  describe('a look at pages', () => {
    const { store } = useStore(open)

    it('finds a page with its instants, and pages by their exact title', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const one = await addPage(store(), fixture, { title: 'Twin' })
      const two = await addPage(store(), fixture, { title: 'Twin', position: 'a1' })
      await addPage(store(), fixture, { title: 'twin', position: 'a2' })
      const found = await pageLookup.byTitle(store(), systemViewer(workspaceId), 'Twin', 5)
      assert.deepEqual(found, [one.id, two.id].toSorted())
      assert.equal(
        (await pageLookup.byTitle(store(), systemViewer(workspaceId), 'Twin', 1)).length,
        1,
      )
      assert.deepEqual(await pageLookup.byTitle(store(), systemViewer(newId()), 'Twin', 5), [])
      assert.deepEqual(plain(await pageLookup.get(store(), systemViewer(workspaceId), one.id)), {
        id: one.id,
        parentId: workspaceId,
        title: 'Twin',
        icon: null,
        ownership: 'TEXT',
        type: 'TEXT',
        version: 1,
        createdAt: 1,
        updatedAt: 1,
        sectionId: null,
        level: 5,
      })
    })

    it('gives the pages under one in their order, in parts, with how many are under each', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const second = await addPage(store(), fixture, { title: '2', position: 'a1' })
      const first = await addPage(store(), fixture, { title: '1', position: 'Zz' })
      const third = await addPage(store(), fixture, { title: '3', position: 'a1V' })
      await addPage(store(), fixture, { title: '1.1', parentId: first.id })
      const gone = await addPage(store(), fixture, { title: '1.2', parentId: first.id })
      await store().transact((transaction) =>
        trash.remove(
          transaction,
          { workspaceId, ids: [gone.id], deletedWith: gone.id },
          { at: 1, by: fixture.userId },
        ),
      )
      const viewer = systemViewer(workspaceId)
      const titles = (rows: pageLookup.LevelRow[]) =>
        rows.map(({ title, children }) => `${title} ${children}`)
      const level = async (limit: number, offset: number) =>
        titles(await pageLookup.level(store(), viewer, workspaceId, { limit, offset }))
      assert.deepEqual(await level(9, 0), ['1 1', '2 0', '3 0'])
      assert.deepEqual(await level(1, 1), ['2 0'])
      const start = { position: '', id: '' }
      assert.deepEqual(
        titles(await pageLookup.next(store(), viewer, workspaceId, { ...start, limit: 2 })),
        ['1 1', '2 0'],
      )
      assert.deepEqual(
        titles(await pageLookup.next(store(), viewer, workspaceId, { ...second, limit: 2 })),
        ['3 0'],
      )
      assert.deepEqual(
        await pageLookup.next(store(), viewer, workspaceId, { ...third, limit: 2 }),
        [],
      )
    })

    it('keeps count of pages by type as long as every event carries it along', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const counts = () => workspaces.pageCounts(store(), workspaceId)
      const event = {
        workspaceId,
        type: 'page.created',
        actorId: fixture.userId,
        via: 'api',
        data: '{}',
        createdAt: 1,
      }
      const append = (delta?: events.PageDelta) =>
        store().transact((transaction) =>
          events.append(transaction, { ...event, id: newId() }, { pages: delta ?? {} }),
        )
      await append({ TEXT: 1 })
      assert.equal(await counts(), undefined, 'nobody has counted yet')
      await store().transact((transaction) =>
        workspaces.setPageCounts(transaction, workspaceId, { TEXT: 5, KANBAN: 1 }),
      )
      await append({ TEXT: -2, KANBAN: 1 })
      await append()
      assert.deepEqual(await counts(), { TEXT: 3, KANBAN: 2 })
      const checked = await store().snapshot((snapshot) =>
        Array.fromAsync(checks.events(snapshot), ({ workspaceId: id, sequence, data }) => ({
          id,
          sequence,
          data,
        })),
      )
      assert.deepEqual(
        checked.filter(({ id }) => id === workspaceId),
        [1, 2, 3].map((sequence) => ({ id: workspaceId, sequence, data: '{}' })),
      )
      const page = await addPage(store(), fixture, { type: 'KANBAN' })
      const found = await trash.types(store(), { workspaceId, ids: [page.id] })
      assert.deepEqual(found.map(plain), [{ type: 'KANBAN', sectionId: null, pages: 1 }])
    })
  })

  describe('the trash', () => {
    const { store } = useStore(open)

    it('takes what is under a page, and knows with which page each one went', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const top = await addPage(store(), fixture, { title: 'Top' })
      const early = await addPage(store(), fixture, { parentId: top.id })
      const leaf = await addPage(store(), fixture, { parentId: top.id, position: 'a1' })
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
      assert.equal(await pages.get(store(), systemViewer(workspaceId), leaf.id), undefined)
      assert.deepEqual(plain(await trash.get(store(), systemViewer(workspaceId), leaf.id)), {
        id: leaf.id,
        parentId: top.id,
        title: 'Page',
        version: 1,
        deletedAt: 7,
        deletedRunId: null,
        deletedWith: top.id,
        sectionId: null,
        level: 5,
      })

      await store().transact((transaction) =>
        trash.restore(transaction, { workspaceId, ids: [leaf.id] }, change),
      )
      assert.equal((await pages.get(store(), systemViewer(workspaceId), leaf.id))?.id, leaf.id)
      assert.equal(await trash.get(store(), systemViewer(newId()), leaf.id), undefined)
    })

    it('goes on below a page after a place among its children', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const ids: string[] = []
      for (const position of ['a0', 'a1', 'a1', 'a2']) {
        ids.push((await addPage(store(), fixture, { position })).id)
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

    it('takes many pages at once, each as a deletion of its own, and counts what is left below others', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId: by } = fixture
      const top = await addPage(store(), fixture, { title: 'Top' })
      const below = await Promise.all(
        ['a0', 'a1', 'a2'].map((position) =>
          addPage(store(), fixture, { parentId: top.id, position }),
        ),
      )
      const ids = below.map(({ id }) => id)
      const all = { workspaceId, ids: [top.id, ...ids] }
      const liveIds = async (of = workspaceId) =>
        (await trash.live(store(), { ...all, workspaceId: of })).map(({ id }) => id).toSorted()
      const other = await createFixture(store())
      assert.deepEqual(
        [await liveIds(), await liveIds(other.workspaceId)],
        [all.ids.toSorted(), []],
      )
      const [row] = await trash.live(store(), { workspaceId, ids: [top.id] })
      const expected = { parentId: workspaceId, title: 'Top', type: 'TEXT', sectionId: null }
      assert.deepEqual(row && plain(row), { id: top.id, ...expected })
      assert.deepEqual([...(await trash.countBelow(store(), all))], [[top.id, 3]])
      const gone = { workspaceId, ids: ids.slice(0, 2) }
      await store().transact((transaction) =>
        trash.removeEach(transaction, gone, { at: 9, by, runId: 'run' }),
      )
      assert.deepEqual([...(await trash.countBelow(store(), all))], [[top.id, 1]])
      assert.deepEqual(await liveIds(), [top.id, ids[2] ?? ''].toSorted())
      const viewer = systemViewer(workspaceId)
      for (const id of gone.ids) {
        const found = await trash.get(store(), viewer, id)
        assert.deepEqual(
          [found?.deletedAt, found?.deletedWith, found?.deletedRunId],
          [9, id, 'run'],
        )
      }
      assert.equal((await trash.list(store(), viewer, { limit: 9, offset: 0 })).length, 2)
    })
  })

  describe('what agents work with', () => {
    const { store } = useStore(open)

    it('is the workspace a key selected, and the words of an admin', async () => {
      const { workspaceId, userId } = await createFixture(store())
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

      assert.equal(await workspaces.keepsLineBreaks(store(), workspaceId), false)
      await store().transact((transaction) =>
        workspaces.setLineBreaks(transaction, workspaceId, true),
      )
      assert.equal(await workspaces.keepsLineBreaks(store(), workspaceId), true)
    })
  })
}
