import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../lib/ids.ts'
import * as checks from '../checks.ts'
import * as comments from '../comments/comments.ts'
import type { NewRow } from '../pages/pages.ts'
import * as trash from '../pages/trash.ts'
import { systemViewer } from '../rights/viewer.ts'
import type { Dialect } from './dialect.ts'
import { addPage, type Fixture, createFixture, plain, useStore } from './rows.ts'

export function commentRow(
  { userId }: Fixture,
  { workspaceId, id: pageId }: NewRow,
  columns: Partial<comments.NewComment> = {},
): comments.NewComment {
  const id = newId()
  const thread = { threadId: columns.id ?? id, quote: null }
  const stamp = { createdAt: 1, createdBy: userId }
  return { workspaceId, id, pageId, markdown: 'Hm.\n', ...thread, ...stamp, ...columns }
}

export function commentsContract(open: Dialect['open']): void {
  describe('comments', () => {
    const { store } = useStore(open)
    const add = async (
      fixture: Fixture,
      page: NewRow,
      columns: Partial<comments.NewComment> = {},
    ) => {
      const row = commentRow(fixture, page, columns)
      await store().transact((transaction) => comments.insert(transaction, row))
      return row
    }
    const idsOf = async (page: NewRow, wanted: Partial<comments.ThreadsWanted> = {}) => {
      const { workspaceId, id: pageId } = page
      const asked = { which: 'all' as const, limit: 50, offset: 0, ...wanted }
      const rows = await comments.ofPage(store(), { workspaceId, pageId }, asked)
      return rows.map(({ id }) => id)
    }

    it('refuses a comment on a page of another workspace', async () => {
      const here = await createFixture(store())
      const there = await createFixture(store())
      const page = await addPage(store(), here)
      await assert.rejects(add(there, { ...page, workspaceId: there.workspaceId }))
    })

    it('gives a comment while its page is in no trash', async () => {
      const fixture = await createFixture(store())
      const page = await addPage(store(), fixture)
      const row = await add(fixture, page, { quote: '{"text":"x"}' })
      const nothingYet = {
        updatedAt: null,
        deletedAt: null,
        resolvedAt: null,
        resolvedBy: null,
        runId: null,
      }
      const get = () => comments.get(store(), fixture.workspaceId, row.id)
      assert.deepEqual(plain(await get()), { ...row, ...nothingYet })
      const gone = { workspaceId: page.workspaceId, ids: [page.id], deletedWith: page.id }
      const change = { at: 2, by: fixture.userId }
      await store().transact((transaction) => trash.remove(transaction, gone, change))
      assert.equal(await get(), undefined)
      await store().transact((transaction) => trash.restore(transaction, gone, change))
      assert.notEqual(await get(), undefined)
    })

    it('knows those who wrote in a thread, without deleted comments', async () => {
      const fixture = await createFixture(store())
      const [second, third] = [await createFixture(store()), await createFixture(store())]
      const page = await addPage(store(), fixture)
      const { workspaceId, id: threadId } = await add(fixture, page, { createdAt: 2 })
      const thread = { workspaceId, pageId: page.id, threadId }
      await add(second, page, { threadId, createdAt: 3 })
      await add(fixture, page, { threadId, createdAt: 4 })
      const gone = await add(third, page, { threadId, createdAt: 5 })
      await add(third, page)
      await store().transact((transaction) => comments.empty(transaction, gone, 6))
      const writers = [fixture.userId, second.userId]
      assert.deepEqual(await comments.participants(store(), thread, 9), writers)
      assert.deepEqual(await comments.participants(store(), thread, 1), [fixture.userId])
    })

    it('lists threads oldest first, with their answers, by limit and offset', async () => {
      const fixture = await createFixture(store())
      const page = await addPage(store(), fixture)
      const late = await add(fixture, page, { createdAt: 5 })
      const early = await add(fixture, page, { createdAt: 4 })
      const answer = await add(fixture, page, { threadId: early.id, createdAt: 9 })
      assert.deepEqual(await idsOf(page), [early.id, answer.id, late.id])
      assert.deepEqual(await idsOf(page, { limit: 1 }), [early.id, answer.id])
      assert.deepEqual(await idsOf(page, { offset: 1 }), [late.id])
      const all = await comments.all(store(), systemViewer(fixture.workspaceId))
      assert.equal(all.length, 3)
      assert.equal(all[0]?.firstName, 'A')
    })

    it('leaves resolved threads out when only open ones are wanted', async () => {
      const fixture = await createFixture(store())
      const page = await addPage(store(), fixture)
      const { workspaceId, id: pageId } = page
      const done = await add(fixture, page)
      const open = await add(fixture, page, { createdAt: 2 })
      await add(fixture, page, { threadId: done.id, createdAt: 3 })
      const resolve = (change: { at: number; by: string } | null) =>
        store().transact((transaction) => comments.resolve(transaction, done, change))
      await resolve({ at: 7, by: fixture.userId })
      assert.deepEqual(await idsOf(page, { which: 'open' }), [open.id])
      assert.equal(await comments.count(store(), { workspaceId, pageId }, 'open'), 1)
      assert.equal(await comments.count(store(), { workspaceId, pageId }, 'all'), 2)
      const all = { which: 'all' as const, limit: 1, offset: 0 }
      const [first] = await comments.ofPage(store(), { workspaceId, pageId }, all)
      const { resolvedAt, resolvedBy, resolverFirstName } = first ?? {}
      assert.deepEqual([resolvedAt, resolvedBy, resolverFirstName], [7, fixture.userId, 'A'])
      await resolve(null)
      assert.equal((await idsOf(page, { which: 'open' })).length, 3)
    })

    it('changes, empties and removes', async () => {
      const fixture = await createFixture(store())
      const page = await addPage(store(), fixture)
      const { workspaceId, id } = await add(fixture, page)
      const answer = await add(fixture, page, { threadId: id })
      const get = async () => {
        const row = await comments.get(store(), workspaceId, id)
        assert.ok(row)
        return row
      }
      assert.equal(await comments.replies(store(), await get()), 1)
      await store().transact((transaction) =>
        comments.update(transaction, { workspaceId, id }, { markdown: 'New.\n', at: 3 }),
      )
      assert.deepEqual([(await get()).markdown, (await get()).updatedAt], ['New.\n', 3])
      await store().transact((transaction) => comments.empty(transaction, { workspaceId, id }, 4))
      assert.deepEqual([(await get()).markdown, (await get()).deletedAt], ['', 4])
      await store().transact((transaction) => comments.remove(transaction, answer))
      assert.equal(await comments.replies(store(), await get()), 0)
    })

    it('tells comments whose thread is not on their page', async () => {
      const fixture = await createFixture(store())
      const page = await addPage(store(), fixture)
      const other = await addPage(store(), fixture, { position: 'a1' })
      const thread = await add(fixture, page)
      assert.deepEqual(await checks.strayComments(store()), [])
      const stray = await add(fixture, other, { threadId: thread.id })
      assert.deepEqual((await checks.strayComments(store())).map(plain), [{ id: stray.id }])
    })
  })
}
