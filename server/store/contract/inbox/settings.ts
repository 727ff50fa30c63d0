import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import type { InboxKind } from '../../../lib/vocabulary.ts'
import * as events from '../../events/events.ts'
import * as changes from '../../inbox/changes.ts'
import * as inbox from '../../inbox/inbox.ts'
import * as settings from '../../inbox/settings.ts'
import { publicViewer, systemViewer, type Viewer } from '../../rights/viewer.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, type Fixture, useStore } from '../rows.ts'
import { addMember, hide } from './members.ts'

const now = 1000
const everything = { state: 'all', kind: '', before: undefined } as const
const initial: settings.InboxSettings = {
  hiddenKinds: [],
  unmailedKinds: [],
  digest: 'daily',
  timeZone: 'UTC',
  dueAt: 10,
  chatConnectionId: null,
  unsentKinds: [],
  chatDueAt: null,
}

export function inboxSettingsContract(open: Dialect['open']): void {
  describe('the settings of an inbox', () => {
    const { store } = useStore(open)

    const put = (
      { workspaceId }: Fixture,
      userId: string,
      chosen: Partial<settings.InboxSettings> = {},
    ) =>
      store().transact((transaction) =>
        settings.put(transaction, { workspaceId, userId }, { ...initial, ...chosen }),
      )

    async function add(
      { workspaceId, userId: actorId }: Fixture,
      userId: string,
      { kind, pageId }: { kind: 'mention' | 'assignment'; pageId: string },
    ): Promise<string> {
      const about = { commentId: null, runId: null, createdAt: 10 }
      const entry = { ...about, workspaceId, id: newId(), kind, pageId, actorId }
      await store().transact((transaction) => inbox.insert(transaction, entry, [userId]))
      return entry.id
    }

    const viewerOf = ({ workspaceId }: Fixture, userId: string): Viewer => ({
      ...systemViewer(workspaceId),
      viewerId: userId,
    })
    const unmailed = async (viewer: Viewer) =>
      (await inbox.unmailed(store(), viewer, { now, limit: 9 })).map(({ id }) => id)

    it('are stored for known frequencies only', async () => {
      const fixture = await createFixture(store())
      // SAFETY: what the compiler refuses, the database refuses too.
      const digest = 'yearly' as 'daily'
      await assert.rejects(put(fixture, fixture.userId, { digest }))
    })

    it('are each person’s own, and end with the membership', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const mia = await addMember(store(), fixture)
      const own = { workspaceId, userId: mia }
      assert.equal(await settings.get(store(), own), undefined)
      await put(fixture, mia)
      const kinds: InboxKind[] = ['mention', 'run']
      const chosen = {
        hiddenKinds: kinds,
        unmailedKinds: ['change'],
        unsentKinds: ['review'],
        timeZone: 'Asia/Tokyo',
        chatConnectionId: newId(),
        chatDueAt: 20,
      } as const
      await put(fixture, mia, chosen)
      assert.deepEqual(await settings.get(store(), own), { ...initial, ...chosen })
      assert.equal(await settings.get(store(), fixture), undefined)
      await store().transact((transaction) => settings.removeMember(transaction, own))
      assert.equal(await settings.get(store(), own), undefined)
    })

    it('say when emails are due, unless they are off', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const [mia, noa, off] = [
        await addMember(store(), fixture),
        await addMember(store(), fixture),
        await addMember(store(), fixture),
      ]
      await put(fixture, mia, { dueAt: 30 })
      await put(fixture, noa, { dueAt: 20 })
      await put(fixture, off, { digest: 'off', dueAt: null })
      const due = (at: number, limit = 9) => settings.due(store(), workspaceId, { now: at, limit })
      const hasDue = async (at: number) =>
        (await settings.workspaces(store(), at, 1000)).includes(workspaceId)
      assert.deepEqual([await due(19), await hasDue(19)], [[], false])
      assert.deepEqual([await due(30), await due(30, 1)], [[noa, mia], [noa]])
      assert.equal(await hasDue(20), true)
      await store().transact(async (transaction) => {
        for (const userId of [noa, off]) {
          await settings.postpone(transaction, { workspaceId, userId }, 40)
        }
      })
      assert.deepEqual([await due(39), await due(40)], [[mia], [mia, noa]])
    })

    it('turn off emails, also of someone who chose nothing', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const mia = await addMember(store(), fixture)
      await put(fixture, mia, { hiddenKinds: ['run'] })
      await store().transact(async (to) => {
        await settings.turnOffDigest(to, { workspaceId, userId: mia })
        await settings.turnOffDigest(to, { workspaceId, userId: fixture.userId })
      })
      const off = { ...initial, hiddenKinds: ['run'], digest: 'off', dueAt: null }
      assert.deepEqual(await settings.get(store(), { workspaceId, userId: mia }), off)
      assert.equal(await settings.get(store(), fixture), undefined)
    })

    it('let “mark all” leave entries of hidden kinds as they are', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const mia = await addMember(store(), fixture)
      const own = { workspaceId, userId: mia }
      const viewer = viewerOf(fixture, mia)
      const { id: pageId } = await addPage(store(), fixture)
      await add(fixture, mia, { kind: 'mention', pageId })
      await add(fixture, mia, { kind: 'assignment', pageId })
      await put(fixture, mia, { hiddenKinds: ['mention'] })
      await store().transact((to) => inbox.markAll(to, own, { at: 20, now }))
      assert.equal(await inbox.unread(store(), viewer, now), 0)
      await put(fixture, mia)
      assert.equal(await inbox.unread(store(), viewer, now), 1)
      await store().transact((to) => inbox.markAll(to, own, { at: 20, now }))
      assert.equal(await inbox.unread(store(), viewer, now), 0)
    })

    it('hide kinds from the list and the count, and not from emails', async () => {
      const fixture = await createFixture(store())
      const mia = await addMember(store(), fixture)
      const { id: pageId } = await addPage(store(), fixture)
      const mention = await add(fixture, mia, { kind: 'mention', pageId })
      const assignment = await add(fixture, mia, { kind: 'assignment', pageId })
      const viewer = viewerOf(fixture, mia)
      const shown = async () => {
        const part = { now, limit: 9 }
        return (await inbox.list(store(), viewer, everything, part)).map(({ id }) => id)
      }
      assert.deepEqual(await unmailed(viewer), [assignment, mention])
      await put(fixture, mia, { hiddenKinds: ['mention'], unmailedKinds: ['assignment'] })
      assert.deepEqual([await shown(), await inbox.unread(store(), viewer, now)], [[assignment], 1])
      assert.deepEqual(await unmailed(viewer), [mention])
      await put(fixture, mia)
      assert.deepEqual(await shown(), [assignment, mention])
    })

    it('let an email contain each unread entry once, if its page can be read', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const mia = await addMember(store(), fixture)
      const own = { workspaceId, userId: mia }
      const viewer = { ...publicViewer(workspaceId), viewerId: mia }
      const ids: string[] = []
      for (let number = 0; number < 5; number += 1) {
        const { id: pageId } = await addPage(store(), fixture)
        ids.unshift(await add(fixture, mia, { kind: 'assignment', pageId }))
        if (number === 4) await hide(store(), fixture, pageId)
      }
      const [, sent = '', read = '', snoozed = '', fresh = ''] = ids
      await store().transact(async (transaction) => {
        await inbox.setMailed(transaction, own, [sent], 20)
        await inbox.mark(transaction, own, [read], 20)
        await inbox.snooze(transaction, own, [snoozed], now + 1)
      })
      assert.deepEqual(await unmailed(viewer), [fresh])
      await store().transact((transaction) => inbox.setMailed(transaction, own, [sent], null))
      assert.deepEqual(await unmailed(viewer), [sent, fresh])
    })

    it('let an entry about a run into an email and a chat message again only after it was read', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId: actorId } = fixture
      const mia = await addMember(store(), fixture)
      const own = { workspaceId, userId: mia }
      const { id: pageId } = await addPage(store(), fixture)
      await put(fixture, mia, { chatConnectionId: newId(), chatDueAt: 1 })
      const runId = newId()
      const event = { id: newId(), type: 'page.updated', via: 'mcp', data: '{}', createdAt: 5 }
      await store().transact((transaction) =>
        events.append(transaction, { ...event, workspaceId, actorId, pageId, runId }),
      )
      const run = { workspaceId, userId: mia, actorId, runId, sequence: 1 }
      const goOn = (at: number) =>
        store().transact((to) => changes.addRun(to, { ...run, id: newId(), at }, at))
      await goOn(10)
      const viewer = viewerOf(fixture, mia)
      const [entryId = ''] = await unmailed(viewer)
      const unsent = async () =>
        (await inbox.unsent(store(), viewer, { now, limit: 9 })).map(({ id }) => id)
      await store().transact((to) => inbox.setMailed(to, own, [entryId], 20))
      await store().transact((to) => inbox.setSent(to, own, [entryId], 20))
      await goOn(30)
      assert.deepEqual([await unmailed(viewer), await unsent()], [[], []])
      await store().transact((to) => inbox.mark(to, own, [entryId], 40))
      await goOn(50)
      assert.deepEqual([await unmailed(viewer), await unsent()], [[entryId], [entryId]])
    })
  })
}
