import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as files from '../../files/files.ts'
import * as contents from '../../pages/contents.ts'
import * as personal from '../../pages/favourites-and-recent.ts'
import * as pageLookup from '../../pages/lookup.ts'
import * as pages from '../../pages/pages.ts'
import * as trash from '../../pages/trash.ts'
import * as sections from '../../rights/sections.ts'
import { levelNumbers, levelsIn, systemViewer, type Viewer } from '../../rights/viewer.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, fileRow, plain, useStore } from '../rows.ts'
import { addUser, restrict, viewerOf } from './section-rows.ts'

export function visibilityContract(open: Dialect['open']): void {
  describe('what a viewer can see', () => {
    const { store } = useStore(open)

    it('hide pages of a section from everybody without access, in every list', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const other = await addUser(store())
      const about = { title: 'Secret', ownership: 'SKILL' } as const
      const parent = await addPage(store(), fixture, { position: 'a0', title: 'Open' })
      const secret = await addPage(store(), fixture, { ...about, parentId: parent.id })
      await restrict(store(), fixture, secret.id, { [other]: levelNumbers.comment })
      await store().transact(async (transaction) => {
        await contents.put(
          transaction,
          { workspaceId, pageId: secret.id },
          { blocks: '[]', document: '{}' },
        )
        for (const person of [userId, other]) {
          const owner = { workspaceId, userId: person }
          await personal.addFavourite(transaction, owner, secret.id, 1)
          await personal.visit(transaction, owner, { pageId: secret.id, now: 1, keep: 9 })
        }
      })
      const treeSize = (viewer: Viewer) =>
        store().snapshot(
          async (snapshot) => (await Array.fromAsync(pages.tree(snapshot, viewer))).length,
        )
      const counts = async (viewer: Viewer) => ({
        get: (await pages.get(store(), viewer, secret.id))?.level,
        version: await pages.version(store(), viewer, secret.id),
        info: (await pages.info(store(), viewer, secret.id))?.ownership,
        byOwnership: (await pages.byOwnership(store(), viewer, 'SKILL', 9)).length,
        newest: (await pages.newest(store(), viewer)) === secret.id,
        all: (await pages.all(store(), viewer)).length,
        tree: await treeSize(viewer),
        count: (await pages.countByType(store(), viewer)).reduce((sum, row) => sum + row.pages, 0),
        lookup: (await pageLookup.get(store(), viewer, secret.id))?.parentId,
        open: (await pageLookup.open(store(), viewer, secret.id))?.title,
        byTitle: (await pageLookup.byTitle(store(), viewer, 'Secret', 9)).length,
        level: (await pageLookup.level(store(), viewer, parent.id, { limit: 9, offset: 0 })).length,
        next: (
          await pageLookup.next(store(), viewer, parent.id, { position: '', id: '', limit: 9 })
        ).length,
        children: (
          await pageLookup.level(store(), viewer, workspaceId, { limit: 9, offset: 0 })
        ).map(({ id, children }) => [id === parent.id, children]),
        favourites: (await personal.favourites(store(), viewer)).length,
        recent: (await personal.recent(store(), viewer, 9)).length,
      })
      assert.deepEqual(await counts(viewerOf(fixture)), {
        get: undefined,
        version: undefined,
        info: undefined,
        byOwnership: 0,
        newest: false,
        all: 1,
        tree: 1,
        count: 1,
        lookup: undefined,
        open: undefined,
        byTitle: 0,
        level: 0,
        next: 0,
        children: [[true, 0]],
        favourites: 0,
        recent: 0,
      })
      assert.deepEqual(await counts(viewerOf({ workspaceId, userId: other })), {
        get: levelNumbers.comment,
        version: 1,
        info: 'SKILL',
        byOwnership: 1,
        newest: true,
        all: 2,
        tree: 2,
        count: 2,
        lookup: parent.id,
        open: 'Secret',
        byTitle: 1,
        level: 1,
        next: 1,
        children: [[true, 1]],
        favourites: 1,
        recent: 1,
      })
    })

    it('give the level in each of some sections', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const [open, secret] = [
        await addPage(store(), fixture, { position: 'a0' }),
        await addPage(store(), fixture, { position: 'a1' }),
      ]
      await restrict(store(), fixture, open.id, { [workspaceId]: 0, [userId]: levelNumbers.read })
      await restrict(store(), fixture, secret.id, { [await addUser(store())]: levelNumbers.manage })
      const viewer = viewerOf(fixture)
      const levelsOf = async (viewer: Viewer, ids: string[]) =>
        Object.fromEntries(await levelsIn(store(), viewer, ids))
      assert.deepEqual(await levelsOf(viewer, [open.id]), { [open.id]: levelNumbers.write })
      assert.deepEqual(await levelsOf({ ...viewer, maxLevel: levelNumbers.read }, [open.id]), {
        [open.id]: levelNumbers.read,
      })
      assert.deepEqual(await levelsOf(viewer, [secret.id]), {})
      const many = Array.from({ length: 130 }, (_, index) => `${index}`)
      assert.deepEqual(await levelsOf(viewer, [secret.id, open.id, ...many]), {
        [open.id]: levelNumbers.write,
      })
      assert.deepEqual(await levelsOf(systemViewer(workspaceId), [secret.id]), {
        [secret.id]: levelNumbers.manage,
      })
    })

    it('show a page below a hidden parent at the top level, without ancestors', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const guest = await addUser(store())
      const hidden = await addPage(store(), fixture, { title: 'Hidden' })
      const shared = await addPage(store(), fixture, { title: 'Shared', parentId: hidden.id })
      const below = await addPage(store(), fixture, { title: 'Below', parentId: shared.id })
      await restrict(store(), fixture, shared.id, { [guest]: levelNumbers.read })
      await store().transact((transaction) =>
        sections.assign(transaction, { workspaceId, ids: [below.id] }, shared.id),
      )
      const viewer = viewerOf({ workspaceId, userId: guest }, { everyoneId: '', openLevel: 0 })
      const top = { limit: 9, offset: 0 }
      const level = await pageLookup.level(store(), viewer, workspaceId, top)
      assert.deepEqual(
        level.map(({ title, children }) => [title, children]),
        [['Shared', 1]],
      )
      const start = { position: '', id: '', limit: 9 }
      assert.equal((await pageLookup.next(store(), viewer, workspaceId, start)).length, 1)
      assert.equal((await pageLookup.get(store(), viewer, shared.id))?.parentId, workspaceId)
      const breadcrumb = await pageLookup.breadcrumb(store(), viewer, below.id)
      assert.deepEqual(
        breadcrumb.map(({ title }) => title),
        ['Shared'],
      )
      const everything = await pageLookup.breadcrumb(store(), systemViewer(workspaceId), below.id)
      assert.deepEqual(
        everything.map(({ title }) => title),
        ['Hidden', 'Shared'],
      )
    })

    it('show a section in a hidden section at the top level, between the pages there', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const reader = await addUser(store())
      const other = await addUser(store())
      const hidden = await addPage(store(), fixture, { position: 'a1', title: 'Hidden' })
      for (const [position, title] of [
        ['a0', 'First'],
        ['a4', 'Last'],
      ] as const) {
        await addPage(store(), fixture, { position, title })
      }
      const shared = await addPage(store(), fixture, {
        position: 'a2',
        title: 'Shared',
        parentId: hidden.id,
      })
      await restrict(store(), fixture, hidden.id, { [other]: levelNumbers.read })
      await restrict(store(), fixture, shared.id, { [reader]: levelNumbers.read })
      const address = { workspaceId, sectionId: shared.id }
      await store().transact((to) => sections.enclose(to, address, hidden.id))
      const titles = async (userId: string, offset: number, limit: number) => {
        const viewer = viewerOf({ workspaceId, userId })
        const rows = await pageLookup.level(store(), viewer, workspaceId, { limit, offset })
        return rows.map(({ title }) => title)
      }
      assert.deepEqual(await titles(reader, 0, 9), ['First', 'Shared', 'Last'])
      assert.deepEqual(await titles(reader, 1, 1), ['Shared'])
      assert.deepEqual(await titles(other, 0, 9), ['First', 'Hidden', 'Last'])
      const viewer = viewerOf({ workspaceId, userId: reader })
      const from = { position: 'a2', id: shared.id, limit: 9 }
      const rest = await pageLookup.next(store(), viewer, workspaceId, from)
      assert.deepEqual(
        rest.map(({ title }) => title),
        ['Last'],
      )
    })

    it('hide files that are on hidden pages only, and uploads of others on no page', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const other = await addUser(store())
      const secret = await addPage(store(), fixture)
      const open = await addPage(store(), fixture)
      await restrict(store(), fixture, secret.id, { [other]: levelNumbers.read })
      const add = async (name: string, pageIds: readonly string[], createdBy = userId) => {
        const row = fileRow(fixture, { name, createdBy })
        await store().transact(async (transaction) => {
          await files.insert(transaction, row)
          for (const pageId of pageIds) {
            await files.attach(transaction, { workspaceId, pageId, fileId: row.id, createdAt: 1 })
          }
        })
        return row.id
      }
      const hidden = await add('hidden', [secret.id], other)
      await add('both', [secret.id, open.id])
      await add('mine', [])
      await add('theirs', [], other)
      const viewer = viewerOf(fixture)
      const part = { limit: 9, offset: 0 }
      const sorted = (rows: { name: string }[]) => rows.map(({ name }) => name).toSorted()
      assert.deepEqual(sorted(await files.list(store(), viewer, part)), ['both', 'mine'])
      assert.deepEqual(sorted(await files.newest(store(), viewer, part)), ['both', 'mine'])
      assert.deepEqual(sorted(await files.names(store(), viewer)), ['both', 'mine'])
      assert.equal((await files.newestOfType(store(), viewer, 'text/plain', part)).length, 2)
      const counted = await files.countByType(store(), viewer)
      assert.deepEqual(counted.map(plain), [{ mimeType: 'text/plain', files: 2 }])
      assert.equal(await files.get(store(), viewer, hidden), undefined)
      assert.equal(await files.found(store(), viewer, hidden), undefined)
      const theirs = viewerOf({ workspaceId, userId: other })
      assert.deepEqual(sorted(await files.list(store(), theirs, part)), [
        'both',
        'hidden',
        'theirs',
      ])
      const newest = await files.newest(store(), viewer, part)
      const both = newest.find(({ name }) => name === 'both')
      assert.equal(both?.pages, 1)
    })

    it('hide deletions of hidden pages, and count the pages that the viewer can read', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const root = await addPage(store(), fixture, { title: 'Root' })
      const inner = await addPage(store(), fixture, { parentId: root.id })
      const secret = await addPage(store(), fixture, { title: 'Secret' })
      await restrict(store(), fixture, inner.id, {})
      await restrict(store(), fixture, secret.id, {})
      await store().transact(async (transaction) => {
        const by = { at: 3, by: userId }
        const ids = [root.id, inner.id]
        await trash.remove(transaction, { workspaceId, ids, deletedWith: root.id }, by)
        const alone = { workspaceId, ids: [secret.id], deletedWith: secret.id }
        await trash.remove(transaction, alone, by)
      })
      const viewer = viewerOf(fixture)
      const list = async (of: Viewer) => {
        const rows = await trash.list(store(), of, { limit: 9, offset: 0 })
        return rows.map(({ title, pages: count }) => `${title} ${count}`).toSorted()
      }
      assert.deepEqual(await list(viewer), ['Root 1'])
      assert.equal(await trash.count(store(), viewer), 1)
      assert.equal(await trash.get(store(), viewer, secret.id), undefined)
      const all = systemViewer(workspaceId)
      assert.deepEqual(await list(all), ['Root 2', 'Secret 1'])
      assert.equal(await trash.count(store(), all), 2)
      assert.equal(await pageLookup.exists(store(), workspaceId, secret.id), false)
    })
  })
}
