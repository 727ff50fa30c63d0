import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../lib/ids.ts'
import type { Store } from '../connection.ts'
import * as pages from '../pages/pages.ts'
import { prefetch } from '../pages/prefetch.ts'
import * as keys from '../people/api-keys.ts'
import * as members from '../people/members.ts'
import * as users from '../people/users.ts'
import * as workspaces from '../people/workspaces.ts'
import { systemViewer } from '../rights/viewer.ts'
import type { Dialect } from './dialect.ts'
import { addPage, createFixture, plain, userRow, useStore, workspaceRow } from './rows.ts'

export function peopleContract(open: Dialect['open']): void {
  usersContract(open)
  workspacesContract(open)
  membersContract(open)
  keysContract(open)
  prefetchContract(open)
}

function usersContract(open: Dialect['open']): void {
  describe('users', () => {
    const { store } = useStore(open)
    const add = (row: users.UserRow) =>
      store().transact((transaction) => users.insert(transaction, row, null))

    it('refuses an address that is taken', async () => {
      const ada = userRow({ email: 'ada@example.com' })
      await add(ada)
      await assert.rejects(add(userRow({ email: 'ada@example.com' })))
      assert.deepEqual(plain(await users.byEmail(store(), 'ada@example.com')), ada)
    })

    it('removes a person and frees the address', async () => {
      const first = userRow({ email: 'bob@example.com' })
      const second = userRow({ email: 'bob@example.com' })
      await add(first)
      await store().transact((transaction) => users.remove(transaction, first.id, 2))
      assert.equal(await users.byEmail(store(), 'bob@example.com'), undefined)
      await add(second)
      assert.deepEqual(plain(await users.byEmail(store(), 'bob@example.com')), second)
    })

    it('changes the language of one person', async () => {
      const [ada, bob] = [userRow({ language: 'de' }), userRow()]
      await add(ada)
      await add(bob)
      assert.equal((await users.byId(store(), ada.id))?.language, 'de')
      await store().transact((transaction) =>
        users.setLanguage(transaction, { id: ada.id, language: null }),
      )
      await store().transact((transaction) =>
        users.setLanguage(transaction, { id: bob.id, language: 'ar' }),
      )
      assert.equal((await users.byId(store(), ada.id))?.language, null)
      assert.equal((await users.byId(store(), bob.id))?.language, 'ar')
    })

    it('lists people in the order they came', async () => {
      const late = userRow({ createdAt: 20 })
      const early = userRow({ createdAt: 10 })
      await add(late)
      await add(early)
      assert.deepEqual((await users.list(store())).slice(-2).map(plain), [early, late])
    })
  })
}

function workspacesContract(open: Dialect['open']): void {
  describe('workspaces', () => {
    const { store } = useStore(open)
    const add = (row: workspaces.WorkspaceRow) =>
      store().transact((transaction) => workspaces.insert(transaction, row))

    it('refuses a slug that is taken', async () => {
      await add(workspaceRow({ slug: 'lab' }))
      await assert.rejects(add(workspaceRow({ slug: 'lab' })))
    })

    it('finds by slug and by id, and lists in the order of making', async () => {
      const late = workspaceRow({ slug: 'späte-werke', createdAt: 20 })
      const early = workspaceRow({ createdAt: 10 })
      await add(late)
      await add(early)
      assert.deepEqual(plain(await workspaces.bySlug(store(), 'späte-werke')), late)
      assert.deepEqual(plain(await workspaces.byId(store(), early.id)), early)
      assert.equal(await workspaces.byId(store(), late.slug), undefined)
      assert.deepEqual((await workspaces.list(store())).slice(-2).map(plain), [early, late])
    })
  })
}

