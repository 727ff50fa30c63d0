import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as personal from '../pages/favourites-and-recent.ts'
import * as pageLookup from '../pages/lookup.ts'
import * as pages from '../pages/pages.ts'
import * as trash from '../pages/trash.ts'
import * as members from '../people/members.ts'
import * as searchHits from '../search/hits.ts'
import type { Dialect } from './dialect.ts'
import { addPage, layGround, plain, useStore } from './rows.ts'

const byTitle = (a: { title: string }, b: { title: string }) => (a.title < b.title ? -1 : 1)

export function personalContract(open: Dialect['open']): void {
  describe('favourites and visits', () => {
    const { store } = useStore(open)

    it('refuse a page that is not there', async () => {
      const ground = await layGround(store())
      const add = store().transact((transaction) =>
        personal.addFavourite(transaction, ground, 'none', 1),
      )
      await assert.rejects(add)
    })

    it('are each person’s own, and know no page in the trash', async () => {
      const ground = await layGround(store())
      const { userId: other } = await layGround(store())
      const { id } = await addPage(store(), ground)
      const gone = await addPage(store(), ground)
      await store().transact(async (transaction) => {
        for (const pageId of [gone.id, id, id]) {
          await personal.addFavourite(transaction, ground, pageId, pageId === id ? 2 : 1)
          await personal.visit(transaction, ground, { pageId, now: 5, keep: 9 })
        }
        const page = { workspaceId: ground.workspaceId, ids: [gone.id], deletedWith: gone.id }
        await trash.remove(transaction, page, { at: 3, by: ground.userId })
      })
      const line = { id, title: 'Page', icon: null }
      assert.deepEqual((await personal.favourites(store(), ground)).map(plain), [line])
      const recent = await personal.recent(store(), ground, 9)
      assert.deepEqual(recent.map(plain), [{ ...line, visitedAt: 5 }])
      assert.equal(await personal.isFavourite(store(), ground, id), true)
      const theirs = { ...ground, userId: other }
      assert.deepEqual(await personal.favourites(store(), theirs), [])
      assert.deepEqual(await personal.recent(store(), theirs, 9), [])
      assert.equal(await personal.isFavourite(store(), theirs, id), false)
      const named = { firstName: 'A', lastName: 'B' }
      const deleted = await trash.list(store(), ground.workspaceId, { limit: 9, offset: 0 })
      assert.deepEqual(deleted.map(plain), [
        { ...line, id: gone.id, deletedAt: 3, deletedBy: ground.userId, pages: 1, ...named },
      ])
    })

    it('are forgotten one by one, beyond so many, and with their page', async () => {
      const ground = await layGround(store())
      const ids: string[] = []
      for (let now = 1; now <= 4; now += 1) {
        const { id } = await addPage(store(), ground)
        ids.unshift(id)
        await store().transact(async (transaction) => {
          await personal.visit(transaction, ground, { pageId: id, now, keep: 2 })
          await personal.addFavourite(transaction, ground, id, now)
        })
      }
      const recent = async () => (await personal.recent(store(), ground, 9)).map(({ id }) => id)
      assert.deepEqual(await recent(), ids.slice(0, 2))
      const [last = '', , , first = ''] = ids
      await store().transact(async (transaction) => {
        await personal.removeFavourite(transaction, ground, first)
        await personal.forgetPage(transaction, ground.workspaceId, last)
      })
      assert.deepEqual(await recent(), ids.slice(1, 2))
      const favourites = await personal.favourites(store(), ground)
      assert.deepEqual(
        favourites.map(({ id }) => id),
        [ids[2], ids[1]],
      )
    })
  })

  describe('pageLookup', () => {
    const { store } = useStore(open)

    it('opens a page whole, only in its own workspace', async () => {
      const ground = await layGround(store())
      const { workspaceId, userId } = ground
      const top = await addPage(store(), ground, { title: 'Top' })
      const middle = await addPage(store(), ground, { title: 'Middle', parentId: top.id })
      const { id } = await addPage(store(), ground, { parentId: middle.id })
      assert.equal(await pageLookup.open(store(), workspaceId, id), undefined, 'without a body')
      await store().transact((transaction) =>
        pages.putContent(transaction, { workspaceId, pageId: id }, { document: 'd', blocks: '[]' }),
      )
      const page = await pageLookup.open(store(), workspaceId, id)
      assert.deepEqual(
        [page?.document, page?.createdBy, page?.updatedFirstName],
        ['d', userId, 'A'],
      )
      const above = await pageLookup.breadcrumb(store(), workspaceId, id)
      assert.deepEqual(
        above.map(({ title }) => title),
        ['Top', 'Middle'],
      )
      const other = await layGround(store())
      assert.equal(await pageLookup.open(store(), other.workspaceId, id), undefined)
      assert.deepEqual(await pageLookup.breadcrumb(store(), other.workspaceId, id), [])
    })

    it('reads the texts of some pages at once, and leaves out what is long', async () => {
      const ground = await layGround(store())
      const { workspaceId } = ground
      const short = await addPage(store(), ground, { title: 'Short' })
      const long = await addPage(store(), ground, { title: 'Long' })
      await store().transact(async (transaction) => {
        for (const [pageId, blocks] of [
          [short.id, '["é"]'],
          [long.id, '["éé"]'],
        ] as const) {
          const place = { workspaceId, pageId }
          await pages.putContent(transaction, place, { document: 'd', blocks })
        }
      })
      const ids = [short.id, long.id, 'none']
      const found = await searchHits.texts(store(), { workspaceId, ids, longest: 6 })
      assert.deepEqual(found.toSorted(byTitle).map(plain), [
        { id: long.id, version: 1, title: 'Long', blocks: null },
        { id: short.id, version: 1, title: 'Short', blocks: '["é"]' },
      ])
      const versions = await searchHits.versions(store(), workspaceId, [short.id, 'none'])
      assert.deepEqual(versions.map(plain), [{ id: short.id, version: 1 }])
      const { workspaceId: other } = await layGround(store())
      assert.deepEqual(await searchHits.texts(store(), { workspaceId: other, ids, longest: 6 }), [])
      assert.deepEqual(await searchHits.versions(store(), other, ids), [])
    })

    it('reads some pages with all above them, each once', async () => {
      const ground = await layGround(store())
      const { workspaceId } = ground
      const top = await addPage(store(), ground, { title: 'A' })
      const middle = await addPage(store(), ground, { title: 'B', parentId: top.id })
      const one = await addPage(store(), ground, { title: 'C', parentId: middle.id })
      const two = await addPage(store(), ground, { title: 'D', parentId: middle.id })
      await addPage(store(), ground, { title: 'Not above', parentId: top.id })
      const found = await searchHits.branches(store(), workspaceId, [one.id, two.id, top.id])
      assert.deepEqual(
        found.toSorted(byTitle).map(({ title, parentId }) => [title, parentId]),
        [
          ['A', workspaceId],
          ['B', top.id],
          ['C', middle.id],
          ['D', middle.id],
        ],
      )
      const { workspaceId: other } = await layGround(store())
      assert.deepEqual(await searchHits.branches(store(), other, [one.id]), [])
    })

    it('finds a page in the workspaces of a person, in no other', async () => {
      const here = await layGround(store())
      const { workspaceId, userId } = here
      const { id } = await addPage(store(), here)
      assert.deepEqual(await pageLookup.workspacesOf(store(), userId, id), [])
      const member = { workspaceId, userId, role: 'VIEWER', createdAt: 1 } as const
      await store().transact((transaction) => members.put(transaction, member))
      assert.deepEqual(await pageLookup.workspacesOf(store(), userId, id), [workspaceId])
      assert.deepEqual(await pageLookup.workspacesOf(store(), userId, 'none'), [])
    })
  })
}
