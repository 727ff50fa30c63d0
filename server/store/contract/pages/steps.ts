import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import { defaultStoredFields } from '../../../lib/page-fields.ts'
import * as checks from '../../checks.ts'
import * as contents from '../../pages/contents.ts'
import * as pages from '../../pages/pages.ts'
import * as steps from '../../pages/steps.ts'
import * as trash from '../../pages/trash.ts'
import { systemViewer } from '../../rights/viewer.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, plain, useStore } from '../rows.ts'

export function stepsContract(open: Dialect['open']): void {
  describe('steps', () => {
    const { store } = useStore(open)

    /** A page with a document, and a function that adds a change to its journal. */
    const addJournal = async () => {
      const fixture = await createFixture(store())
      const { workspaceId, id: pageId } = await addPage(store(), fixture)
      const address = { workspaceId, pageId }
      await store().transact((transaction) =>
        contents.put(
          transaction,
          address,
          { document: 'first', blocks: '[]' },
          { version: 1, attribution: null },
        ),
      )
      const row = (version: number, columns: Partial<steps.StepsRow> = {}): steps.StepsRow => ({
        ...address,
        version,
        batchId: newId(),
        base: version - 1,
        authorId: fixture.userId,
        via: 'web',
        keyId: null,
        runId: null,
        at: version,
        steps: '[]',
        notes: null,
        ...columns,
      })
      const append = (one: steps.StepsRow) =>
        store().transact((transaction) => steps.append(transaction, one))
      return { fixture, address, row, append }
    }

    it('refuses a change of another version than the newest, and writes nothing', async () => {
      const { address, row, append } = await addJournal()
      assert.equal(await append(row(1)), false)
      assert.equal(await append(row(3)), false)
      assert.equal(await append(row(2)), true)
      assert.equal(await append(row(2)), false)
      const page = await pages.get(store(), systemViewer(address.workspaceId), address.pageId)
      assert.deepEqual([page?.version, page?.contentVersion], [2, 1])
      assert.equal((await steps.since(store(), address, 0, 9)).length, 1)
    })

    it('counts the bytes of the journal of a workspace', async () => {
      const { address, row, append } = await addJournal()
      const { workspaceId } = address
      assert.equal(await steps.bytes(store(), workspaceId), 0)
      await append(row(2, { steps: '["é"]', notes: '{}' }))
      await append(row(3, { steps: '[]' }))
      assert.equal(await steps.bytes(store(), workspaceId), 10)
    })

    it('refuses a batch that it has already', async () => {
      const { address, row, append } = await addJournal()
      const batchId = newId()
      assert.equal(await append(row(2, { batchId })), true)
      await assert.rejects(append(row(3, { batchId })))
      assert.equal(await steps.versionOf(store(), address, batchId), 2)
      assert.equal(await steps.versionOf(store(), address, newId()), undefined)
      const there = { ...address, workspaceId: newId() }
      assert.equal(await steps.versionOf(store(), there, batchId), undefined)
      assert.deepEqual(await steps.since(store(), there, 0, 9), [])
    })

    it('refuses changes of a deleted page', async () => {
      const { address, row, append, fixture } = await addJournal()
      const { workspaceId, pageId } = address
      await store().transact((transaction) =>
        trash.remove(
          transaction,
          { workspaceId, ids: [pageId], deletedWith: pageId },
          { at: 5, by: fixture.userId },
        ),
      )
      assert.equal(await append(row(2)), false)
      const [head] = await steps.heads(store(), workspaceId, [pageId])
      assert.deepEqual([head?.version, head?.deletedAt], [1, 5])
    })

    it('lists changes in order, and pages whose document is behind', async () => {
      const { address, row, append, fixture } = await addJournal()
      const { workspaceId, pageId } = address
      const { id: other } = await addPage(store(), fixture)
      const rows = [2, 3, 4].map((version) => row(version, { steps: `[${version}]`, notes: '{}' }))
      for (const one of rows) await append(one)
      const listed = await steps.since(store(), address, 2, 9)
      assert.deepEqual(listed.map(plain), rows.slice(1))
      assert.equal((await steps.since(store(), address, 1, 2)).length, 2)
      const heads = await steps.heads(store(), workspaceId, [pageId, other, newId()])
      assert.deepEqual(
        new Map(heads.map((head) => [head.id, [head.version, head.contentVersion]])),
        new Map([
          [pageId, [4, 1]],
          [other, [1, null]],
        ]),
      )
      const behind = async (before: number) =>
        (await steps.behindIn(store(), workspaceId, { before, after: '', limit: 9 })).map(plain)
      assert.deepEqual(await behind(5), [address])
      assert.ok((await steps.behind(store(), 5)).includes(workspaceId))
      assert.deepEqual(await behind(4), [])
      assert.ok(!(await steps.behind(store(), 4)).includes(workspaceId))
      const later = { before: 5, after: pageId, limit: 9 }
      assert.deepEqual(await steps.behindIn(store(), workspaceId, later), [])
      await store().transact((transaction) =>
        trash.remove(
          transaction,
          { workspaceId, ids: [pageId], deletedWith: pageId },
          { at: 5, by: fixture.userId },
        ),
      )
      assert.deepEqual(await behind(5), [])
      assert.ok(!(await steps.behind(store(), 5)).includes(workspaceId))
    })

    it('catches up with the journal, wholly or in part', async () => {
      const { address, row, append, fixture } = await addJournal()
      const change = { ...address, at: 9, by: fixture.userId, type: 'TEXT' as const }
      for (const version of [2, 3, 4]) await append(row(version))
      const catchUp = (before: number, version: number) =>
        store().transact((transaction) => pages.catchUp(transaction, change, before, version))
      assert.equal(await catchUp(2, 3), false)
      assert.equal(await catchUp(1, 3), true)
      const viewer = systemViewer(address.workspaceId)
      assert.equal((await pages.get(store(), viewer, address.pageId))?.contentVersion, 3)
      assert.equal(await catchUp(3, 4), true)
      const page = await pages.get(store(), viewer, address.pageId)
      assert.deepEqual([page?.version, page?.contentVersion], [4, null])
    })

    it('changes no page whose document is behind, except through its journal', async () => {
      const { address, row, append, fixture } = await addJournal()
      await append(row(2))
      const change = { ...address, at: 9, by: fixture.userId }
      const fields = { ...defaultStoredFields, title: 'New', type: 'TEXT' as const, version: 2 }
      const updated = await store().transact((transaction) =>
        pages.update(transaction, change, fields),
      )
      assert.equal(updated, undefined)
    })

    it('returns how far the stored document is, also after changes of fields alone', async () => {
      const { address, row, append, fixture } = await addJournal()
      const { workspaceId, pageId } = address
      const version = async () => (await contents.body(store(), workspaceId, pageId))?.version
      await append(row(2))
      assert.equal(await version(), 1)
      await store().transact((transaction) =>
        pages.catchUp(transaction, { ...address, at: 9, by: fixture.userId, type: 'TEXT' }, 1, 2),
      )
      assert.equal(await version(), 2)
      await append(row(3))
      assert.equal(await version(), 2)
      await store().transact((transaction) =>
        contents.put(transaction, address, { document: 'old', blocks: '[]' }),
      )
      assert.equal(await version(), 2)
      assert.equal(await contents.body(store(), newId(), pageId), undefined)
    })

    it('removes old changes, except those that no document has', async () => {
      const { address, row, append, fixture } = await addJournal()
      const { workspaceId, pageId } = address
      for (const version of [2, 3, 4, 5]) await append(row(version))
      await store().transact((transaction) =>
        pages.catchUp(transaction, { ...address, at: 9, by: fixture.userId, type: 'TEXT' }, 1, 4),
      )
      const prune = (before: number) =>
        store().transact((transaction) =>
          steps.prune(transaction, workspaceId, { before, limit: 2 }),
        )
      const left = async () =>
        (await steps.since(store(), address, 0, 9)).map(({ version }) => version)
      assert.equal(await prune(2), 0)
      assert.equal(await prune(1000), 2)
      assert.deepEqual(await left(), [4, 5])
      assert.equal(await prune(1000), 1)
      assert.equal(await prune(1000), 0)
      assert.deepEqual(await left(), [5])
      await store().transact((transaction) => steps.remove(transaction, { workspaceId, pageId }))
      assert.deepEqual(await steps.since(store(), address, 0, 9), [])
    })

    it('lists the stored changes of a period, and puts one in the place of several', async () => {
      const { address, row, append, fixture } = await addJournal()
      const { workspaceId, pageId } = address
      for (const version of [2, 3, 4, 5]) await append(row(version))
      await store().transact((transaction) =>
        pages.catchUp(transaction, { ...address, at: 9, by: fixture.userId, type: 'TEXT' }, 1, 4),
      )
      const stored = async (period: steps.Period, version = 0) => {
        const rows = await steps.stored(store(), address, period, { version, limit: 2 })
        return rows.map((one) => one.version)
      }
      assert.deepEqual(await stored({ from: 0, until: 9 }), [2, 3])
      assert.deepEqual(await stored({ from: 0, until: 9 }, 3), [4])
      assert.deepEqual(await stored({ from: 2, until: 3 }), [3])
      const changed = (period: steps.Period, after = '') =>
        steps.changed(store(), workspaceId, period, { after, limit: 9 })
      assert.deepEqual(await changed({ from: 4, until: 5 }), [pageId])
      assert.deepEqual(await changed({ from: 5, until: 9 }), [])
      assert.deepEqual(await changed({ from: 0, until: 9 }, pageId), [])
      assert.equal(await steps.nextWorkspace(store(), workspaceId.slice(0, -1)), workspaceId)
      assert.notEqual(await steps.nextWorkspace(store(), workspaceId), workspaceId)
      const merged = row(4, { notes: '{"after":1}' })
      const replaced = await store().transact((transaction) =>
        steps.replace(transaction, 1, merged),
      )
      assert.equal(replaced, 3)
      const gone = { ...merged, pageId: newId() }
      assert.equal(await store().transact((transaction) => steps.replace(transaction, 1, gone)), 0)
      const rows = await steps.since(store(), address, 0, 9)
      assert.deepEqual(
        rows.map(({ version, notes }) => [version, notes]),
        [
          [4, '{"after":1}'],
          [5, null],
        ],
      )
    })

    it('keeps until when the journal is merged', async () => {
      for (const time of [5, 6]) {
        await store().transact((transaction) => steps.keepMergedUntil(transaction, time))
        assert.equal(await steps.mergedUntil(store()), time)
      }
    })

    it('shows a check which pages are behind, and a journal that goes beyond its page', async () => {
      const { address, row, append } = await addJournal()
      const { pageId } = address
      await append(row(2))
      const behind = (await checks.behind(store())).filter((one) => one.pageId === pageId)
      assert.deepEqual(behind.map(plain), [
        { ...address, version: 2, contentVersion: 1, document: 'first' },
      ])
      await store().transact((transaction) => steps.insert(transaction, row(3)))
      const beyond = (await checks.journals(store())).filter((one) => one.pageId === pageId)
      assert.deepEqual(beyond.map(plain), [{ pageId, version: 2, newest: 3 }])
    })

    it('adds a change whose content is stored at once', async () => {
      const { address, row } = await addJournal()
      await store().transact((transaction) => steps.insert(transaction, row(2)))
      const page = await pages.get(store(), systemViewer(address.workspaceId), address.pageId)
      assert.deepEqual([page?.version, page?.contentVersion], [1, null])
    })
  })
}
