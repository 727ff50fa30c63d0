import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as activity from '../../events/activity.ts'
import * as events from '../../events/events.ts'
import * as members from '../../people/members.ts'
import * as changes from '../../proposals/changes.ts'
import * as comments from '../../proposals/comments.ts'
import * as proposals from '../../proposals/proposals.ts'
import * as settings from '../../proposals/settings.ts'
import * as sections from '../../rights/sections.ts'
import { publicViewer, systemViewer } from '../../rights/viewer.ts'
import * as runChanges from '../../runs/changes.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, type Fixture, plain, useStore } from '../rows.ts'

export function proposalRow(
  { workspaceId, userId }: Fixture,
  columns: Partial<proposals.ProposalRow> = {},
): proposals.ProposalRow {
  return {
    workspaceId,
    id: newId(),
    title: 'Better',
    reason: '',
    state: 'open',
    revision: 1,
    createdAt: 1,
    createdBy: userId,
    via: 'api',
    keyId: null,
    runId: null,
    updatedAt: 1,
    decidedAt: null,
    decidedBy: null,
    ...columns,
  }
}

function changeRow(columns: Partial<changes.ChangeRow> = {}): changes.ChangeRow {
  return {
    number: 1,
    kind: 'edit',
    pageId: newId(),
    title: 'Page',
    baseVersion: 1,
    base: '{}',
    document: '{"type":"doc"}',
    details: '{}',
    state: 'open',
    decidedAt: null,
    decidedBy: null,
    ...columns,
  }
}

