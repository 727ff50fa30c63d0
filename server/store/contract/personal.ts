import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as contents from '../pages/contents.ts'
import * as personal from '../pages/favourites-and-recent.ts'
import * as pageLookup from '../pages/lookup.ts'
import * as trash from '../pages/trash.ts'
import { systemViewer } from '../rights/viewer.ts'
import * as searchHits from '../search/hits.ts'
import type { Dialect } from './dialect.ts'
import { addPage, createFixture, type Fixture, plain, useStore } from './rows.ts'

const byTitle = (a: { title: string }, b: { title: string }) => (a.title < b.title ? -1 : 1)

const viewerOf = ({ workspaceId, userId }: Fixture) => ({
  ...systemViewer(workspaceId),
  viewerId: userId,
})

export function personalContract(open: Dialect['open']): void {
  describe('favourites and visits', () => {
    const { store } = useStore(open)

    it('refuse a page that is not there', async () => {
      const fixture = await createFixture(store())
      const add = store().transact((transaction) =>
        personal.addFavourite(transaction, fixture, 'none', 1),
      )
      await assert.rejects(add)
    })

    it('are each person’s own, and know no page in the trash', async () => {
      const fixture = await createFixture(store())
      const { userId: other } = await createFixture(store())
      const { id } = await addPage(store(), fixture)
      const gone = await addPage(store(), fixture)
      await store().transact(async (transaction) => {
        for (const pageId of [gone.id, id, id]) {
          await personal.addFavourite(transaction, fixture, pageId, pageId === id ? 2 : 1)
          await personal.visit(transaction, fixture, { pageId, now: 5, keep: 9 })
        }
        const page = { workspaceId: fixture.workspaceId, ids: [gone.id], deletedWith: gone.id }
        await trash.remove(transaction, page, { at: 3, by: fixture.userId })
      })
      const line = { id, title: 'Page', icon: null }
      assert.deepEqual((await personal.favourites(store(), viewerOf(fixture))).map(plain), [line])
      const recent = await personal.recent(store(), viewerOf(fixture), 9)
      assert.deepEqual(recent.map(plain), [{ ...line, visitedAt: 5 }])
      assert.equal(await personal.isFavourite(store(), fixture, id), true)
      const theirs = { ...fixture, userId: other }
      assert.deepEqual(await personal.favourites(store(), viewerOf(theirs)), [])
      assert.deepEqual(await personal.recent(store(), viewerOf(theirs), 9), [])
      assert.equal(await personal.isFavourite(store(), theirs, id), false)
      const named = { firstName: 'A', lastName: 'B' }
      const noRun = { runId: null, runKeyId: null, runClient: null }
      const deleted = await trash.list(store(), systemViewer(fixture.workspaceId), {
        limit: 9,
        offset: 0,
      })
      assert.deepEqual(deleted.map(plain), [
        {
          ...line,
          id: gone.id,
          parentId: fixture.workspaceId,
          deletedAt: 3,
          deletedBy: fixture.userId,
          pages: 1,
          ...named,
          ...noRun,
        },
      ])
    })

    it('are forgotten one by one, beyond so many, and with their page', async () => {
      const fixture = await createFixture(store())
      const ids: string[] = []
      for (let now = 1; now <= 4; now += 1) {
        const { id } = await addPage(store(), fixture)
        ids.unshift(id)
        await store().transact(async (transaction) => {
          await personal.visit(transaction, fixture, { pageId: id, now, keep: 2 })
          await personal.addFavourite(transaction, fixture, id, now)
        })
      }
      const recent = async () =>
        (await personal.recent(store(), viewerOf(fixture), 9)).map(({ id }) => id)
      assert.deepEqual(await recent(), ids.slice(0, 2))
      const [last = '', , , first = ''] = ids
      await store().transact(async (transaction) => {
        await personal.removeFavourite(transaction, fixture, first)
        await personal.forgetPage(transaction, fixture.workspaceId, last)
      })
      assert.deepEqual(await recent(), ids.slice(1, 2))
      const favourites = await personal.favourites(store(), viewerOf(fixture))
      assert.deepEqual(
        favourites.map(({ id }) => id),
        [ids[2], ids[1]],
      )
    })
  })

  describe('pageLookup', () => {
    const { store } = useStore(open)

    it('opens a page whole, only in its own workspace', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const top = await addPage(store(), fixture, { title: 'Top' })
      const middle = await addPage(store(), fixture, { title: 'Middle', parentId: top.id })
      const { id } = await addPage(store(), fixture, { parentId: middle.id })
      assert.equal(
        await pageLookup.open(store(), systemViewer(workspaceId), id),
        undefined,
        'without a body',
      )
      await store().transact((transaction) =>
        contents.put(transaction, { workspaceId, pageId: id }, { document: 'd', blocks: '[]' }),
      )
      const page = await pageLookup.open(store(), systemViewer(workspaceId), id)
      assert.deepEqual(
        [page?.document, page?.createdBy, page?.updatedFirstName],
        ['d', userId, 'A'],
      )
      const breadcrumb = await pageLookup.breadcrumb(store(), systemViewer(workspaceId), id)
      assert.deepEqual(
        breadcrumb.map(({ title }) => title),
        ['Top', 'Middle'],
      )
      const other = await createFixture(store())
      assert.equal(await pageLookup.open(store(), systemViewer(other.workspaceId), id), undefined)
      assert.deepEqual(
        await pageLookup.breadcrumb(store(), systemViewer(other.workspaceId), id),
        [],
      )
    })

    it('reads the texts of some pages at once, and leaves out what is long', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const short = await addPage(store(), fixture, { title: 'Short' })
      const long = await addPage(store(), fixture, { title: 'Long' })
      await store().transact(async (transaction) => {
        for (const [pageId, blocks] of [
          [short.id, '["é"]'],
          [long.id, '["éé"]'],
        ] as const) {
          const page = { workspaceId, pageId }
          await contents.put(transaction, page, { document: 'd', blocks })
        }
      })
      const ids = [short.id, long.id, 'none']
      const found = await searchHits.texts(store(), systemViewer(workspaceId), { ids, maxBytes: 6 })
      assert.deepEqual(found.toSorted(byTitle).map(plain), [
        { id: long.id, title: 'Long', blocks: null },
        { id: short.id, title: 'Short', blocks: '["é"]' },
      ])
      const { workspaceId: other } = await createFixture(store())
      assert.deepEqual(
        await searchHits.texts(store(), systemViewer(other), { ids, maxBytes: 6 }),
        [],
      )
    })

    it('keeps those of some pages that pass a filter', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const early = await addPage(store(), fixture, { title: 'A', createdAt: 1000 })
      const late = await addPage(store(), fixture, { title: 'B', createdAt: 2000, type: 'KANBAN' })
      const ids = [early.id, late.id, 'none']
      const all = { ownership: '', type: '', authorId: '', updatedFrom: 0, updatedBefore: 9999 }
      const passing = async (filter: object, viewer = systemViewer(workspaceId)) =>
        (await searchHits.passing(store(), viewer, { ids, ...all, ...filter })).toSorted()
      assert.deepEqual(await passing({ ownership: 'SKILL' }), [])
      assert.deepEqual(await passing({ authorId: 'none' }), [])
      assert.deepEqual(await passing({}), [early.id, late.id].toSorted())
      assert.deepEqual(await passing({ authorId: userId }), [early.id, late.id].toSorted())
      assert.deepEqual(await passing({ type: 'KANBAN' }), [late.id])
      assert.deepEqual(await passing({ updatedFrom: 2000 }), [late.id])
      assert.deepEqual(await passing({ updatedBefore: 2000 }), [early.id])
      const { workspaceId: other } = await createFixture(store())
      assert.deepEqual(await passing({}, systemViewer(other)), [])
    })

    it('keeps those of some pages that are a page or below it', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const top = await addPage(store(), fixture, { title: 'A' })
      const middle = await addPage(store(), fixture, { title: 'B', parentId: top.id })
      const one = await addPage(store(), fixture, { title: 'C', parentId: middle.id })
      const ids = [top.id, middle.id, one.id]
      const below = async (underPageId: string, viewer = systemViewer(workspaceId)) =>
        (await searchHits.below(store(), viewer, { ids, underPageId })).toSorted()
      assert.deepEqual(await below('none'), [])
      assert.deepEqual(await below(top.id), ids.toSorted())
      assert.deepEqual(await below(middle.id), [middle.id, one.id].toSorted())
      const { workspaceId: other } = await createFixture(store())
      assert.deepEqual(await below(top.id, systemViewer(other)), [])
    })

    it('reads some pages with all above them, each once', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const top = await addPage(store(), fixture, { title: 'A' })
      const middle = await addPage(store(), fixture, { title: 'B', parentId: top.id })
      const one = await addPage(store(), fixture, { title: 'C', parentId: middle.id })
      const two = await addPage(store(), fixture, { title: 'D', parentId: middle.id })
      await addPage(store(), fixture, { title: 'Not above', parentId: top.id })
      const found = await searchHits.branches(store(), systemViewer(workspaceId), [
        one.id,
        two.id,
        top.id,
      ])
      assert.deepEqual(
        found.toSorted(byTitle).map(({ title, parentId }) => [title, parentId]),
        [
          ['A', workspaceId],
          ['B', top.id],
          ['C', middle.id],
          ['D', middle.id],
        ],
      )
      const { workspaceId: other } = await createFixture(store())
      assert.deepEqual(await searchHits.branches(store(), systemViewer(other), [one.id]), [])
    })
  })
}
