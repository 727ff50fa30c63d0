import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as properties from '../../pages/properties.ts'
import * as agentAccounts from '../../people/agent-accounts.ts'
import * as agentNotices from '../../people/agent-notices.ts'
import * as keys from '../../people/api-keys.ts'
import * as members from '../../people/members.ts'
import * as users from '../../people/users.ts'
import * as sections from '../../rights/sections.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, type Fixture, plain, userRow, useStore } from '../rows.ts'

export function agentAccountsContract(open: Dialect['open']): void {
  describe('agent accounts', () => {
    const { store } = useStore(open)
    const add = async ({ workspaceId, userId: ownerId }: Fixture, firstName = 'Robo') => {
      const user = userRow({ firstName, lastName: '', kind: 'agent' })
      const row = { workspaceId, userId: user.id, icon: '🤖', ownerId, createdAt: 5 }
      await store().transact(async (transaction) => {
        await users.insert(transaction, user, null)
        const member = { workspaceId, userId: user.id, createdAt: 5 }
        await members.put(transaction, { ...member, role: 'VIEWER', maxLevel: 2 })
        await agentAccounts.insert(transaction, { ...row, createdBy: ownerId })
      })
      return row
    }

    it('need an owner and a user, and are of one workspace only', async () => {
      const fixture = await createFixture(store())
      const row = await add(fixture)
      const insert = (changed: object) =>
        store().transact((transaction) =>
          agentAccounts.insert(transaction, { ...row, createdBy: row.ownerId, ...changed }),
        )
      await assert.rejects(insert({ userId: newId() }))
      await assert.rejects(insert({ ownerId: newId() }))
      const { workspaceId } = await createFixture(store())
      await assert.rejects(insert({ workspaceId }))
      assert.deepEqual(await agentAccounts.list(store(), workspaceId), [])
      assert.equal(await agentAccounts.get(store(), { ...row, workspaceId }), undefined)
    })

    it('are listed by name with their owner, and by their owner', async () => {
      const fixture = await createFixture(store())
      const row = await add(fixture)
      const first = await add(fixture, 'Anna bot')
      const { createdAt, ...stored } = row
      const expected = {
        ...stored,
        createdAt,
        name: 'Robo',
        level: 2,
        scope: 'workspace',
        ownerFirstName: 'A',
        ownerLastName: 'B',
        webhookId: null,
        pauseReason: null,
        pausedAt: null,
      }
      const listed = await agentAccounts.list(store(), fixture.workspaceId)
      assert.deepEqual(
        listed.map(({ userId }) => userId),
        [first.userId, row.userId],
      )
      assert.deepEqual(plain(listed[1]), expected)
      const owned = await agentAccounts.ofOwner(store(), fixture.userId)
      assert.equal(owned.length, 2)
      assert.deepEqual(await agentAccounts.ofOwner(store(), row.userId), [])
      const [member] = await members.list(store(), fixture.workspaceId)
      assert.deepEqual([member?.icon, member?.kind], ['🤖', 'agent'])
    })

    it('keep another icon, owner and webhook, and are removed', async () => {
      const fixture = await createFixture(store())
      const { userId: ownerId } = await createFixture(store())
      const row = await add(fixture)
      await store().transact(async (transaction) => {
        await agentAccounts.setIcon(transaction, row, null)
        await agentAccounts.setOwner(transaction, row, ownerId)
        await agentAccounts.setWebhook(transaction, row, 'hook')
      })
      const found = await agentAccounts.get(store(), row)
      assert.deepEqual([found?.icon, found?.ownerId, found?.webhookId], [null, ownerId, 'hook'])
      await store().transact((transaction) => agentAccounts.remove(transaction, row))
      assert.equal(await agentAccounts.get(store(), row), undefined)
    })

    it('tell their keys that they are paused, and why', async () => {
      const fixture = await createFixture(store())
      const row = await add(fixture)
      const hash = newId()
      await store().transact((transaction) =>
        keys.insert(transaction, {
          id: newId(),
          userId: row.userId,
          name: 'key',
          hash,
          firstCharacters: 'svc_abcd',
          lastCharacters: 'wxyz',
          readOnly: 0,
          workspaceIds: null,
          createdAt: 1,
          expiresAt: null,
        }),
      )
      const reason = async () => (await keys.byHash(store(), hash))?.pauseReason
      assert.equal(await reason(), null)
      await store().transact((transaction) =>
        agentAccounts.pause(transaction, row, { reason: 'owner', at: 7 }),
      )
      assert.equal(await reason(), 'owner')
      assert.equal((await agentAccounts.get(store(), row))?.pausedAt, 7)
      await store().transact((transaction) => agentAccounts.resume(transaction, row))
      assert.equal(await reason(), null)
    })

    it('have the level of their membership at most, and manage nothing', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = await add(fixture)
      const found = await members.membership(store(), workspaceId, userId)
      assert.deepEqual([found?.role, found?.maxLevel], ['VIEWER', 2])
      const { id: sectionId } = await addPage(store(), fixture)
      const section = { workspaceId, sectionId }
      await store().transact(async (transaction) => {
        const member = { workspaceId, userId, createdAt: 5, maxLevel: 4 }
        await members.put(transaction, { ...member, role: 'MEMBER' })
        const access = [{ principalId: userId, level: 5 }]
        const row = { sectionId, inherits: 0, opensByRole: 0, createdAt: 1 } as const
        await sections.put(transaction, workspaceId, { ...row, createdBy: fixture.userId })
        await sections.replaceAccess(transaction, section, access)
      })
      assert.equal((await members.membership(store(), workspaceId, userId))?.maxLevel, 4)
      assert.equal(await sections.isManaged(store(), section), false)
    })
  })

  describe('notices of agents', () => {
    const { store } = useStore(open)

    it('give the newest chain of an agent since a time, and count a chain', async () => {
      const { workspaceId } = await createFixture(store())
      const other = await createFixture(store())
      const add = (agentId: string, chainId: string, createdAt: number) =>
        store().transact((transaction) =>
          agentNotices.insert(transaction, {
            workspaceId,
            id: newId(),
            agentId,
            chainId,
            createdAt,
          }),
        )
      const latest = (agentId: string, since = 0) =>
        agentNotices.latestChain(store(), { workspaceId, agentId, since })
      const count = (chainId: string, id = workspaceId) =>
        agentNotices.count(store(), { workspaceId: id, chainId })
      assert.equal(await latest('a'), undefined)
      await add('a', 'one', 1)
      await add('a', 'two', 2)
      await add('b', 'one', 3)
      assert.deepEqual([await latest('a'), await latest('b')], ['two', 'one'])
      assert.equal(await latest('a', 3), undefined)
      assert.deepEqual([await count('one'), await count('two'), await count('three')], [2, 1, 0])
      assert.equal(await count('one', other.workspaceId), 0)
      await store().transact((transaction) =>
        agentNotices.removeBefore(transaction, workspaceId, 3),
      )
      assert.deepEqual([await count('one'), await count('two')], [1, 0])
    })
  })

  describe('people in properties', () => {
    const { store } = useStore(open)

    it('are those that a page names, each once', async () => {
      const fixture = await createFixture(store())
      const { id: pageId } = await addPage(store(), fixture)
      const page = { workspaceId: fixture.workspaceId, pageId }
      assert.deepEqual(await properties.people(store(), page), [])
      const row = { item: 0, value: null, number: null }
      await store().transact((transaction) =>
        properties.put(transaction, page, [
          { ...row, position: 0, key: 'owner', type: 'person', text: 'ada' },
          { ...row, position: 1, key: 'reviewer', type: 'person', text: 'ada' },
          { ...row, position: 2, key: 'status', type: 'text', text: 'open' },
        ]),
      )
      assert.deepEqual(await properties.people(store(), page), ['ada'])
    })
  })
}