function membersContract(open: Dialect['open']): void {
  describe('members', () => {
    const { store } = useStore(open)

    it('knows no role of a stranger, and refuses one that does not exist', async () => {
      const { workspaceId, userId } = await createFixture(store())
      assert.equal(await members.role(store(), workspaceId, userId), undefined)
      // SAFETY: the wrong role is what the store must refuse.
      const wrong = { workspaceId, userId, role: 'KING' as 'OWNER', createdAt: 1 }
      await assert.rejects(store().transact((transaction) => members.put(transaction, wrong)))
    })

    it('puts, changes and removes a member, in this workspace only', async () => {
      const here = await createFixture(store())
      const there = await createFixture(store())
      const { userId } = here
      await store().transact(async (transaction) => {
        const joined = { userId, role: 'OWNER' as const, createdAt: 20 }
        await members.put(transaction, { ...joined, workspaceId: here.workspaceId })
        await members.put(transaction, { ...joined, workspaceId: there.workspaceId, createdAt: 10 })
        await members.put(transaction, { ...joined, workspaceId: here.workspaceId, role: 'VIEWER' })
      })
      assert.equal(await members.role(store(), here.workspaceId, userId), 'VIEWER')
      assert.equal(await members.role(store(), there.workspaceId, userId), 'OWNER')
      const listed = await members.list(store(), here.workspaceId)
      assert.deepEqual(
        listed.map(({ id, role }) => [id, role]),
        [[userId, 'VIEWER']],
      )
      const own = await members.ofUser(store(), userId)
      assert.deepEqual(
        own.map(({ id, role }) => [id, role]),
        [
          [there.workspaceId, 'OWNER'],
          [here.workspaceId, 'VIEWER'],
        ],
      )
      await store().transact((transaction) => members.remove(transaction, here.workspaceId, userId))
      assert.equal(await members.role(store(), here.workspaceId, userId), undefined)
      assert.equal(await members.role(store(), there.workspaceId, userId), 'OWNER')
    })
  })
}

function keysContract(open: Dialect['open']): void {
  describe('keys', () => {
    const { store } = useStore(open)
    const add = async (userId: string, hash: string, createdAt = 1): Promise<keys.KeyRow> => {
      const row = {
        id: newId(),
        userId,
        name: 'key',
        firstCharacters: 'svc_abcd',
        lastCharacters: 'wxyz',
        readOnly: 1 as const,
        proposeOnly: 0 as const,
        forAgent: 1 as const,
        workspaceIds: '["w"]',
        createdAt,
        expiresAt: 9,
      }
      await store().transact((transaction) => keys.insert(transaction, { ...row, hash }))
      return {
        ...row,
        activeWorkspaceId: null,
        revokedAt: null,
        lastUsedAt: null,
        pauseReason: null,
      }
    }

    it('refuses the same hash twice', async () => {
      const { userId } = await createFixture(store())
      await add(userId, 'same')
      await assert.rejects(add(userId, 'same'))
    })

    it('finds a key by hash and id, and those of a person', async () => {
      const { userId } = await createFixture(store())
      const first = await add(userId, 'first')
      const second = await add(userId, 'second', 2)
      assert.deepEqual(plain(await keys.byHash(store(), 'first')), first)
      assert.equal(await keys.byHash(store(), 'none'), undefined)
      assert.deepEqual(plain(await keys.byId(store(), second.id)), second)
      const own = (await keys.ofUser(store(), userId)).map(plain)
      assert.deepEqual(own, [first, second])
    })

    it('keeps the moment of the first revocation', async () => {
      const { userId } = await createFixture(store())
      const first = await add(userId, 'revoked-1')
      const second = await add(userId, 'revoked-2')
      await store().transact((transaction) => keys.revoke(transaction, first.id, 10))
      await store().transact((transaction) => keys.revoke(transaction, first.id, 20))
      await store().transact((transaction) => keys.limit(transaction, second.id, '["w"]'))
      assert.equal((await keys.byId(store(), second.id))?.workspaceIds, '["w"]')
      const revokeAll = () =>
        store().transact((transaction) => keys.revokeOfUser(transaction, userId, 30))
      assert.deepEqual([await revokeAll(), await revokeAll()], [1, 0])
      assert.equal((await keys.byId(store(), first.id))?.revokedAt, 10)
      assert.equal((await keys.byId(store(), second.id))?.revokedAt, 30)
    })

    it('notes a use only when none was noted since', async () => {
      const { id } = await add((await createFixture(store())).userId, 'touched')
      const touch = async (now: number, notSince: number) => {
        await store().transact((transaction) => keys.touch(transaction, id, now, notSince))
        return (await keys.byId(store(), id))?.lastUsedAt
      }
      assert.equal(await touch(100, 40), 100)
      assert.equal(await touch(150, 90), 100)
      assert.equal(await touch(160, 100), 160)
    })
  })
}

