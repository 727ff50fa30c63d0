import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import type { Store } from '../../connection.ts'
import * as links from '../../rights/links.ts'
import { levelNumbers } from '../../rights/viewer.ts'
import * as visitorSessions from '../../rights/visitor-sessions.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, type Fixture, plain, useStore } from '../rows.ts'
import { addUser } from './section-rows.ts'

function linkRow({ workspaceId, userId }: Fixture, pageId: string) {
  const id = newId()
  return {
    workspaceId,
    id,
    pageId,
    level: levelNumbers.read as number,
    tokenHash: `hash of ${id}`,
    passwordHash: null,
    allowsUploads: 0 as const,
    expiresAt: null,
    createdAt: 1,
    createdBy: userId,
    revokedAt: null,
    views: 0,
    lastViewedAt: null,
  }
}

async function addLink(store: Store) {
  const fixture = await createFixture(store)
  const page = await addPage(store, fixture)
  const row = linkRow(fixture, page.id)
  await store.transact((transaction) => links.insert(transaction, row))
  const address = { workspaceId: fixture.workspaceId, linkId: row.id }
  return { fixture, row, address, pageId: page.id }
}

export function linksContract(open: Dialect['open']): void {
  describe('share links', () => {
    const { store } = useStore(open)

    it('are found by their token, and by their page', async () => {
      const { fixture, row, address, pageId } = await addLink(store())
      const page = { workspaceId: fixture.workspaceId, pageId }
      assert.deepEqual(plain(await links.byToken(store(), row.tokenHash)), address)
      assert.equal(await links.byToken(store(), 'unknown'), undefined)
      const { tokenHash: _secret, ...stored } = row
      const found = await links.get(store(), address)
      assert.ok(found)
      const { firstName: _first, lastName: _last, ...own } = found
      assert.deepEqual(plain(own), stored)
      const listed = await links.ofPage(store(), page, { after: '', limit: 9 })
      assert.deepEqual(listed.map(plain), [plain(found)])
      assert.deepEqual(await links.ofPage(store(), page, { after: row.id, limit: 9 }), [])
      assert.equal(await links.count(store(), page), 1)
      const creator = { workspaceId: fixture.workspaceId, userId: fixture.userId }
      assert.deepEqual(await links.ofCreator(store(), creator), [row.id])
    })

    it('are changed, counted and revoked once', async () => {
      const { fixture, row, address, pageId } = await addLink(store())
      const change = { level: levelNumbers.write, passwordHash: 'p', expiresAt: 9 }
      await store().transact(async (transaction) => {
        await links.update(transaction, address, { ...change, allowsUploads: 1 })
        await links.countView(transaction, address, 7)
        assert.equal(await links.revoke(transaction, address, 8), true)
        assert.equal(await links.revoke(transaction, address, 9), false)
      })
      const { level, passwordHash, allowsUploads, expiresAt, views, lastViewedAt, revokedAt } = {
        ...(await links.get(store(), address)),
      }
      assert.deepEqual([level, passwordHash, allowsUploads, expiresAt], [4, 'p', 1, 9])
      assert.deepEqual([views, lastViewedAt, revokedAt], [1, 7, 8])
      const { workspaceId, userId } = fixture
      assert.equal(await links.count(store(), { workspaceId, pageId }), 0)
      assert.deepEqual(await links.ofCreator(store(), { workspaceId, userId }), [])
      assert.equal(row.revokedAt, null)
    })
  })

  describe('sessions of visitors', () => {
    const { store } = useStore(open)

    it('last until they expire or their link ends, and have one visitor', async () => {
      const { address } = await addLink(store())
      const session = { ...address, id: newId() }
      const row = { ...session, userId: null, createdAt: 1, expiresAt: 10 }
      const hash = `hash of ${session.id}`
      const visitor = await addUser(store())
      await store().transact((transaction) => visitorSessions.insert(transaction, { ...row, hash }))
      assert.deepEqual(plain(await visitorSessions.byHash(store(), hash, 9)), row)
      assert.equal(await visitorSessions.byHash(store(), hash, 10), undefined)
      assert.equal(await visitorSessions.byHash(store(), 'unknown', 9), undefined)
      await store().transact(async (transaction) => {
        assert.equal(await visitorSessions.setUser(transaction, session, visitor), true)
        assert.equal(await visitorSessions.setUser(transaction, session, visitor), false)
        await visitorSessions.removeExpired(transaction, address, 9)
      })
      assert.equal(await visitorSessions.exists(store(), session, 9), true)
      assert.equal(await visitorSessions.exists(store(), session, 10), false)
      await store().transact((to) => visitorSessions.removeExpired(to, address, 10))
      assert.equal(await visitorSessions.exists(store(), session, 9), false)
      await store().transact((to) => visitorSessions.insert(to, { ...row, hash }))
      await store().transact((to) => visitorSessions.removeOfLink(to, address))
      assert.equal(await visitorSessions.exists(store(), session, 9), false)
    })
  })
}
