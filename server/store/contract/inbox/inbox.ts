import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as comments from '../../comments/comments.ts'
import * as inbox from '../../inbox/inbox.ts'
import * as reviews from '../../inbox/reviews.ts'
import * as upkeep from '../../inbox/upkeep.ts'
import * as trash from '../../pages/trash.ts'
import * as members from '../../people/members.ts'
import * as users from '../../people/users.ts'
import * as proposals from '../../proposals/proposals.ts'
import * as sections from '../../rights/sections.ts'
import { levelNumbers, publicViewer, systemViewer, type Viewer } from '../../rights/viewer.ts'
import { commentRow } from '../comments.ts'
import type { Dialect } from '../dialect.ts'
import { proposalRow } from '../proposals/proposals.ts'
import { addPage, createFixture, type Fixture, useStore, userRow } from '../rows.ts'

const now = 1000
const everything = { state: 'all', kind: '', before: undefined } as const

export function inboxContract(open: Dialect['open']): void {
  describe('inbox entries', () => {
    const { store } = useStore(open)

    async function addMember(
      { workspaceId }: Fixture,
      member: Partial<Omit<Parameters<typeof members.put>[1], 'workspaceId' | 'userId'>> = {},
    ): Promise<string> {
      const user = userRow()
      await store().transact(async (transaction) => {
        await users.insert(transaction, user, null)
        const row = { role: 'MEMBER', createdAt: 1, ...member } as const
        await members.put(transaction, { workspaceId, userId: user.id, ...row })
      })
      return user.id
    }

    async function add(
      { workspaceId, userId }: Fixture,
      userIds: readonly string[],
      columns: Partial<inbox.NewEntry> & { pageId: string },
    ): Promise<string> {
      const id = newId()
      const about = { kind: 'assignment', commentId: null, runId: null } as const
      const entry = { ...about, workspaceId, id, actorId: userId, createdAt: 10, ...columns }
      await store().transact((transaction) => inbox.insert(transaction, entry, userIds))
      return entry.id
    }

    const viewerOf = ({ workspaceId }: Fixture, userId: string): Viewer => ({
      ...systemViewer(workspaceId),
      viewerId: userId,
    })
    const list = async (viewer: Viewer, filter: Partial<Parameters<typeof inbox.list>[2]> = {}) =>
      inbox.list(store(), viewer, { ...everything, ...filter }, { now, limit: 50 })
    const ids = async (...asked: Parameters<typeof list>) =>
      (await list(...asked)).map(({ id }) => id)
    const unread = (viewer: Viewer) => inbox.unread(store(), viewer, now)

    async function hide({ workspaceId, userId }: Fixture, pageId: string): Promise<void> {
      await store().transact(async (transaction) => {
        const rules = { sectionId: pageId, inherits: 0, opensByRole: 0 } as const
        await sections.put(transaction, workspaceId, { ...rules, createdAt: 1, createdBy: userId })
        await sections.assign(transaction, { workspaceId, ids: [pageId] }, pageId)
      })
    }

    const grant = ({ workspaceId }: Fixture, pageId: string, userId: string, level: number) =>
      store().transact((transaction) =>
        sections.replaceAccess(transaction, { workspaceId, sectionId: pageId }, [
          { principalId: userId, level },
        ]),
      )

    it('are for members only, and each person’s own', async () => {
      const fixture = await createFixture(store())
      const { id: pageId } = await addPage(store(), fixture)
      const [mia, noa] = [await addMember(fixture), await addMember(fixture)]
      const outsider = await createFixture(store())
      const entryId = await add(fixture, [mia, outsider.userId], { pageId })
      assert.deepEqual(await ids(viewerOf(fixture, mia)), [entryId])
      assert.equal(await unread(viewerOf(fixture, mia)), 1)
      assert.deepEqual(await ids(viewerOf(fixture, noa)), [])
      assert.deepEqual(await ids(viewerOf(fixture, outsider.userId)), [])
      const elsewhere = { ...fixture, workspaceId: outsider.workspaceId }
      assert.deepEqual(await ids(viewerOf(elsewhere, mia)), [])
    })

    it('know their page, their actor and the start of their comment', async () => {
      const fixture = await createFixture(store())
      const mia = await addMember(fixture)
      const page = await addPage(store(), fixture, { title: 'Plan', icon: '🍵' })
      const comment = commentRow(fixture, page, { markdown: 'x'.repeat(400) })
      await store().transact((transaction) => comments.insert(transaction, comment))
      const about = { pageId: page.id, commentId: comment.id, kind: 'reply' } as const
      await add(fixture, [mia], about)
      const [item] = await list(viewerOf(fixture, mia))
      assert.ok(item)
      const { pageTitle, pageIcon, firstName, lastName, actorId, commentId, kind } = item
      assert.deepEqual([pageTitle, pageIcon, firstName, lastName], ['Plan', '🍵', 'A', 'B'])
      assert.deepEqual([actorId, commentId, kind], [fixture.userId, comment.id, 'reply'])
      assert.deepEqual([item.proposalId, item.readAt, item.shownAt], [null, null, 10])
      assert.equal(item.text?.length, 300)
      await store().transact((transaction) =>
        comments.empty(transaction, { workspaceId: fixture.workspaceId, id: comment.id }, 11),
      )
      assert.deepEqual(await ids(viewerOf(fixture, mia)), [])
    })

    it('mention a person once on a page, and once in a comment', async () => {
      const fixture = await createFixture(store())
      const [mia, noa] = [await addMember(fixture), await addMember(fixture)]
      const page = await addPage(store(), fixture)
      const comment = commentRow(fixture, page)
      await store().transact((transaction) => comments.insert(transaction, comment))
      const mention = { kind: 'mention', pageId: page.id } as const
      const first = await add(fixture, [mia], mention)
      const second = await add(fixture, [mia, noa], mention)
      const third = await add(fixture, [mia], { ...mention, commentId: comment.id })
      await add(fixture, [mia], { ...mention, commentId: comment.id })
      assert.deepEqual(await ids(viewerOf(fixture, mia)), [third, first])
      assert.deepEqual(await ids(viewerOf(fixture, noa)), [second])
    })

    it('are shown while their page can be read and is in no trash', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const mia = await addMember(fixture)
      const hidden = await addPage(store(), fixture)
      const gone = await addPage(store(), fixture)
      const shown = await addPage(store(), fixture)
      for (const { id: pageId } of [hidden, gone]) await add(fixture, [mia], { pageId })
      const last = await add(fixture, [mia], { pageId: shown.id })
      await hide(fixture, hidden.id)
      await store().transact((transaction) =>
        trash.remove(
          transaction,
          { workspaceId, ids: [gone.id], deletedWith: gone.id },
          { at: 3, by: userId, runId: null },
        ),
      )
      const viewer = { ...publicViewer(workspaceId), viewerId: mia }
      assert.deepEqual([await ids(viewer), await unread(viewer)], [[last], 1])
      await grant(fixture, hidden.id, mia, levelNumbers.read)
      assert.equal(await unread(viewer), 2)
      assert.deepEqual(await ids({ ...viewer, everyoneId: '' }), [
        (await ids(viewer)).find((id) => id !== last),
      ])
    })

    it('are listed newest first, in parts, by kind and state', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const mia = await addMember(fixture)
      const viewer = viewerOf(fixture, mia)
      const own = { workspaceId, userId: mia }
      const { id: pageId } = await addPage(store(), fixture)
      const all: string[] = []
      for (const createdAt of [10, 20, 20, 30]) {
        all.unshift(await add(fixture, [mia], { pageId, createdAt }))
      }
      const mention = await add(fixture, [mia], { pageId, createdAt: 40, kind: 'mention' })
      all.unshift(mention)
      assert.deepEqual(await ids(viewer), all)
      const [, second = ''] = all
      assert.deepEqual(await ids(viewer, { before: { shownAt: 30, id: second } }), all.slice(2))
      assert.deepEqual(await ids(viewer, { kind: 'mention' }), [mention])
      await store().transact(async (transaction) => {
        await inbox.mark(transaction, own, [mention, newId()], 50)
        await inbox.snooze(transaction, own, [second], now + 1)
      })
      assert.equal(await unread(viewer), 3)
      assert.deepEqual(await ids(viewer, { state: 'unread' }), all.slice(2))
      assert.deepEqual(await ids(viewer, { state: 'snoozed' }), [second])
      assert.deepEqual(await ids(viewer), [mention, ...all.slice(2)])
      await store().transact(async (transaction) => {
        await inbox.mark(transaction, own, [mention], null)
        await inbox.snooze(transaction, own, [second], null)
      })
      assert.deepEqual([await unread(viewer), await ids(viewer)], [5, all])
      const theirs = { workspaceId, userId: fixture.userId }
      await store().transact((transaction) => inbox.markAll(transaction, theirs, { at: 60, now }))
      assert.equal(await unread(viewer), 5)
      await store().transact((transaction) => inbox.markAll(transaction, own, { at: 60, now }))
      assert.equal(await unread(viewer), 0)
    })

    it('go with their page, with their member, after a time and beyond a number', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const [mia, noa] = [await addMember(fixture), await addMember(fixture)]
      const viewer = viewerOf(fixture, mia)
      const page = await addPage(store(), fixture)
      const other = await addPage(store(), fixture)
      for (const pageId of [page.id, other.id]) await add(fixture, [mia, noa], { pageId })
      const address = { workspaceId, pageId: page.id }
      await store().transact((transaction) => upkeep.removePage(transaction, address))
      assert.equal(await unread(viewer), 1)
      const newer = [
        await add(fixture, [mia], { pageId: page.id, createdAt: 20 }),
        await add(fixture, [mia], { pageId: page.id, createdAt: 21 }),
      ]
      const old = { before: 20, limit: 50 }
      await store().transact((transaction) => upkeep.removeOld(transaction, workspaceId, old))
      assert.deepEqual(await ids(viewer), newer.toReversed())
      assert.equal(await upkeep.nextWorkspace(store(), workspaceId.slice(0, -1)), workspaceId)
      assert.deepEqual(await upkeep.full(store(), workspaceId, 1), [mia])
      const own = { workspaceId, userId: mia }
      await store().transact((transaction) => upkeep.trim(transaction, own, 1))
      assert.deepEqual(await ids(viewer), newer.slice(1))
      await store().transact((transaction) => upkeep.removeMember(transaction, own))
      assert.deepEqual(await ids(viewer), [])
    })

    it('ask those who can accept a proposal to review it, while it is open', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const open = await addPage(store(), fixture)
      const closed = await addPage(store(), fixture)
      await hide(fixture, closed.id)
      const [owner, writer] = [
        await addMember(fixture, { role: 'OWNER' }),
        await addMember(fixture),
      ]
      const others = [
        await addMember(fixture, { role: 'VIEWER' }),
        await addMember(fixture, { scope: 'shared' }),
        await addMember(fixture, { maxLevel: levelNumbers.propose }),
      ]
      await grant(fixture, closed.id, writer, levelNumbers.write)
      const propose = async (pageIds: readonly string[], besides = '', limit = 50) => {
        const row = proposalRow(fixture)
        const address = { workspaceId, proposalId: row.id }
        const review = { ...address, id: newId(), actorId: userId, runId: null, createdAt: 10 }
        await store().transact(async (transaction) => {
          await proposals.insert(transaction, row)
          await proposals.addPages(transaction, address, pageIds)
          await reviews.insert(transaction, review, { besides, only: [], agents: [], limit })
        })
        return { ...address, id: review.id }
      }
      const both = await propose([open.id, closed.id, workspaceId])
      const one = await propose([open.id])
      const first = await propose([open.id], '', 1)
      const theirs = await propose([open.id], writer)
      const asOwner = viewerOf(fixture, owner)
      const asWriter: Viewer = { ...publicViewer(workspaceId), viewerId: writer }
      assert.deepEqual(await ids(asOwner), [theirs.id, first.id, one.id])
      assert.deepEqual(await ids(asWriter), [one.id, both.id])
      for (const other of others) assert.deepEqual(await ids(viewerOf(fixture, other)), [])
      // Each way to lose the right to accept.
      assert.deepEqual(await ids({ ...asWriter, openLevel: levelNumbers.propose }), [])
      assert.deepEqual(await ids({ ...asWriter, maxLevel: levelNumbers.propose }), [])
      assert.deepEqual(await ids({ ...asOwner, openLevel: levelNumbers.read }), [])
      await grant(fixture, closed.id, writer, levelNumbers.comment)
      assert.deepEqual([await ids(asWriter), await unread(asWriter)], [[one.id], 1])
      await store().transact((transaction) =>
        proposals.setState(transaction, one, 'declined', { at: 20, by: owner }),
      )
      assert.deepEqual(await ids(asWriter), [])
      await store().transact((transaction) => reviews.remove(transaction, theirs))
      assert.deepEqual(await ids(asOwner), [first.id])
    })
  })
}