function prefetchContract(open: Dialect['open']): void {
  describe('prefetch', () => {
    const { store } = useStore(open)

    async function createRequest(role?: 'MEMBER') {
      const { workspaceId, userId } = await createFixture(store())
      const hash = newId()
      const key = {
        id: newId(),
        userId,
        name: 'key',
        hash,
        readOnly: 0,
        workspaceIds: null,
      } as const
      const shown = { firstCharacters: 'svc_abcd', lastCharacters: 'wxyz' }
      await store().transact(async (transaction) => {
        await keys.insert(transaction, { ...key, ...shown, createdAt: 1, expiresAt: null })
        if (role === undefined) return
        await members.put(transaction, { workspaceId, userId, role, createdAt: 1 })
      })
      const { id: pageId } = await addPage(store(), { workspaceId, userId }, { version: 3 })
      return { hash, workspaceId, userId, pageId }
    }
    const read = async (reader: Store, ids: Awaited<ReturnType<typeof createRequest>>) => ({
      key: plain(await keys.byHash(reader, ids.hash)),
      role: await members.role(reader, ids.workspaceId, ids.userId),
      version: await pages.version(reader, systemViewer(ids.workspaceId), ids.pageId),
      info: plain(await pages.info(reader, systemViewer(ids.workspaceId), ids.pageId)),
    })
    const counting = () => {
      const names: string[] = []
      const counted: Store = {
        ...store(),
        get: (statement, ...values) => {
          names.push(statement.name)
          return store().get(statement, ...values)
        },
      }
      return { counted, names }
    }

    it('reads no page for a person without a role', async () => {
      const ids = await createRequest()
      const { counted, names } = counting()
      const reader = await prefetch(counted, ids)
      assert.equal(await members.role(reader, ids.workspaceId, ids.userId), undefined)
      assert.deepEqual(names, ['prefetch.read'])
      await pages.info(reader, systemViewer(ids.workspaceId), ids.pageId)
      assert.deepEqual(names, ['prefetch.read', 'pages.info'])
    })

    it('reads anew what other values ask for', async () => {
      const ids = await createRequest('MEMBER')
      const other = await createRequest('MEMBER')
      const reader = await prefetch(store(), ids)
      assert.deepEqual(await read(reader, other), await read(store(), other))
      assert.equal(
        await keys.byHash(await prefetch(store(), { ...ids, hash: 'none' }), 'none'),
        undefined,
      )
    })

    it('answers as the statements it replaces, all with one', async () => {
      const ids = await createRequest('MEMBER')
      const { counted, names } = counting()
      const { key, ...rest } = await read(await prefetch(counted, ids), ids)
      assert.deepEqual(names, ['prefetch.read'])
      const expected = await read(store(), ids)
      assert.deepEqual(rest, {
        role: expected.role,
        version: expected.version,
        info: expected.info,
      })
      assert.equal(rest.version, 3)
      assert.deepEqual({ ...expected.key, ...key }, key)
    })

    it('gives each row once: what a request reads again is read anew', async () => {
      const ids = await createRequest('MEMBER')
      const reader = await prefetch(store(), ids)
      await read(reader, ids)
      await store().transact(async (transaction) => {
        await keys.revoke(transaction, (await keys.byHash(transaction, ids.hash))?.id ?? '', 5)
        await members.remove(transaction, ids.workspaceId, ids.userId)
      })
      const later = await read(reader, ids)
      assert.deepEqual([later.key?.revokedAt, later.role], [5, undefined])
    })
  })
}
