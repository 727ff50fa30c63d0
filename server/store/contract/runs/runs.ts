import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as comments from '../../comments/comments.ts'
import * as activity from '../../events/activity.ts'
import * as events from '../../events/events.ts'
import * as files from '../../files/files.ts'
import * as history from '../../pages/history.ts'
import * as steps from '../../pages/steps.ts'
import * as trash from '../../pages/trash.ts'
import { publicViewer, systemViewer } from '../../rights/viewer.ts'
import * as runChanges from '../../runs/changes.ts'
import * as reverts from '../../runs/reverts.ts'
import * as runs from '../../runs/runs.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, type Fixture, plain, useStore } from '../rows.ts'

function runRow({ workspaceId, userId }: Fixture, columns: Partial<runs.RunRow> = {}): runs.RunRow {
  return {
    workspaceId,
    id: newId(),
    userId,
    keyId: 'key',
    scope: 'key mcp',
    via: 'mcp',
    client: 'Claude Code',
    name: '',
    startedAt: 1,
    ...columns,
  }
}

export function runsContract(open: Dialect['open']): void {
  describe('runs', () => {
    const { store } = useStore(open)
    const add = async (fixture: Fixture, columns: Partial<runs.RunRow> = {}) => {
      const row = runRow(fixture, columns)
      await store().transact((transaction) => runs.put(transaction, row, row.startedAt))
      return row
    }
    const change = (fixture: Fixture, runId: string, createdAt: number) => {
      const { workspaceId, userId: actorId } = fixture
      const event = { id: newId(), type: 'page.updated', via: 'mcp', data: '{}' }
      return store().transact((transaction) =>
        events.append(transaction, { ...event, workspaceId, actorId, createdAt, runId }),
      )
    }

    it('are not stored in a workspace that is not there', async () => {
      const fixture = await createFixture(store())
      const run = await add({ ...fixture, workspaceId: 'nowhere' })
      assert.deepEqual(await runs.byIds(store(), 'nowhere', [run.id]), [])
    })

    it('are stored once, as they were first', async () => {
      const fixture = await createFixture(store())
      const run = await add(fixture)
      await add(fixture, { ...run, client: 'Someone else' })
      const found = await runs.byIds(store(), fixture.workspaceId, [run.id, newId()])
      assert.deepEqual(found.map(plain), [
        { id: run.id, runKeyId: 'key', runClient: 'Claude Code' },
      ])
      const other = await createFixture(store())
      assert.deepEqual(await runs.byIds(store(), other.workspaceId, [run.id]), [])
      assert.deepEqual(await runs.byIds(store(), fixture.workspaceId, []), [])
    })

    it('tell what they changed since a time, and in no other workspace', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId: authorId } = fixture
      const run = await add(fixture, { startedAt: 10 })
      const runId = run.id
      assert.equal(await runs.get(store(), workspaceId, newId()), undefined)
      assert.equal((await runs.get(store(), workspaceId, runId))?.lastAt, 10)
      const ofKey = async (keyId: string, since: number) => {
        const found = await runChanges.ofKey(store(), workspaceId, { keyId, since, limit: 5 })
        return found.map(({ id }) => id)
      }
      assert.deepEqual(
        [await ofKey('key', 10), await ofKey('key', 11), await ofKey('other', 0)],
        [[runId], [], []],
      )
      await change(fixture, runId, 10)
      await change(fixture, runId, 20)
      await change(fixture, newId(), 20)
      const eventsOf = async (since: number, of = workspaceId) => {
        const address = { workspaceId: of, runId, since }
        const found = await runChanges.events(store(), address, { after: 0, limit: 9 })
        return found.map(({ createdAt }) => createdAt)
      }
      assert.deepEqual(await eventsOf(0), [10, 20])
      assert.deepEqual(await eventsOf(11), [20])
      assert.deepEqual(await eventsOf(0, (await createFixture(store())).workspaceId), [])
      const all = { workspaceId, runId, since: 0 }
      for (const viewer of [systemViewer(workspaceId), publicViewer(workspaceId)]) {
        assert.equal(await runChanges.deliveries(store(), viewer, all), 0)
      }
      assert.equal(await runChanges.notifiesChats(store(), workspaceId), false)
      const { id: pageId } = await addPage(store(), fixture)
      const row = { workspaceId, pageId, batchId: newId(), base: 1, authorId, via: 'mcp' }
      const stored = { ...row, version: 2, keyId: 'key', runId, at: 15, steps: '[]', notes: null }
      await store().transact((transaction) => steps.insert(transaction, stored))
      const typed = { workspaceId, runId, since: 0 }
      assert.deepEqual(await runChanges.typed(store(), { ...typed, until: 15 }), [pageId])
      assert.deepEqual(await runChanges.typed(store(), { ...typed, until: 14 }), [])
      const first = await runChanges.firstStep(store(), { ...typed, pageId })
      assert.deepEqual(first && plain(first), { version: 2, notes: null })
      assert.equal(await runChanges.firstStep(store(), { ...typed, pageId, since: 16 }), undefined)
    })

    it('are told of each version of a page, and files are detached from one page', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const { id: pageId } = await addPage(store(), fixture)
      const address = { workspaceId, pageId }
      await store().transact((transaction) => history.insertPresent(transaction, address))
      const marks = await history.marks(store(), address, 0)
      assert.deepEqual(
        marks.map(({ runId }) => runId),
        [null],
      )
      assert.deepEqual(await history.marks(store(), address, 9), [])
      const attachment = { ...address, fileId: newId() }
      const detach = () => store().transact((to) => files.detachFrom(to, attachment))
      assert.equal(await detach(), false)
    })

    it('note once which runs reverted them, and the newest acceptance on a page', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId: createdBy } = fixture
      const [revertedRunId, runId] = [newId(), newId()]
      const revert = { workspaceId, revertedRunId, runId, since: 3, createdAt: 4, createdBy }
      await store().transact((transaction) => reverts.put(transaction, revert))
      await store().transact((transaction) => reverts.put(transaction, { ...revert, since: 9 }))
      const found = await reverts.ofRun(store(), workspaceId, revertedRunId)
      assert.deepEqual(found.map(plain), [{ runId, since: 3 }])
      assert.deepEqual(await reverts.ofRun(store(), workspaceId, runId), [])
      const { id: pageId } = await addPage(store(), fixture)
      for (const acceptedAt of [5, 6]) {
        const acceptance = { workspaceId, pageId, runId, acceptedAt, acceptedBy: createdBy }
        await store().transact((transaction) => reverts.accept(transaction, acceptance))
      }
      const accepted = await reverts.accepted(store(), workspaceId, pageId)
      assert.deepEqual(accepted.map(plain), [{ runId, acceptedAt: 6 }])
    })

    it('give the newest of a scope without a name, with the time of its last change', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const latest = async (scope = 'key mcp') => {
        const found = await runs.latest(store(), workspaceId, scope)
        return found && plain(found)
      }
      assert.equal(await latest(), undefined)
      await add(fixture, { startedAt: 1 })
      const run = await add(fixture, { startedAt: 5 })
      await add(fixture, { startedAt: 7, name: 'nightly' })
      assert.deepEqual(await latest(), { id: run.id, lastAt: 5 })
      await store().transact((transaction) => runs.put(transaction, run, 9))
      assert.deepEqual(await latest(), { id: run.id, lastAt: 9 })
      assert.equal(await latest('another key'), undefined)
    })

    it('are listed by their start, of a person, a key or a client', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const first = await add(fixture, { startedAt: 1 })
      const same = [await add(fixture, { startedAt: 5 }), await add(fixture, { startedAt: 5 })]
      const other = await add(fixture, { startedAt: 7, keyId: 'other', client: 'Cursor' })
      const [low = '', high = ''] = same.map(({ id }) => id).toSorted()
      const any = { userId: '', keyId: '', client: '' }
      const start = { startedAt: 99, id: '', limit: 9 }
      const list = async (filter: object = {}, part: object = {}) => {
        const asked = { ...any, ...filter }
        const found = await runs.list(store(), workspaceId, asked, { ...start, ...part })
        return found.map(({ id }) => id)
      }
      assert.deepEqual(await list(), [other.id, high, low, first.id])
      assert.deepEqual(await list({}, { startedAt: 5, id: high, limit: 1 }), [low])
      assert.deepEqual(await list({ keyId: 'other' }), [other.id])
      assert.deepEqual(await list({ client: 'Cursor', userId }), [other.id])
      assert.deepEqual(await list({ userId: newId() }), [])
      const { workspaceId: _workspace, scope: _scope, ...row } = other
      assert.deepEqual(plain((await runs.get(store(), workspaceId, other.id)) ?? {}), {
        ...row,
        lastAt: 7,
      })
      assert.equal(await runs.get(store(), workspaceId, newId()), undefined)
    })

    it('have their events, like pages and people, newest first', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const { id: runId } = await add(fixture)
      const { id: pageId } = await addPage(store(), fixture)
      for (const at of [2, 3]) await change(fixture, runId, at)
      await store().transact((transaction) =>
        events.append(transaction, {
          id: newId(),
          type: 'page.moved',
          via: 'mcp',
          data: '{}',
          workspaceId,
          actorId: userId,
          createdAt: 4,
          pageId,
          runId,
        }),
      )
      const times = async (whose: activity.ActivityOf, before = 999, limit = 9) => {
        const rows = await activity.newest(store(), workspaceId, whose, { before, limit })
        return rows.map(({ createdAt }) => createdAt)
      }
      assert.deepEqual(await times({ of: 'workspace' }), [4, 3, 2])
      assert.deepEqual(await times({ of: 'workspace' }, 3, 1), [3])
      assert.deepEqual(await times({ of: 'run', id: runId }, 3), [3, 2])
      assert.deepEqual(await times({ of: 'page', id: pageId }), [4])
      assert.deepEqual(await times({ of: 'pageWithProposals', id: pageId }), [4])
      assert.deepEqual(await times({ of: 'person', id: userId }), [4, 3, 2])
      assert.deepEqual(await times({ of: 'person', id: newId() }), [])
      const touched = await activity.touched(store(), workspaceId, runId, 9)
      assert.deepEqual(
        touched
          .map((row) => [row.type, row.pageId, row.sectionId, row.events])
          .toSorted((one, other) => String(one).localeCompare(String(other))),
        [
          ['page.moved', pageId, null, 1],
          ['page.updated', null, null, 2],
        ],
      )
      assert.equal((await activity.touched(store(), workspaceId, runId, 1)).length, 1)
    })

    it('are named by events, versions, comments and deletions', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const { id: runId } = await add(fixture)
      const { id: pageId } = await addPage(store(), fixture)
      await change(fixture, runId, 2)
      await change(fixture, newId(), 3)
      const found = await events.since(store(), workspaceId, 0, 9)
      assert.deepEqual(
        found.map(({ runId: id, client }) => [id === runId, client]),
        [
          [true, 'Claude Code'],
          [false, null],
        ],
      )
      const address = { workspaceId, pageId }
      const gone = { workspaceId, ids: [pageId], deletedWith: pageId }
      const version = { title: 'T', icon: null, properties: null, version: 1, createdAt: 1 }
      const commentId = newId()
      await store().transact(async (transaction) => {
        const by = { createdBy: userId, via: 'mcp', runId, authors: null }
        await history.insert(transaction, address, { ...version, ...by })
        await comments.insert(transaction, {
          workspaceId,
          id: commentId,
          pageId,
          threadId: commentId,
          markdown: 'x',
          quote: null,
          createdAt: 1,
          createdBy: userId,
          runId,
        })
      })
      const run = { runId, runKeyId: 'key', runClient: 'Claude Code' }
      const part = { limit: 9, offset: 0 }
      const [listed] = await history.list(store(), address, part)
      assert.deepEqual(listed && { ...listed, ...run }, listed && plain(listed))
      const read = await history.read(store(), address, 1)
      assert.deepEqual(read && { ...read, ...run }, read && plain(read))
      const makers = await runChanges.makers(store(), workspaceId, [pageId, newId()])
      assert.deepEqual(makers.map(plain), [{ pageId, runId, at: 1 }])
      const [comment] = await comments.ofPage(store(), address, { which: 'all', ...part })
      assert.deepEqual(comment && { ...comment, ...run }, comment && plain(comment))
      const deletion = { at: 2, by: userId, runId }
      await store().transact((transaction) => trash.remove(transaction, gone, deletion))
      const viewer = systemViewer(workspaceId)
      const [deleted] = await trash.list(store(), viewer, part)
      assert.deepEqual(deleted && { ...deleted, ...run }, deleted && plain(deleted))
      const restored = { at: 3, by: userId }
      await store().transact((transaction) => trash.restore(transaction, gone, restored))
      await store().transact((transaction) => trash.remove(transaction, gone, restored))
      assert.equal((await trash.list(store(), viewer, part))[0]?.runId, null)
    })
  })
}
