import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as events from '../../events/events.ts'
import * as changes from '../../inbox/changes.ts'
import * as inbox from '../../inbox/inbox.ts'
import * as watches from '../../inbox/watches.ts'
import * as pages from '../../pages/pages.ts'
import * as trash from '../../pages/trash.ts'
import * as sections from '../../rights/sections.ts'
import { levelNumbers, publicViewer, systemViewer, type Viewer } from '../../rights/viewer.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, type Fixture, plain, useStore } from '../rows.ts'
import { addMember, hide } from './members.ts'

const now = 1000
const everything = { state: 'all', kind: '', before: undefined } as const

export function watchesContract(open: Dialect['open']): void {
  describe('inboxes and watches', () => {
    const { store } = useStore(open)

    const viewerOf = ({ workspaceId }: Fixture, userId: string): Viewer => ({
      ...systemViewer(workspaceId),
      viewerId: userId,
    })
    const entries = (viewer: Viewer) => inbox.list(store(), viewer, everything, { now, limit: 200 })

    async function watch(
      { workspaceId }: Fixture,
      userId: string,
      pageId: string,
      includesSubpages: 0 | 1 = 0,
    ): Promise<void> {
      const own = { workspaceId, userId }
      await store().transact((transaction) =>
        watches.put(transaction, own, { pageId, includesSubpages, at: 1 }),
      )
    }

    const append = (
      { workspaceId, userId: actorId }: Fixture,
      { pageId, runId }: { pageId: string; runId: string },
    ) => {
      const event = { id: newId(), type: 'page.updated', via: 'mcp', data: '{}', createdAt: 5 }
      return store().transact((transaction) =>
        events.append(transaction, { ...event, workspaceId, actorId, pageId, runId }),
      )
    }

    describe('watches', () => {
      it('refuse a page that is not there', async () => {
        const fixture = await createFixture(store())
        await assert.rejects(watch(fixture, fixture.userId, 'none'))
      })

      it('are each person’s own, and name no page in the trash or that is hidden', async () => {
        const fixture = await createFixture(store())
        const { workspaceId, userId } = fixture
        const other = await addMember(store(), fixture)
        const [page, gone, hidden] = [
          await addPage(store(), fixture, { icon: '🍵' }),
          await addPage(store(), fixture),
          await addPage(store(), fixture),
        ]
        for (const { id } of [page, gone, hidden]) await watch(fixture, userId, id)
        await watch(fixture, userId, page.id, 1)
        await hide(store(), fixture, hidden.id)
        const deletion = { workspaceId, ids: [gone.id], deletedWith: gone.id }
        await store().transact((transaction) =>
          trash.remove(transaction, deletion, { at: 3, by: userId }),
        )
        const viewer = { ...publicViewer(workspaceId), viewerId: userId }
        const line = { id: page.id, title: 'Page', icon: '🍵', includesSubpages: 1 as const }
        assert.deepEqual((await watches.list(store(), viewer)).map(plain), [line])
        assert.deepEqual(await watches.list(store(), viewerOf(fixture, other)), [])
      })

      it('are of a page, or of everything below it', async () => {
        const fixture = await createFixture(store())
        const { workspaceId } = fixture
        const top = await addPage(store(), fixture)
        const middle = await addPage(store(), fixture, { parentId: top.id })
        const low = await addPage(store(), fixture, { parentId: middle.id })
        const [mia, noa, zoe] = [
          await addMember(store(), fixture),
          await addMember(store(), fixture),
          await addMember(store(), fixture),
        ]
        assert.equal(await watches.hasAny(store(), workspaceId), false)
        await watch(fixture, mia, top.id, 1)
        await watch(fixture, mia, low.id)
        await watch(fixture, noa, middle.id)
        await watch(fixture, zoe, low.id, 1)
        assert.equal(await watches.hasAny(store(), workspaceId), true)
        const of = async (pageId: string) =>
          (await watches.watchers(store(), { workspaceId, pageId })).map(({ userId: id }) => id)
        const sorted = (...ids: string[]) => ids.toSorted((a, b) => (a < b ? -1 : 1))
        assert.deepEqual(await of(top.id), [mia])
        assert.deepEqual(await of(middle.id), sorted(mia, noa))
        assert.deepEqual(await of(low.id), sorted(mia, zoe))
        assert.deepEqual(await of(newId()), [])
        await hide(store(), fixture, middle.id)
        assert.deepEqual(await of(middle.id), [])
        assert.deepEqual(await of(low.id), sorted(mia, zoe), 'mia watches the page itself too')
      })

      it('of everything below a page end where the watcher can no longer read', async () => {
        const fixture = await createFixture(store())
        const { workspaceId } = fixture
        const top = await addPage(store(), fixture)
        const middle = await addPage(store(), fixture, { parentId: top.id })
        const low = await addPage(store(), fixture, { parentId: middle.id })
        const [mia, noa] = [await addMember(store(), fixture), await addMember(store(), fixture)]
        for (const userId of [mia, noa]) await watch(fixture, userId, top.id, 1)
        const of = async (pageId: string) =>
          (await watches.watchers(store(), { workspaceId, pageId })).map(({ userId: id }) => id)
        const both = [mia, noa].toSorted()
        assert.deepEqual(await of(low.id), both)
        await hide(store(), fixture, middle.id)
        assert.deepEqual([await of(top.id), await of(low.id)], [both, []])
        const section = { workspaceId, sectionId: middle.id }
        const grants = [{ principalId: noa, level: levelNumbers.read }]
        await store().transact((to) => sections.replaceAccess(to, section, grants))
        assert.deepEqual([await of(middle.id), await of(low.id)], [[noa], [noa]])
        await hide(store(), fixture, top.id)
        assert.deepEqual(await of(low.id), [], 'the page that they watch is hidden')
      })

      it('are of members only', async () => {
        const fixture = await createFixture(store())
        const { workspaceId, userId } = fixture
        const { id: pageId } = await addPage(store(), fixture)
        await watch(fixture, userId, pageId)
        assert.deepEqual(await watches.watchers(store(), { workspaceId, pageId }), [])
      })

      it('count from the newest event when they began or changed', async () => {
        const fixture = await createFixture(store())
        const { workspaceId } = fixture
        const userId = await addMember(store(), fixture)
        const { id: pageId } = await addPage(store(), fixture)
        const since = async () => {
          const [watcher] = await watches.watchers(store(), { workspaceId, pageId })
          return watcher?.fromSequence
        }
        await watch(fixture, userId, pageId)
        assert.equal(await since(), 0)
        await append(fixture, { pageId, runId: newId() })
        assert.equal(await since(), 0)
        await watch(fixture, userId, pageId, 1)
        assert.equal(await since(), 1)
      })

      it('end one by one, with their page and with their member', async () => {
        const fixture = await createFixture(store())
        const { workspaceId, userId } = fixture
        const all = [
          await addPage(store(), fixture),
          await addPage(store(), fixture),
          await addPage(store(), fixture),
        ]
        for (const { id } of all) await watch(fixture, userId, id)
        const [first, second, third] = all.map(({ id }) => id)
        const own = { workspaceId, userId }
        const left = async () =>
          (await watches.list(store(), viewerOf(fixture, userId))).map(({ id }) => id)
        await store().transact((transaction) => watches.remove(transaction, own, first ?? ''))
        assert.deepEqual((await left()).length, 2)
        const address = { workspaceId, pageId: second ?? '' }
        await store().transact((transaction) => watches.removePage(transaction, address))
        assert.deepEqual(await left(), [third])
        await store().transact((transaction) => watches.removeMember(transaction, own))
        assert.deepEqual(await left(), [])
      })
    })

    describe('entries made from events', () => {
      const addChange = (
        { workspaceId, userId: actorId }: Fixture,
        userIds: readonly string[],
        change: { pageId: string; at: number },
        max = 10,
      ) => {
        const entry = { workspaceId, id: newId(), actorId, runId: null, sequence: 1, ...change }
        return store().transact((transaction) =>
          changes.addChange(transaction, entry, userIds, max),
        )
      }

      it('know how far the events of each workspace were read', async () => {
        const fixture = await createFixture(store())
        const { workspaceId } = fixture
        const { id: pageId } = await addPage(store(), fixture)
        const isBehind = async () => (await changes.behind(store(), '', 1000)).includes(workspaceId)
        assert.deepEqual([await isBehind(), await changes.cursor(store(), workspaceId)], [false, 0])
        await append(fixture, { pageId, runId: newId() })
        await append(fixture, { pageId, runId: newId() })
        assert.equal(await isBehind(), true)
        const advance = (range: { from: number; to: number }) =>
          store().transact((transaction) => changes.advance(transaction, workspaceId, range))
        for (const to of [1, 2]) {
          assert.equal(await isBehind(), true)
          assert.equal(await advance({ from: to - 1, to }), true)
          assert.equal(await changes.cursor(store(), workspaceId), to)
        }
        // Another process read the same events, and comes second.
        assert.equal(await advance({ from: 1, to: 2 }), false)
        assert.equal(await isBehind(), false)
      })

      it('are looked for in the order of the workspaces, after one', async () => {
        const all = [await createFixture(store()), await createFixture(store())]
        for (const fixture of all) {
          const { id: pageId } = await addPage(store(), fixture)
          await append(fixture, { pageId, runId: newId() })
        }
        const [first = '', second = ''] = all.map(({ workspaceId }) => workspaceId).toSorted()
        const found = await changes.behind(store(), '', 1000)
        assert.deepEqual(found, found.toSorted())
        assert.ok(found.indexOf(first) < found.indexOf(second))
        const later = await changes.behind(store(), first, 1000)
        assert.deepEqual([later.includes(first), later.includes(second)], [false, true])
        assert.deepEqual(await changes.behind(store(), '', 1), found.slice(0, 1))
      })

      it('are one for a page while it is unread, with the newest change', async () => {
        const fixture = await createFixture(store())
        const { workspaceId } = fixture
        const mia = await addMember(store(), fixture)
        const own = { workspaceId, userId: mia }
        const viewer = viewerOf(fixture, mia)
        const { id: pageId } = await addPage(store(), fixture)
        await addChange(fixture, [mia, (await createFixture(store())).userId], { pageId, at: 10 })
        await addChange({ ...fixture, userId: await addMember(store(), fixture) }, [mia], {
          pageId,
          at: 20,
        })
        const [entry, ...others] = await entries(viewer)
        assert.ok(entry)
        assert.equal(others.length, 0)
        assert.deepEqual([entry.kind, entry.pageId, entry.createdAt], ['change', pageId, 20])
        assert.notEqual(entry.actorId, fixture.userId)
        await store().transact((to) => inbox.snooze(to, own, [entry.id], now + 5))
        await addChange(fixture, [mia], { pageId, at: 30 })
        assert.deepEqual(await entries(viewer), [], 'a snooze stays')
        await store().transact((to) => inbox.mark(to, own, [entry.id], 40))
        await addChange(fixture, [mia], { pageId, at: 50 })
        assert.deepEqual(
          (await entries(viewer)).map(({ createdAt, readAt }) => [createdAt, readAt]),
          [[50, null]],
        )
      })

      it('about changes are not more than a number', async () => {
        const fixture = await createFixture(store())
        const mia = await addMember(store(), fixture)
        for (const at of [1, 2, 3]) {
          const { id: pageId } = await addPage(store(), fixture)
          await addChange(fixture, [mia], { pageId, at }, 2)
        }
        const found = await entries(viewerOf(fixture, mia))
        assert.deepEqual(
          found.map(({ createdAt }) => createdAt),
          [2, 1],
        )
      })

      it('count towards that number only while they can be seen', async () => {
        const fixture = await createFixture(store())
        const { workspaceId, userId } = fixture
        const mia = await addMember(store(), fixture)
        const ids: string[] = []
        const addNext = async (at: number) => {
          const { id: pageId } = await addPage(store(), fixture)
          await addChange(fixture, [mia], { pageId, at }, 2)
          ids.push(pageId)
        }
        await addNext(1)
        await addNext(2)
        await hide(store(), fixture, ids[0] ?? '')
        const deletion = { workspaceId, ids: ids.slice(1), deletedWith: ids[1] ?? '' }
        await store().transact((to) => trash.remove(to, deletion, { at: 3, by: userId }))
        await addNext(3)
        await addNext(4)
        await addNext(5)
        const viewer = { ...publicViewer(workspaceId), viewerId: mia }
        const found = await entries(viewer)
        assert.deepEqual(
          found.map(({ createdAt }) => createdAt),
          [4, 3],
        )
      })

      it('about a run are one, seen by who can read a page that it changed', async () => {
        const fixture = await createFixture(store())
        const { workspaceId, userId: actorId } = fixture
        const mia = await addMember(store(), fixture)
        const { id: pageId } = await addPage(store(), fixture)
        const runId = newId()
        const add = (at: number, readBefore: number) => {
          const entry = { workspaceId, id: newId(), userId: mia, actorId, runId, sequence: 1, at }
          return store().transact((to) => changes.addRun(to, entry, readBefore))
        }
        await add(10, 0)
        await add(20, 0)
        const viewer = { ...publicViewer(workspaceId), viewerId: mia }
        assert.deepEqual(await entries(viewer), [], 'it has changed nothing')
        await append(fixture, { pageId, runId })
        const [entry, ...others] = await entries(viewer)
        assert.ok(entry)
        assert.deepEqual([others.length, entry.kind, entry.runId], [0, 'run', runId])
        assert.deepEqual([entry.pageId, entry.createdAt], [null, 20])
        const own = { workspaceId, userId: mia }
        await store().transact((to) => inbox.mark(to, own, [entry.id], 30))
        await add(40, 30)
        assert.equal((await entries(viewer))[0]?.readAt, 30)
        await add(50, 31)
        const [again] = await entries(viewer)
        assert.deepEqual([again?.readAt, again?.createdAt], [null, 50])
        await hide(store(), fixture, pageId)
        assert.deepEqual(await entries(viewer), [])
        assert.equal(await inbox.unread(store(), viewer, now), 0)
        assert.equal((await pages.get(store(), systemViewer(workspaceId), pageId))?.id, pageId)
      })
    })
  })
}
