import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as members from '../../people/members.ts'
import * as groups from '../../rights/groups.ts'
import * as principals from '../../rights/principals.ts'
import * as sectionLists from '../../rights/section-lists.ts'
import * as sections from '../../rights/sections.ts'
import { levelIn, levelNumbers, noLevel, systemViewer, type Viewer } from '../../rights/viewer.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, plain, useStore } from '../rows.ts'
import { addUser, restrict, viewerOf } from './section-rows.ts'

export function sectionsContract(open: Dialect['open']): void {
  describe('sections and groups', () => {
    const { store } = useStore(open)

    it('reach a person through a group and through the workspace, the highest level first', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const group = { workspaceId, groupId: newId() }
      const { id: sectionId } = await addPage(store(), fixture)
      const viewer = viewerOf(fixture)
      const level = (of: Viewer = viewer) => levelIn(store(), of, sectionId)
      const named = { name: 'Team', oidcGroup: 'team', createdAt: 1, createdBy: userId }
      await store().transact((transaction) => groups.insert(transaction, { ...group, ...named }))
      await restrict(store(), fixture, sectionId, { [group.groupId]: levelNumbers.write })
      assert.equal(await level(), noLevel)
      const membership = { ...group, userId, source: 'person', createdAt: 1 } as const
      await store().transact(async (transaction) => {
        assert.equal(await groups.addMember(transaction, membership), true)
        assert.equal(await groups.addMember(transaction, membership), false)
      })
      assert.equal(await level(), levelNumbers.write)
      assert.equal(await level({ ...viewer, maxLevel: levelNumbers.read }), levelNumbers.read)
      await restrict(store(), fixture, sectionId, {
        [group.groupId]: levelNumbers.read,
        [workspaceId]: levelNumbers.comment,
      })
      assert.equal(await level(), levelNumbers.comment)
      assert.equal(await level({ ...viewer, everyoneId: '' }), levelNumbers.read)
      await restrict(store(), fixture, sectionId, { [workspaceId]: 0 })
      assert.equal(await level(), levelNumbers.write)
      assert.equal(await level({ ...viewer, openLevel: levelNumbers.read }), levelNumbers.read)
      assert.equal(await level({ ...viewer, everyoneId: '' }), noLevel)
    })

    it('keep groups with their members, by name and by ID', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const other = await addUser(store())
      const group = { workspaceId, groupId: newId() }
      const details = { oidcGroup: null, createdAt: 1, createdBy: userId }
      const membership = { ...group, source: 'oidc', createdAt: 1 } as const
      await store().transact(async (transaction) => {
        await groups.insert(transaction, { ...group, name: 'B', ...details })
        await groups.insert(transaction, { workspaceId, groupId: newId(), name: 'A', ...details })
        await groups.addMember(transaction, { ...membership, userId })
        await groups.addMember(transaction, { ...membership, userId: other })
      })
      assert.equal((await groups.get(store(), group))?.members, 2)
      assert.equal(await groups.byName(store(), workspaceId, 'B'), group.groupId)
      const names = async (after: string) =>
        (await groups.list(store(), workspaceId, { after, limit: 9 })).map(({ name }) => name)
      assert.deepEqual([await names(''), await names('A')], [['A', 'B'], ['B']])
      const ids = (await groups.members(store(), group, { after: '', limit: 9 })).map(
        ({ id }) => id,
      )
      assert.deepEqual(ids, [userId, other].toSorted())
      const own = await groups.ofUser(store(), { workspaceId, userId })
      assert.deepEqual(own.map(plain), [{ groupId: group.groupId, source: 'oidc' }])
      await store().transact(async (transaction) => {
        await groups.update(transaction, { ...group, name: 'C', oidcGroup: 'c' })
        assert.equal(await groups.removeMember(transaction, { ...group, userId: other }), true)
        assert.equal(await groups.removeMember(transaction, { ...group, userId: other }), false)
      })
      const renamed = await groups.get(store(), group)
      assert.deepEqual([renamed?.name, renamed?.oidcGroup, renamed?.members], ['C', 'c', 1])
      await store().transact(async (transaction) => {
        await groups.removeUser(transaction, { workspaceId, userId: other })
        await groups.remove(transaction, group)
      })
      assert.deepEqual(await groups.ofUser(store(), { workspaceId, userId }), [])
    })

    it('are listed as hidden or as shared, with those who manage them', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const outer = await addPage(store(), fixture)
      const inner = await addPage(store(), fixture, { parentId: outer.id, title: 'Inner' })
      const other = await addUser(store())
      await store().transact(async (transaction) => {
        await members.put(transaction, { workspaceId, userId: other, role: 'MEMBER', createdAt: 1 })
      })
      await restrict(store(), fixture, outer.id, { [other]: levelNumbers.manage })
      await restrict(store(), fixture, inner.id, { [userId]: levelNumbers.read })
      const viewer = viewerOf(fixture)
      const part = { after: '', limit: 9 }
      const hidden = await sectionLists.hidden(store(), viewer, part)
      assert.deepEqual(hidden.map(plain), [{ pageId: outer.id, createdAt: 1, pages: 1 }])
      const shared = await sectionLists.shared(store(), viewer, part)
      assert.deepEqual(shared.map(plain), [{ id: inner.id, title: 'Inner', icon: null }])
      const section = { workspaceId, sectionId: outer.id }
      const managers = await sectionLists.managers(store(), section)
      assert.deepEqual(
        managers.map(({ id }) => id),
        [other],
      )
      const everything = systemViewer(workspaceId)
      assert.deepEqual(await sectionLists.hidden(store(), everything, part), [])
      assert.deepEqual(await sectionLists.shared(store(), everything, part), [])
    })

    it('keep grants of a section, and forget them with it', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const { id: sectionId } = await addPage(store(), fixture)
      const inner = await addPage(store(), fixture, { parentId: sectionId })
      const address = { workspaceId, sectionId }
      await restrict(store(), fixture, sectionId, { [userId]: levelNumbers.manage })
      await restrict(store(), fixture, inner.id, {})
      const grant = { ...address, principalId: userId, createdAt: 1, createdBy: userId }
      await store().transact(async (transaction) => {
        await sections.putGrant(transaction, { ...grant, level: levelNumbers.read })
        await sections.putGrant(transaction, { ...grant, level: levelNumbers.manage })
      })
      const granted = { principalId: userId, level: levelNumbers.manage }
      assert.deepEqual((await sections.grants(store(), address)).map(plain), [granted])
      assert.deepEqual((await sections.access(store(), address)).map(plain), [granted])
      const principal = { workspaceId, principalId: userId }
      const to = await sections.grantedTo(store(), principal)
      assert.deepEqual(to.map(plain), [{ sectionId, level: levelNumbers.manage }])
      const accessible = await sections.accessibleTo(store(), principal)
      assert.deepEqual(accessible.map(plain), to.map(plain))
      assert.deepEqual(await sections.nested(store(), address), [inner.id])
      const parents = { workspaceId, ids: [sectionId] }
      assert.deepEqual(await sections.directlyBelow(store(), parents), [inner.id])
      assert.deepEqual(await sections.below(store(), parents, inner.id, 9), [inner.id])
      assert.deepEqual(await sections.below(store(), parents, null, 9), [])
      assert.deepEqual(await sections.pagesIn(store(), address, 9), [sectionId])
      assert.equal(await sections.count(store(), address), 1)
      assert.equal(await sections.countLive(store(), address), 1)
      assert.equal(await sections.ofPage(store(), workspaceId, sectionId), sectionId)
      await store().transact(async (transaction) => {
        assert.equal(await sections.removeGrant(transaction, grant), true)
        assert.equal(await sections.removeGrant(transaction, grant), false)
        await sections.removePrincipal(transaction, principal)
        assert.deepEqual(await sections.access(transaction, address), [])
        await sections.assign(transaction, parents, null)
        await sections.remove(transaction, address)
      })
      assert.equal(await sections.get(store(), address), undefined)
      assert.deepEqual(await sections.access(store(), address), [])
    })

    it('are managed by a member, directly or in a group, by everyone, or by role', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const { id: sectionId } = await addPage(store(), fixture)
      const group = { workspaceId, groupId: newId() }
      const isManaged = async (access: Record<string, number>) => {
        await restrict(store(), fixture, sectionId, access)
        return sections.isManaged(store(), { workspaceId, sectionId })
      }
      await store().transact(async (transaction) => {
        await groups.insert(transaction, {
          ...group,
          name: 'Managers',
          oidcGroup: null,
          createdAt: 1,
          createdBy: userId,
        })
        await members.put(transaction, { ...fixture, role: 'VIEWER', createdAt: 1 })
      })
      const { manage, write } = levelNumbers
      assert.equal(await isManaged({ [userId]: manage }), false)
      await store().transact((transaction) =>
        members.put(transaction, { ...fixture, role: 'MEMBER', createdAt: 1 }),
      )
      assert.equal(await isManaged({ [userId]: manage }), true)
      assert.equal(await isManaged({ [userId]: write }), false)
      assert.equal(await isManaged({ [group.groupId]: manage }), false)
      const membership = { ...group, userId, source: 'person', createdAt: 1 } as const
      await store().transact((transaction) => groups.addMember(transaction, membership))
      assert.equal(await isManaged({ [group.groupId]: manage }), true)
      assert.equal(await isManaged({ [workspaceId]: manage }), true)
      assert.equal(await isManaged({ [workspaceId]: write }), false)
      assert.equal(await isManaged({ [workspaceId]: 0 }), true)
      const named = await principals.listed(store(), workspaceId, [group.groupId, userId, newId()])
      assert.deepEqual(named.map(({ id, type }) => `${type} ${id}`).toSorted(), [
        `group ${group.groupId}`,
        `person ${userId}`,
      ])
    })

    it('count how often they changed, for the members of the workspace', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      assert.equal(await members.membership(store(), workspaceId, userId), undefined)
      await store().transact((transaction) =>
        members.put(transaction, { ...fixture, role: 'VIEWER', createdAt: 1 }),
      )
      const access = async () => plain(await members.membership(store(), workspaceId, userId))
      const member = { role: 'VIEWER', scope: 'workspace', maxLevel: null, proposeOnly: 0 }
      assert.deepEqual(await access(), { ...member, rightsVersion: 0 })
      await store().transact((to) => sections.advanceRestricted(to, workspaceId))
      assert.equal((await members.membership(store(), workspaceId, userId))?.rightsVersion, 0)
      await store().transact((transaction) => sections.advance(transaction, workspaceId))
      assert.deepEqual(await access(), { ...member, rightsVersion: 1 })
    })
  })
}
