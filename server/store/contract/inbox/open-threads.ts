import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as comments from '../../comments/comments.ts'
import * as openThreads from '../../comments/open-threads.ts'
import * as trash from '../../pages/trash.ts'
import { publicViewer, systemViewer, type Viewer } from '../../rights/viewer.ts'
import { commentRow } from '../comments.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, type Fixture, useStore } from '../rows.ts'
import { addMember, hide } from './members.ts'

const any = { authorId: '', underPageId: '' }
const start = { createdAt: Number.MAX_SAFE_INTEGER, id: '' }

export function openThreadsContract(open: Dialect['open']): void {
  describe('open threads', () => {
    const { store } = useStore(open)

    async function add(
      fixture: Fixture,
      page: Parameters<typeof commentRow>[1],
      columns: Partial<comments.NewComment> = {},
    ): Promise<string> {
      const comment = commentRow(fixture, page, columns)
      await store().transact((transaction) => comments.insert(transaction, comment))
      return comment.id
    }

    const list = (
      viewer: Viewer,
      filter: Partial<openThreads.ThreadFilter> = {},
      part: Partial<openThreads.ThreadPosition & { limit: number }> = {},
    ) => openThreads.list(store(), viewer, { ...any, ...filter }, { ...start, limit: 9, ...part })
    const ids = async (...asked: Parameters<typeof list>) =>
      (await list(...asked)).map(({ id }) => id)

    it('are in no other workspace, on no page in the trash and on none that is hidden', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const [page, gone, hidden] = [
        await addPage(store(), fixture),
        await addPage(store(), fixture),
        await addPage(store(), fixture),
      ]
      const shown = await add(fixture, page)
      await add(fixture, gone)
      const secret = await add(fixture, hidden)
      await hide(store(), fixture, hidden.id)
      const deletion = { workspaceId, ids: [gone.id], deletedWith: gone.id }
      await store().transact((transaction) =>
        trash.remove(transaction, deletion, { at: 3, by: userId }),
      )
      assert.deepEqual(await ids({ ...publicViewer(workspaceId), viewerId: userId }), [shown])
      const all = await ids(systemViewer(workspaceId))
      assert.deepEqual(new Set(all), new Set([shown, secret]))
      const other = await createFixture(store())
      assert.deepEqual(await ids(systemViewer(other.workspaceId)), [])
    })

    it('know their page, their first comment and their replies', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const page = await addPage(store(), fixture, { title: 'Plan', icon: '🍵' })
      const markdown = 'x'.repeat(400)
      const threadId = await add(fixture, page, { markdown, quote: '{}', createdAt: 10 })
      for (const createdAt of [20, 30]) await add(fixture, page, { threadId, createdAt })
      const [thread, ...others] = await list(systemViewer(workspaceId))
      assert.ok(thread)
      assert.equal(others.length, 0)
      assert.deepEqual([thread.pageTitle, thread.pageIcon, thread.quote], ['Plan', '🍵', '{}'])
      assert.deepEqual([thread.firstName, thread.authorId], ['A', fixture.userId])
      assert.deepEqual([thread.replies, thread.createdAt, thread.lastAt], [2, 10, 30])
      assert.equal(thread.text.length, 300)
      const address = { workspaceId, id: threadId }
      await store().transact((transaction) => comments.empty(transaction, address, 40))
      assert.deepEqual(
        (await list(systemViewer(workspaceId))).map(({ text }) => text),
        [''],
      )
      const resolved = { at: 50, by: fixture.userId }
      await store().transact((transaction) => comments.resolve(transaction, address, resolved))
      assert.deepEqual(await ids(systemViewer(workspaceId)), [])
    })

    it('are listed newest first, in parts, by author and below a page', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const mia = await addMember(store(), fixture)
      const top = await addPage(store(), fixture)
      const low = await addPage(store(), fixture, { parentId: top.id })
      const other = await addPage(store(), fixture)
      const viewer = systemViewer(workspaceId)
      const all: string[] = []
      for (const [page, createdAt] of [
        [top, 10],
        [low, 20],
        [other, 20],
        [other, 30],
      ] as const) {
        const createdBy = createdAt === 30 ? mia : fixture.userId
        all.unshift(await add(fixture, page, { createdAt, createdBy }))
      }
      const [last = '', third = '', second = '', first = ''] = all
      assert.deepEqual(await ids(viewer), all)
      assert.deepEqual(await ids(viewer, {}, { createdAt: 20, id: third, limit: 1 }), [second])
      assert.deepEqual(await ids(viewer, { authorId: mia }), [last])
      assert.deepEqual(await ids(viewer, { underPageId: top.id }), [second, first])
      assert.deepEqual(await ids(viewer, { underPageId: newId() }), [])
    })
  })
}
