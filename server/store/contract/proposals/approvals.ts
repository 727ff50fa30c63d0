import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as inbox from '../../inbox/inbox.ts'
import * as reviews from '../../inbox/reviews.ts'
import * as members from '../../people/members.ts'
import * as approvals from '../../proposals/approvals.ts'
import * as changes from '../../proposals/changes.ts'
import * as proposals from '../../proposals/proposals.ts'
import * as groups from '../../rights/groups.ts'
import * as sectionReviews from '../../rights/section-reviews.ts'
import * as sections from '../../rights/sections.ts'
import { levelNumbers, systemViewer } from '../../rights/viewer.ts'
import type { Dialect } from '../dialect.ts'
import { addUser } from '../rights/section-rows.ts'
import { addPage, createFixture, type Fixture, plain, useStore } from '../rows.ts'
import { proposalRow } from './proposals.ts'

export function approvalsContract(open: Dialect['open']): void {
  describe('reviewers of proposals', () => {
    const { store } = useStore(open)
    const add = async (fixture: Fixture, pageId: string) => {
      const row = proposalRow(fixture)
      const address = { workspaceId: row.workspaceId, proposalId: row.id }
      await store().transact(async (transaction) => {
        await proposals.insert(transaction, row)
        await proposals.addPages(transaction, address, [pageId])
      })
      return address
    }

    it('have one approval each, the last one, which goes with the proposal', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const other = await addUser(store())
      const { id: pageId } = await addPage(store(), fixture)
      const address = await add(fixture, pageId)
      const nowhere = { workspaceId, proposalId: newId() }
      const approval = { userId, revision: 1, parts: 'a', createdAt: 1 }
      const put = (of: typeof address, row: approvals.ApprovalRow) =>
        store().transact((transaction) => approvals.put(transaction, of, row))
      await assert.rejects(put(nowhere, approval))
      await put(address, approval)
      await put(address, { ...approval, userId: other, createdAt: 2 })
      const later = { userId, revision: 2, parts: 'b', createdAt: 3 }
      await put(address, later)
      const listed = await approvals.list(store(), address)
      assert.deepEqual(listed.map(plain), [
        { userId: other, revision: 1, parts: 'a', createdAt: 2 },
        later,
      ])
      await store().transact((transaction) =>
        changes.removeOfPage(transaction, { workspaceId, pageId }),
      )
      assert.deepEqual(await approvals.list(store(), address), [])
    })

    it('are a rule of a section, which is found by each of them', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId: createdBy } = fixture
      const { id: sectionId } = await addPage(store(), fixture)
      const section = { workspaceId, sectionId }
      const row = { sectionId, inherits: 1, opensByRole: 0, createdAt: 1, createdBy } as const
      const [reviewer, other] = [newId(), newId()]
      const review = JSON.stringify({ required: 1, reviewerIds: [reviewer] })
      await store().transact(async (transaction) => {
        await sections.put(transaction, workspaceId, row)
        await sectionReviews.put(transaction, section, review)
        await sections.put(transaction, workspaceId, { ...row, inherits: 0 })
        await sections.enclose(transaction, section, other)
      })
      const found = await sectionReviews.get(store(), section)
      assert.deepEqual(found && plain(found), { review, inherits: 0, enclosingId: other })
      const naming = (principalId: string) =>
        sectionReviews.naming(store(), { workspaceId, principalId })
      assert.deepEqual((await naming(reviewer)).map(plain), [{ sectionId, review }])
      assert.deepEqual(await naming(other), [])
      await store().transact((transaction) => sectionReviews.put(transaction, section, null))
      assert.deepEqual(await naming(reviewer), [])
      assert.equal(await sectionReviews.get(store(), { workspaceId, sectionId: other }), undefined)
    })

    it('get entries: all people, or those who are named, and agents by name only', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const [person, member, agent] = [
        await addUser(store()),
        await addUser(store()),
        await addUser(store()),
      ]
      const group = { workspaceId, groupId: newId() }
      const { id: pageId } = await addPage(store(), fixture)
      await store().transact(async (transaction) => {
        const row = { workspaceId, role: 'MEMBER', createdAt: 1 } as const
        for (const id of [person, member]) await members.put(transaction, { ...row, userId: id })
        const maxLevel = levelNumbers.write
        await members.put(transaction, { ...row, userId: agent, maxLevel })
        const details = { name: 'Team', oidcGroup: null, createdAt: 1, createdBy: userId }
        await groups.insert(transaction, { ...group, ...details })
        for (const id of [member, agent]) {
          const membership = { ...group, userId: id, source: 'person', createdAt: 1 } as const
          await groups.addMember(transaction, membership)
        }
      })
      const asked = async (recipients: Partial<reviews.Recipients>) => {
        const address = await add(fixture, pageId)
        const review = { ...address, id: newId(), actorId: userId, runId: null, createdAt: 1 }
        await store().transact((transaction) =>
          reviews.insert(transaction, review, {
            besides: userId,
            only: [],
            agents: [],
            limit: 9,
            ...recipients,
          }),
        )
        const names = { person, member, agent }
        const got: string[] = []
        for (const [name, id] of Object.entries(names)) {
          const viewer = { ...systemViewer(workspaceId), viewerId: id }
          if ((await inbox.unread(store(), viewer, 9)) > 0) got.push(name)
        }
        await store().transact((transaction) => reviews.remove(transaction, address))
        return got
      }
      assert.deepEqual(await asked({}), ['person', 'member'])
      assert.deepEqual(await asked({ agents: [agent] }), ['person', 'member', 'agent'])
      assert.deepEqual(await asked({ only: [person] }), ['person'])
      assert.deepEqual(await asked({ only: [group.groupId] }), ['member'])
      assert.deepEqual(await asked({ only: [group.groupId], agents: [agent] }), ['member'])
      assert.deepEqual(await asked({ only: [person, agent], agents: [agent] }), ['person', 'agent'])
      assert.deepEqual(await asked({ only: [newId()] }), [])
    })
  })
}
