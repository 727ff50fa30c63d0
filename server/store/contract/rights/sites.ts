import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as pages from '../../pages/pages.ts'
import * as trash from '../../pages/trash.ts'
import * as sites from '../../rights/sites.ts'
import { levelNumbers, systemViewer } from '../../rights/viewer.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, type Fixture, plain, useStore } from '../rows.ts'
import { restrict, viewerOf } from './section-rows.ts'

function siteRow({ workspaceId, userId }: Fixture, pageId: string): sites.SiteRow {
  const id = newId()
  const text = { title: 'Docs', description: '', language: 'en' }
  const published = { publishedAt: 1, publishedBy: userId, updatedAt: 1, unpublishedAt: null }
  return { workspaceId, id, slug: id, pageId, ...text, isIndexed: 1, ...published }
}

export function sitesContract(open: Dialect['open']): void {
  describe('sites', () => {
    const { store } = useStore(open)
    const put = (row: sites.SiteRow) => store().transact((to) => sites.put(to, row))

    it('are live by their slug until they are unpublished', async () => {
      const fixture = await createFixture(store())
      const { id: pageId } = await addPage(store(), fixture)
      const row = siteRow(fixture, pageId)
      await put(row)
      const counters = { rightsVersion: 0, eventSequence: 0, keepsLineBreaks: 0 }
      assert.deepEqual(plain(await sites.live(store(), row.slug)), { ...row, ...counters })
      assert.equal(await sites.live(store(), 'unknown'), undefined)
      await put({ ...row, unpublishedAt: 2 })
      assert.equal(await sites.live(store(), row.slug), undefined)
      assert.equal((await sites.bySlug(store(), row.slug))?.unpublishedAt, 2)
      const { workspaceId } = fixture
      assert.equal((await sites.ofPage(store(), { workspaceId, pageId }))?.id, row.id)
      assert.equal((await sites.get(store(), { workspaceId, id: row.id }))?.slug, row.slug)
    })

    it('share no slug', async () => {
      const fixture = await createFixture(store())
      const other = await createFixture(store())
      const row = siteRow(fixture, (await addPage(store(), fixture)).id)
      const same = siteRow(other, (await addPage(store(), other)).id)
      await put(row)
      await assert.rejects(put({ ...same, slug: row.slug }))
    })

    it('are listed for viewers who can read their page', async () => {
      const fixture = await createFixture(store())
      const page = await addPage(store(), fixture)
      const hidden = await addPage(store(), fixture)
      await put(siteRow(fixture, page.id))
      await put(siteRow(fixture, hidden.id))
      await restrict(store(), fixture, hidden.id, { someone: levelNumbers.manage })
      const viewer = viewerOf(fixture)
      const listed = await sites.list(store(), viewer, { after: '', limit: 9 })
      assert.deepEqual(
        listed.map(({ pageId }) => pageId),
        [page.id],
      )
      const [none] = await sites.list(store(), viewer, { pageId: hidden.id, after: '', limit: 9 })
      assert.equal(none, undefined)
    })

    it('go with their page', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const page = await addPage(store(), fixture)
      const row = siteRow(fixture, page.id)
      await put(row)
      await store().transact((to) => trash.purge(to, workspaceId, page.id))
      assert.equal(await sites.bySlug(store(), row.slug), undefined)
    })

    it('read the children of pages in order, without hidden and deleted ones', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId: by } = fixture
      const top = await addPage(store(), fixture)
      const child = (position: string) =>
        addPage(store(), fixture, { parentId: top.id, position, title: position })
      const rows = [await child('a1'), await child('a3'), await child('a2')]
      const hidden = await child('a4')
      const deleted = await child('a5')
      await restrict(store(), fixture, hidden.id, { someone: levelNumbers.read })
      const ids = [deleted.id]
      await store().transact((to) =>
        trash.remove(to, { workspaceId, ids, deletedWith: deleted.id }, { at: 1, by }),
      )
      const after = { parentId: '', position: '', id: '' }
      const viewer = viewerOf(fixture, { viewerId: newId(), openLevel: levelNumbers.read })
      const below = await sites.below(store(), viewer, [top.id], { after, limit: 2 })
      assert.deepEqual(
        below.map(({ title }) => title),
        ['a1', 'a2'],
      )
      const last = below[1] ?? after
      const { parentId, position, id } = last
      const rest = await sites.below(store(), viewer, [top.id], {
        after: { parentId, position, id },
        limit: 9,
      })
      assert.deepEqual(
        rest.map(({ id: found }) => found),
        [rows[1]?.id],
      )
      const all = systemViewer(workspaceId)
      assert.equal((await pages.get(store(), all, hidden.id))?.title, 'a4')
    })
  })
}
