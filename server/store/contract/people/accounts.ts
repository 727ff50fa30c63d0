import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as administrators from '../../administration/administrators.ts'
import * as keys from '../../people/api-keys.ts'
import * as invitations from '../../people/invitations.ts'
import * as members from '../../people/members.ts'
import * as personalData from '../../people/personal-data.ts'
import * as users from '../../people/users.ts'
import * as groups from '../../rights/groups.ts'
import * as handingOver from '../../rights/handing-over.ts'
import * as links from '../../rights/links.ts'
import * as sections from '../../rights/sections.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, userRow, useStore } from '../rows.ts'

const link = {
  level: 1,
  passwordHash: null,
  allowsUploads: 0,
  expiresAt: null,
  createdAt: 1,
  views: 0,
  lastViewedAt: null,
} as const

export function accountsContract(open: Dialect['open']): void {
  describe('accounts', () => {
    const { store } = useStore(open)
    const emails = async (text: string, limit = 10, offset = 0) =>
      (await users.accounts(store(), { text, limit, offset })).map(({ email }) => email)

    it('give the names of people by their IDs', async () => {
      const { userId } = await createFixture(store())
      const { userId: other } = await createFixture(store())
      assert.deepEqual(await users.names(store(), []), [])
      const found = await users.names(store(), [
        userId,
        other,
        newId(),
        ...Array<string>(70).fill(userId),
      ])
      assert.deepEqual(new Set(found.map(({ id }) => id)), new Set([userId, other]))
      assert.deepEqual([found[0]?.firstName, found[0]?.lastName], ['A', 'B'])
    })

    it('give everything that a person made, in parts, and nothing that others made', async () => {
      const fixture = await createFixture(store())
      const { userId } = fixture
      const page = await addPage(store(), fixture, { position: 'a0' })
      const start = { workspaceId: '', id: '' }
      const [found] = await personalData.pages(store(), userId, start, 1)
      assert.equal(found?.id, page.id)
      assert.deepEqual(await personalData.pages(store(), userId, page, 1), [])
      assert.deepEqual(await personalData.pages(store(), newId(), start, 1), [])
      assert.deepEqual(await personalData.comments(store(), userId, start, 1), [])
      assert.deepEqual(await personalData.proposals(store(), userId, start, 1), [])
      assert.deepEqual(await personalData.proposalComments(store(), userId, start, 1), [])
      const files = await personalData.files(store(), userId, { ...start, size: -1 }, 1)
      assert.deepEqual(files, [])
      assert.deepEqual(await personalData.auditEntries(store(), userId, '', 1), [])
    })

    it('are found by a part of the name or address, by name', async () => {
      const zoe = userRow({ email: 'a_1@example.com', firstName: 'Zoe', lastName: 'Adams' })
      const adam = userRow({ email: 'b@example.com', firstName: 'Adam', lastName: 'Zett' })
      const agent = userRow({ firstName: 'Adam bot', kind: 'agent' })
      await store().transact(async (transaction) => {
        for (const row of [zoe, adam, agent]) await users.insert(transaction, row, null)
        await administrators.put(transaction, zoe.id, 1)
      })
      assert.deepEqual(await emails('ADAM'), [adam.email, zoe.email])
      assert.deepEqual(await emails('adam', 1, 1), [zoe.email])
      assert.deepEqual(await emails('a_1'), [zoe.email])
      assert.deepEqual(await emails('%'), [])
      const found = await users.accounts(store(), { text: 'zoe', limit: 1, offset: 0 })
      assert.equal(found[0]?.isAdministrator, 1)
    })

    it('are disabled and enabled', async () => {
      const row = userRow()
      const set = async (at: number | null) => {
        await store().transact((transaction) => users.setDisabled(transaction, row.id, at))
        return (await users.byId(store(), row.id))?.disabledAt
      }
      await store().transact((transaction) => users.insert(transaction, row, null))
      assert.deepEqual([await set(5), await set(null)], [5, null])
    })

    it('have links of their own', async () => {
      const { workspaceId, userId } = await createFixture(store())
      const { id: pageId } = await addPage(store(), { workspaceId, userId })
      const add = (id: string, revokedAt: number | null) =>
        store().transact((transaction) =>
          links.insert(transaction, {
            ...link,
            workspaceId,
            id,
            pageId,
            revokedAt,
            createdBy: userId,
            tokenHash: id,
          }),
        )
      const [id, revoked] = [newId(), newId()]
      await add(id, null)
      await add(revoked, 5)
      assert.deepEqual(await links.ofCreator(store(), { workspaceId, userId }), [id])
      assert.deepEqual(await links.ofCreator(store(), { workspaceId, userId: pageId }), [])
    })

    it('of guests have the role of their highest grant', async () => {
      const { workspaceId, userId } = await createFixture(store())
      const { id: sectionId } = await addPage(store(), { workspaceId, userId })
      const guest = userRow()
      const member = { workspaceId, userId: guest.id, role: 'VIEWER', createdAt: 2 } as const
      const section = {
        sectionId,
        inherits: 1,
        opensByRole: 0,
        createdAt: 1,
        createdBy: userId,
      } as const
      await store().transact(async (transaction) => {
        await users.insert(transaction, guest, null)
        await members.put(transaction, { ...member, scope: 'shared' })
        await sections.put(transaction, workspaceId, section)
      })
      const roles = async (level: number) => {
        const rows = [{ principalId: guest.id, level }]
        const address = { workspaceId, sectionId }
        await store().transact((transaction) => sections.replaceAccess(transaction, address, rows))
        const one = await members.one(store(), workspaceId, guest.id)
        const [own] = await members.workspacesOf(store(), guest.id)
        return [
          one?.role,
          own?.role,
          await members.role(store(), workspaceId, guest.id),
          one?.scope,
        ]
      }
      assert.deepEqual(await roles(3), ['VIEWER', 'VIEWER', 'VIEWER', 'shared'])
      assert.deepEqual(await roles(4), ['MEMBER', 'MEMBER', 'MEMBER', 'shared'])
    })

    it('hand over the sections that they manage', async () => {
      const { workspaceId, userId } = await createFixture(store())
      const { id: sectionId } = await addPage(store(), { workspaceId, userId })
      const address = { workspaceId, sectionId }
      const [by, newManagerId] = [{ createdAt: 1, createdBy: userId }, newId()]
      const [own, lower] = [
        { principalId: userId, level: 5 },
        { principalId: newManagerId, level: 2 },
      ]
      await store().transact(async (transaction) => {
        await sections.put(transaction, workspaceId, {
          sectionId,
          inherits: 0,
          opensByRole: 0,
          ...by,
        })
        for (const one of [own, lower]) {
          await sections.putGrant(transaction, { ...address, ...one, ...by })
        }
        await sections.replaceAccess(transaction, address, [own, lower])
        const change = { workspaceId, userId, newManagerId, now: 2 }
        await handingOver.handOver(transaction, change)
      })
      assert.deepEqual(await handingOver.managed(store(), { workspaceId, userId }), [sectionId])
      for (const rows of [
        await sections.grants(store(), address),
        await sections.access(store(), address),
      ]) {
        const levels = new Map(rows.map(({ principalId, level }) => [principalId, level]))
        assert.deepEqual([levels.size, levels.get(userId), levels.get(newManagerId)], [2, 5, 5])
      }
    })

    it('follow the groups of a provider', async () => {
      const { workspaceId, userId } = await createFixture(store())
      const add = async (name: string, oidcGroup: string | null) => {
        const group = {
          workspaceId,
          groupId: newId(),
          name,
          oidcGroup,
          createdAt: 1,
          createdBy: userId,
        }
        await store().transact((transaction) => groups.insert(transaction, group))
        return group.groupId
      }
      const groupId = await add('Staff', 'staff')
      await add('Other', null)
      const found = await groups.following(store(), workspaceId)
      assert.deepEqual(
        found.map((row) => ({ ...row })),
        [{ groupId, oidcGroup: 'staff' }],
      )
    })

    it('have keys that are valid for at most a time', async () => {
      const { userId } = await createFixture(store())
      const shown = { firstCharacters: 'svc_abcd', lastCharacters: 'wxyz', name: 'key' }
      const ends = async (expiresAt: number | null) => {
        const key = { id: newId(), userId, hash: newId(), readOnly: 0, workspaceIds: null } as const
        return store().transact(async (transaction) => {
          await keys.insert(transaction, { ...key, ...shown, createdAt: 10, expiresAt })
          await keys.shorten(transaction, 5)
          return (await keys.byId(transaction, key.id))?.expiresAt
        })
      }
      assert.deepEqual([await ends(null), await ends(16), await ends(12)], [15, 15, 12])
    })

    it('lose their invitations', async () => {
      const { workspaceId, userId } = await createFixture(store())
      const other = userRow()
      const none = { email: null, mailHash: null, pageId: null, level: null } as const
      const row = { workspaceId, role: 'MEMBER', scope: 'workspace', ...none } as const
      const add = (createdBy: string) => ({ ...row, id: newId(), createdBy, hash: newId() })
      const left = await store().transact(async (transaction) => {
        await users.insert(transaction, other, null)
        for (const one of [add(userId), add(other.id)]) {
          await invitations.insert(transaction, { ...one, createdAt: 1, expiresAt: 9 })
        }
        await invitations.removeOfCreator(transaction, { workspaceId, userId })
        return invitations.list(transaction, workspaceId, 2)
      })
      assert.deepEqual(
        left.map(({ createdBy }) => createdBy),
        [other.id],
      )
    })
  })
}