export function proposalsContract(open: Dialect['open']): void {
  describe('proposals', () => {
    const { store } = useStore(open)
    const add = async (
      fixture: Fixture,
      columns: Partial<proposals.ProposalRow> = {},
      pageIds: readonly string[] = [],
    ) => {
      const row = proposalRow(fixture, columns)
      const address = { workspaceId: row.workspaceId, proposalId: row.id }
      await store().transact(async (transaction) => {
        await proposals.insert(transaction, row)
        await proposals.addPages(transaction, address, pageIds)
      })
      return { row, address }
    }
    const all = (fixture: Fixture, filter: proposals.ProposalFilter = {}) =>
      proposals.list(store(), systemViewer(fixture.workspaceId), filter, { limit: 50, offset: 0 })

    it('refuse a change and a comment of a proposal that is not there', async () => {
      const fixture = await createFixture(store())
      const nowhere = { workspaceId: fixture.workspaceId, proposalId: newId() }
      await assert.rejects(
        store().transact((transaction) => changes.insert(transaction, nowhere, changeRow())),
      )
      assert.equal(
        await proposals.get(store(), systemViewer(fixture.workspaceId), newId()),
        undefined,
      )
    })

    it('are listed newest first, by state, person and page, and counted', async () => {
      const fixture = await createFixture(store())
      const viewer = systemViewer(fixture.workspaceId)
      const early = await add(fixture)
      const late = await add(fixture, { createdAt: 2, state: 'declined' })
      const change = changeRow()
      await store().transact((transaction) => changes.insert(transaction, early.address, change))
      const ids = async (filter: proposals.ProposalFilter = {}) =>
        (await all(fixture, filter)).map(({ id }) => id)
      assert.deepEqual(await ids(), [late.row.id, early.row.id])
      assert.deepEqual(await ids({ state: 'open' }), [early.row.id])
      assert.deepEqual(await ids({ pageId: change.pageId }), [early.row.id])
      assert.deepEqual(await ids({ createdBy: newId() }), [])
      const counts = await proposals.counts(store(), viewer)
      assert.deepEqual([counts.get('declined'), counts.get('open'), counts.size], [1, 1, 2])
      const other = await createFixture(store())
      assert.deepEqual(await all(other), [])
    })

    it('are visible to those who can read all of their pages', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const shown = await addPage(store(), fixture)
      const hidden = await addPage(store(), fixture, { position: 'a1' })
      const { row } = await add(fixture, {}, [shown.id, workspaceId])
      const both = await add(fixture, {}, [shown.id, hidden.id])
      await store().transact(async (transaction) => {
        const section = { sectionId: hidden.id, inherits: 0, opensByRole: 0 } as const
        await sections.put(transaction, workspaceId, {
          ...section,
          createdAt: 1,
          createdBy: userId,
        })
        await sections.assign(transaction, { workspaceId, ids: [hidden.id] }, hidden.id)
      })
      const viewer = publicViewer(workspaceId)
      const seen = async (who: typeof viewer) =>
        (await proposals.list(store(), who, {}, { limit: 9, offset: 0 })).map(({ id }) => id)
      assert.deepEqual(await seen(viewer), [row.id])
      assert.equal(await proposals.get(store(), viewer, both.row.id), undefined)
      assert.deepEqual(await seen({ ...viewer, viewerId: userId, everyoneId: '' }), [])
      assert.deepEqual([...(await proposals.counts(store(), viewer))], [['open', 1]])
      const titles = await proposals.titles(store(), viewer, [row.id, both.row.id])
      assert.deepEqual(titles.map(plain), [{ id: row.id, title: row.title }])
      assert.deepEqual(await proposals.titles(store(), viewer, []), [])
    })

    it('are part of what happened to the pages that they change, newest first', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId: actorId } = fixture
      const page = await addPage(store(), fixture)
      const one = await add(fixture)
      const other = await add(fixture)
      const happen = async (type: string, data: object, createdAt: number, pageId?: string) => {
        const event = { type, data: JSON.stringify(data), createdAt, via: 'mcp', actorId }
        await store().transact((transaction) =>
          events.append(transaction, {
            id: newId(),
            workspaceId,
            pageId: pageId ?? null,
            ...event,
          }),
        )
      }
      await store().transact(async (transaction) => {
        await changes.insert(transaction, one.address, changeRow({ pageId: page.id }))
        await changes.insert(transaction, other.address, changeRow())
      })
      await happen('proposal.created', { proposalId: one.row.id, state: 'open' }, 1)
      await happen('proposal.created', { proposalId: other.row.id, state: 'open' }, 2)
      await happen('page.updated', {}, 3, page.id)
      await happen('proposal.accepted', { proposalId: one.row.id, state: 'accepted' }, 4)
      const times = async (of: 'page' | 'pageWithProposals', before = 9, limit = 9) => {
        const whose = { of, id: page.id } as const
        const rows = await activity.newest(store(), workspaceId, whose, { before, limit })
        return rows.map(({ createdAt }) => createdAt)
      }
      assert.deepEqual(await times('page'), [3])
      assert.deepEqual(await times('pageWithProposals'), [4, 3, 1])
      assert.deepEqual(await times('pageWithProposals', 9, 2), [4, 3])
      assert.deepEqual(await times('pageWithProposals', 3), [1])
    })

    it('keep decided changes when the open ones are replaced', async () => {
      const fixture = await createFixture(store())
      const { address } = await add(fixture)
      await store().transact(async (transaction) => {
        await changes.insert(transaction, address, changeRow({ number: 1 }))
        await changes.insert(transaction, address, changeRow({ number: 2 }))
      })
      const decision = { number: 1, state: 'accepted', details: '{"a":1}', at: 5 } as const
      const decide = () =>
        store().transact((transaction) =>
          changes.decide(transaction, address, { ...decision, by: fixture.userId }),
        )
      assert.deepEqual([await decide(), await decide()], [true, false])
      const [item] = await all(fixture)
      assert.deepEqual([item?.changes, item?.openChanges], [2, 1])
      await store().transact((transaction) => changes.removeOpen(transaction, address))
      const remaining = await changes.list(store(), address)
      assert.deepEqual(
        remaining.map(({ number, state, details, decidedBy }) => [
          number,
          state,
          details,
          decidedBy,
        ]),
        [[1, 'accepted', '{"a":1}', fixture.userId]],
      )
    })

    it('count changes that were declined, whole or in part', async () => {
      const fixture = await createFixture(store())
      const { address } = await add(fixture)
      const before = { title: '"accepted":{' }
      const accepted = { hunks: [1], fields: [] }
      const decisions = [
        { state: 'accepted', details: JSON.stringify({ before }) },
        { state: 'accepted', details: JSON.stringify({ before, accepted }) },
        { state: 'declined', details: '{}' },
      ] as const
      await store().transact(async (transaction) => {
        for (const [index, decision] of decisions.entries()) {
          const number = index + 1
          await changes.insert(transaction, address, changeRow({ number }))
          const by = fixture.userId
          await changes.decide(transaction, address, { ...decision, number, at: 5, by })
        }
        assert.equal(await proposals.declinedChanges(transaction, address), 2)
      })
      const [item] = await all(fixture)
      assert.deepEqual([item?.openChanges, item?.declinedChanges], [0, 2])
    })

    it('tell what a run proposed and others accepted, since a time', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const { address, row } = await add(fixture)
      const page = await addPage(store(), fixture)
      const runId = newId()
      const happen = (type: string, data: object, createdAt: number, pageId: string | null) => {
        const event = { id: newId(), type, actorId: userId, via: 'api', createdAt, pageId, runId }
        return store().transact((transaction) =>
          events.append(transaction, { ...event, workspaceId, data: JSON.stringify(data) }),
        )
      }
      await happen('proposal.created', { proposalId: row.id, state: 'open' }, 5, null)
      await happen('page.moved', { pageId: page.id, proposedRunId: runId }, 6, page.id)
      await happen('page.moved', { pageId: page.id, proposedRunId: newId() }, 7, page.id)
      await happen('page.moved', { pageId: page.id }, 8, page.id)
      const times = async (since = 0, after = 0) => {
        const run = { workspaceId, runId, since }
        const found = await runChanges.accepted(store(), run, { after, limit: 5 })
        return found.map(({ createdAt, pageId }) => [createdAt, pageId])
      }
      await store().transact((transaction) =>
        changes.insert(transaction, address, changeRow({ pageId: page.id })),
      )
      assert.deepEqual(await times(), [])
      const decision = { number: 1, state: 'accepted', details: '{}', at: 6, by: userId } as const
      await store().transact((transaction) => changes.decide(transaction, address, decision))
      assert.deepEqual(await times(), [[6, page.id]])
      assert.deepEqual([await times(6), await times(0, 99)], [[], []])
    })

    it('delete a page as an accepted change of the same proposal left it', async () => {
      const fixture = await createFixture(store())
      const { address } = await add(fixture)
      const other = await add(fixture)
      const pageId = newId()
      const trash = changeRow({ number: 2, kind: 'trash', pageId, document: null, base: null })
      await store().transact(async (transaction) => {
        await changes.insert(transaction, address, changeRow({ number: 1, pageId }))
        await changes.insert(transaction, address, trash)
        await changes.insert(transaction, other.address, trash)
        await changes.rebaseTrash(transaction, address, { pageId, before: 1, after: 2 })
        // Others changed the page between.
        await changes.rebaseTrash(transaction, address, { pageId, before: 3, after: 4 })
      })
      const versions = [1, 2, 3].map((number) => changes.baseVersion(store(), address, number))
      assert.deepEqual(await Promise.all(versions), [1, 2, null])
      assert.equal(await changes.baseVersion(store(), other.address, 2), 1)
      const outlines = await changes.listWithoutBodies(store(), address)
      assert.deepEqual(
        outlines.map(({ number, state, details }) => [number, state, details]),
        [
          [1, 'open', '{}'],
          [2, 'open', '{}'],
        ],
      )
    })

    it('are revised, commented and decided', async () => {
      const fixture = await createFixture(store())
      const { address, row } = await add(fixture)
      const { userId } = fixture
      const said = { id: newId(), changeNumber: 1, kind: 'comment', markdown: 'Hm.\n' } as const
      await store().transact(async (transaction) => {
        const how = { via: 'mcp', keyId: 'k', runId: null, updatedAt: 7 }
        await proposals.revise(transaction, { ...address, title: 'New', reason: 'Why', ...how })
        const stamp = { createdAt: 3, createdBy: userId, runId: null }
        await comments.insert(transaction, address, { ...said, ...stamp })
        await proposals.setState(transaction, address, 'accepted', { at: 9, by: userId })
      })
      const [item] = await all(fixture)
      assert.deepEqual(
        [item?.title, item?.revision, item?.state, item?.decidedAt, item?.deciderFirstName],
        ['New', 2, 'accepted', 9, 'A'],
      )
      const [found] = await comments.list(store(), address)
      assert.deepEqual([found?.markdown, found?.changeNumber, found?.firstName], ['Hm.\n', 1, 'A'])
      assert.equal(item?.id, row.id)
    })

    it('are listed in parts', async () => {
      const fixture = await createFixture(store())
      const ids: string[] = []
      for (const createdAt of [1, 2, 3]) ids.push((await add(fixture, { createdAt })).row.id)
      const viewer = systemViewer(fixture.workspaceId)
      const part = async (limit: number, offset: number) =>
        (await proposals.list(store(), viewer, {}, { limit, offset })).map(({ id }) => id)
      assert.deepEqual(await part(2, 0), [ids[2], ids[1]])
      assert.deepEqual(await part(2, 2), [ids[0]])
      assert.deepEqual(await part(2, 3), [])
    })

    it('name each page once, and keep those of other proposals', async () => {
      const fixture = await createFixture(store())
      const [first, second] = [newId(), newId()]
      const one = await add(fixture, {}, [first, second])
      const other = await add(fixture, {}, [second])
      await store().transact((transaction) =>
        proposals.addPages(transaction, one.address, [first, second]),
      )
      assert.deepEqual(
        [...(await proposals.pagesOf(store(), one.address))].toSorted(),
        [first, second].toSorted(),
      )
      await store().transact((transaction) => proposals.removePages(transaction, one.address))
      assert.deepEqual(await proposals.pagesOf(store(), one.address), [])
      assert.deepEqual(await proposals.pagesOf(store(), other.address), [second])
    })

    it('keep texts as they are given, and the order of what was said', async () => {
      const fixture = await createFixture(store())
      const { userId } = fixture
      const title = 'Größer — “besser” 🍵'
      const { address } = await add(fixture, { title, reason: "It's; better\n" })
      const [item] = await all(fixture)
      assert.deepEqual([item?.title, item?.reason], [title, "It's; better\n"])
      const words = ['First.', 'Second.', 'Third.']
      for (const [index, markdown] of words.entries()) {
        const said = { id: newId(), changeNumber: null, kind: 'comment', markdown } as const
        const stamp = { createdAt: index, createdBy: userId, runId: null }
        await store().transact((transaction) =>
          comments.insert(transaction, address, { ...said, ...stamp }),
        )
      }
      assert.deepEqual(
        (await comments.list(store(), address)).map(({ markdown }) => markdown),
        words,
      )
    })

    it('go with a page that goes for good', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const page = await addPage(store(), fixture)
      const { address } = await add(fixture, {}, [page.id])
      const other = await add(fixture)
      await store().transact(async (transaction) => {
        await changes.insert(transaction, address, changeRow({ pageId: page.id }))
        await changes.removeOfPage(transaction, { workspaceId, pageId: page.id })
      })
      assert.deepEqual(
        (await all(fixture)).map(({ id }) => id),
        [other.row.id],
      )
      assert.deepEqual(await changes.list(store(), address), [])
      await store().transact((transaction) => proposals.removePages(transaction, other.address))
      assert.deepEqual(await proposals.pagesOf(store(), other.address), [])
    })

    it('have settings that a membership knows', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const none = await settings.get(store(), newId())
      assert.deepEqual(plain(none), { proposeOnly: 0, acceptsOwn: 0 })
      await store().transact(async (transaction) => {
        const member = { workspaceId, userId, role: 'MEMBER', createdAt: 1 } as const
        await members.put(transaction, member)
        await settings.put(transaction, workspaceId, { proposeOnly: 1, acceptsOwn: 0 })
      })
      const now = await settings.get(store(), workspaceId)
      assert.deepEqual(plain(now), { proposeOnly: 1, acceptsOwn: 0 })
      const membership = await members.membership(store(), workspaceId, userId)
      assert.equal(membership?.proposeOnly, 1)
    })
  })
}
