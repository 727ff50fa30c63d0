import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as links from '../../chats/account-links.ts'
import * as chats from '../../inbox/chats.ts'
import * as inbox from '../../inbox/inbox.ts'
import * as settings from '../../inbox/settings.ts'
import { publicViewer } from '../../rights/viewer.ts'
import { addBot } from '../chats.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, type Fixture, useStore } from '../rows.ts'
import { addMember, hide } from './members.ts'

const now = 1000
const initial: settings.InboxSettings = {
  hiddenKinds: [],
  unmailedKinds: [],
  digest: 'off',
  timeZone: 'UTC',
  dueAt: null,
  chatConnectionId: null,
  unsentKinds: [],
  chatDueAt: null,
}
const nothing: chats.Delivery = { pending: null, error: null, errorAt: null }

export function inboxChatsContract(open: Dialect['open']): void {
  describe('chat messages about an inbox', () => {
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

    /** Someone with a bot, as the store knows them. */
    async function addReader(fixture: Fixture, chosen: Partial<settings.InboxSettings> = {}) {
      const { workspaceId } = fixture
      const userId = await addMember(store(), fixture)
      const connectionId = (await addBot(store(), fixture)).id
      await put(fixture, userId, { chatConnectionId: connectionId, chatDueAt: 20, ...chosen })
      const own = { workspaceId, userId, connectionId }
      const viewer = { ...publicViewer(workspaceId), viewerId: userId }
      const unsent = async (at = now) =>
        (await inbox.unsent(store(), viewer, { now: at, limit: 9 })).map(({ id }) => id)
      const waiting = (at = now, limit = 9) => inbox.unsentIds(store(), own, { now: at, limit })
      return { own, userId, connectionId, unsent, waiting }
    }

    it('wait for people who chose a bot and the kind, from then on', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const { id: pageId } = await addPage(store(), fixture)
      const mia = await addReader(fixture, { chatDueAt: 30 })
      const noa = await addReader(fixture)
      const other = await addReader(fixture, { unsentKinds: ['mention'] })
      const none = await addMember(store(), fixture)
      const due = async (at: number, limit = 9) =>
        (await chats.due(store(), workspaceId, { now: at, limit })).map(({ userId }) => userId)
      const hasDue = async (at: number) =>
        (await chats.workspaces(store(), at, 1000)).includes(workspaceId)
      assert.deepEqual([await due(50), await hasDue(50)], [[], false])
      for (const userId of [mia.userId, noa.userId, other.userId, none]) {
        await add(fixture, userId, { kind: 'mention', pageId })
      }
      assert.deepEqual([await due(19), await hasDue(19)], [[], false])
      assert.deepEqual([await due(30), await due(30, 1)], [[noa.userId, mia.userId], [noa.userId]])
      assert.equal(await hasDue(20), true)
      const [first] = await chats.due(store(), workspaceId, { now: 20, limit: 1 })
      assert.equal(first?.connectionId, noa.connectionId)
      await put(fixture, none, { chatConnectionId: newId(), chatDueAt: 20 })
      assert.deepEqual(await due(20), [noa.userId], 'not about earlier entries')
    })

    it('contain each unread entry once, if its page can be read', async () => {
      const fixture = await createFixture(store())
      const mia = await addReader(fixture)
      const { id: pageId } = await addPage(store(), fixture)
      const { id: hiddenPage } = await addPage(store(), fixture)
      const mention = await add(fixture, mia.userId, { kind: 'mention', pageId })
      const assignment = await add(fixture, mia.userId, { kind: 'assignment', pageId })
      const hidden = await add(fixture, mia.userId, { kind: 'assignment', pageId: hiddenPage })
      await hide(store(), fixture, hiddenPage)
      assert.deepEqual(await mia.unsent(), [assignment, mention])
      assert.deepEqual(await mia.waiting(), [mention, assignment, hidden])
      assert.deepEqual(await mia.waiting(now, 1), [mention])
      await store().transact((to) => inbox.skipUnsent(to, mia.own, ['mention', 'run'], 20))
      await store().transact((to) => inbox.skipUnsent(to, mia.own, [], 20))
      assert.deepEqual(await mia.unsent(), [assignment])
      await store().transact((to) => inbox.setSent(to, mia.own, [assignment, hidden], 20))
      assert.deepEqual([await mia.unsent(), await mia.waiting()], [[], []])
    })

    it('do not announce what was read, also when it is marked as unread', async () => {
      const fixture = await createFixture(store())
      const mia = await addReader(fixture)
      const { id: pageId } = await addPage(store(), fixture)
      const id = await add(fixture, mia.userId, { kind: 'assignment', pageId })
      await store().transact((to) => inbox.mark(to, mia.own, [id], 20))
      await store().transact((to) => inbox.mark(to, mia.own, [id], null))
      assert.deepEqual(await mia.waiting(), [])
      await add(fixture, mia.userId, { kind: 'assignment', pageId })
      for (const at of [20, null]) {
        await store().transact((to) => inbox.markAll(to, mia.own, { at, now }))
      }
      assert.deepEqual(await mia.waiting(), [])
    })

    it('announce a snoozed entry when it comes back, not when someone ends the snooze', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const mia = await addReader(fixture)
      const { id: pageId } = await addPage(store(), fixture)
      const viewer = { ...publicViewer(workspaceId), viewerId: mia.userId }
      const id = await add(fixture, mia.userId, { kind: 'assignment', pageId })
      const unmailed = async (at: number) =>
        (await inbox.unmailed(store(), viewer, { now: at, limit: 9 })).length
      await store().transact((to) => inbox.setSent(to, mia.own, [id], 20))
      await store().transact((to) => inbox.setMailed(to, mia.own, [id], 20))
      await store().transact((to) => inbox.snooze(to, mia.own, [id], 2000))
      assert.deepEqual([await mia.waiting(1999), await unmailed(1999)], [[], 0])
      assert.deepEqual([await mia.unsent(2000), await unmailed(2000)], [[id], 1])
      await store().transact((to) => inbox.snooze(to, mia.own, [id], null))
      assert.deepEqual([await mia.waiting(2000), await unmailed(2000)], [[], 0])
      const fresh = await add(fixture, mia.userId, { kind: 'assignment', pageId })
      await store().transact((to) => inbox.snooze(to, mia.own, [fresh], null))
      assert.deepEqual([await mia.waiting(), await unmailed(now)], [[], 1])
      await put(fixture, mia.userId)
      await store().transact((to) => inbox.snooze(to, mia.own, [id], 3000))
      assert.deepEqual(await mia.waiting(3000), [], 'without a bot')
    })

    it('store an attempt for the bot that the person chose, and forget it with the choice', async () => {
      const fixture = await createFixture(store())
      const { own } = await addReader(fixture)
      const attempt = { pending: '{}', error: 'late', errorAt: 30, dueAt: 40 }
      const set = (of: typeof own) => store().transact((to) => chats.setDelivery(to, of, attempt))
      assert.equal(await set({ ...own, connectionId: newId() }), false)
      assert.deepEqual({ ...(await chats.delivery(store(), own)) }, nothing)
      assert.equal(await set(own), true)
      const { dueAt, ...stored } = attempt
      assert.deepEqual({ ...(await chats.delivery(store(), own)) }, stored)
      assert.equal((await settings.get(store(), own))?.chatDueAt, dueAt)
      await store().transact((to) => chats.reset(to, own))
      assert.deepEqual({ ...(await chats.delivery(store(), own)) }, nothing)
      assert.equal(await chats.delivery(store(), fixture), undefined)
    })

    it('end for those who have no linked account any more', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const [mia, noa] = [await addReader(fixture), await addReader(fixture)]
      const { id: pageId } = await addPage(store(), fixture)
      for (const { userId } of [mia, noa]) {
        await add(fixture, userId, { kind: 'assignment', pageId })
      }
      const account = { chatUserId: newId(), chatId: 'c', name: 'noa', createdAt: 1 }
      await store().transact(async (to) => {
        await links.put(to, { ...noa.own, ...account })
        await links.put(to, {
          ...mia.own,
          ...account,
          connectionId: noa.connectionId,
          chatUserId: newId(),
        })
        await chats.endUnlinked(to, workspaceId)
      })
      const chosen = async ({ own }: typeof mia) => {
        const { chatConnectionId, chatDueAt } = (await settings.get(store(), own)) ?? initial
        return [chatConnectionId, chatDueAt]
      }
      assert.deepEqual(await chosen(mia), [null, null])
      assert.deepEqual(await chosen(noa), [noa.connectionId, 20])
      assert.deepEqual([await mia.waiting(), (await noa.waiting()).length], [[], 1])
    })
  })
}
