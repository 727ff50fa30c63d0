import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import * as files from '../../files/files.ts'
import * as imports from '../../imports/imports.ts'
import * as importItems from '../../imports/items.ts'
import * as trash from '../../pages/trash.ts'
import { systemViewer } from '../../rights/viewer.ts'
import * as reverts from '../../runs/reverts.ts'
import type { Dialect } from '../dialect.ts'
import { addPage, createFixture, fileRow, type Fixture, plain, useStore } from '../rows.ts'

function importRow(
  { workspaceId, userId }: Fixture,
  columns: Partial<imports.NewImport> = {},
): imports.NewImport {
  return {
    workspaceId,
    id: newId(),
    parentId: null,
    fileId: newId(),
    name: 'notes.zip',
    chosenKind: null,
    kind: null,
    state: 'reading',
    allFiles: 0,
    updates: 1,
    total: 0,
    done: 0,
    error: null,
    runId: null,
    reportPageId: null,
    createdAt: 1,
    createdBy: userId,
    keyId: null,
    updatedAt: 1,
    ...columns,
  }
}

export function importsContract(open: Dialect['open']): void {
  describe('imports', () => {
    const { store } = useStore(open)
    const add = async (fixture: Fixture, columns: Partial<imports.NewImport> = {}) => {
      const row = importRow(fixture, columns)
      await store().transact((transaction) => imports.insert(transaction, row))
      return { row, address: { workspaceId: row.workspaceId, importId: row.id } }
    }
    const page = { limit: 9, offset: 0 }

    it('are found in their workspace only, the latest first', async () => {
      const fixture = await createFixture(store())
      const { row, address } = await add(fixture)
      const { row: later } = await add(fixture, { createdAt: 2, state: 'done' })
      const found = await imports.get(store(), address)
      assert.deepEqual(plain(found), { ...row, preview: null, undoneAt: null })
      assert.equal(await imports.get(store(), { ...address, workspaceId: newId() }), undefined)
      const { workspaceId, userId } = fixture
      for (const owner of [userId, '']) {
        const listed = await imports.list(store(), workspaceId, { userId: owner, ...page })
        assert.deepEqual(
          listed.map(plain),
          [later, row].map((one) => ({ ...one, undoneAt: null })),
        )
      }
      assert.deepEqual(await imports.list(store(), workspaceId, { userId: 'other', ...page }), [])
    })

    it('are undone from the end of a revert until its changes are back', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId: createdBy } = fixture
      const revertedRunId = newId()
      const { address } = await add(fixture, { state: 'done', runId: revertedRunId })
      const revert = { workspaceId, revertedRunId, runId: newId() }
      const undoneAt = async () => (await imports.get(store(), address))?.undoneAt
      const complete = (completedAt: number) =>
        store().transact((transaction) => reverts.complete(transaction, { ...revert, completedAt }))
      const stamp = { since: 0, createdAt: 4, createdBy }
      await store().transact((transaction) => reverts.put(transaction, { ...revert, ...stamp }))
      assert.equal(await undoneAt(), null)
      for (const runId of [revert.runId, revertedRunId]) {
        await complete(7)
        assert.equal(await undoneAt(), 7)
        await store().transact((transaction) => reverts.reopen(transaction, { workspaceId, runId }))
        assert.equal(await undoneAt(), null)
      }
    })

    it('are due while they are read or run, those to read first', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      await add(fixture, { state: 'paused' })
      assert.equal(await imports.due(store(), workspaceId), undefined)
      assert.ok(!(await imports.workspaces(store(), 0)).includes(workspaceId))
      const { row: running } = await add(fixture, { state: 'running' })
      assert.equal((await imports.due(store(), workspaceId))?.id, running.id)
      assert.deepEqual(await imports.runningRuns(store(), workspaceId), [])
      await add(fixture, { state: 'paused', runId: newId() })
      const { row: writing } = await add(fixture, { state: 'running', runId: newId() })
      assert.deepEqual(await imports.runningRuns(store(), workspaceId), [writing.runId])
      const { row: read } = await add(fixture)
      assert.equal((await imports.due(store(), workspaceId))?.id, read.id)
      assert.ok((await imports.workspaces(store(), 0)).includes(workspaceId))
    })

    it('are abandoned while they wait for a person, and use their file until they end', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const { row, address } = await add(fixture, { state: 'paused', updatedAt: 5 })
      await add(fixture, { state: 'done' })
      assert.equal(await imports.abandoned(store(), workspaceId, 5), undefined)
      assert.ok(!(await imports.workspaces(store(), 5)).includes(workspaceId))
      assert.equal(await imports.abandoned(store(), workspaceId, 6), row.id)
      assert.ok((await imports.workspaces(store(), 6)).includes(workspaceId))
      const file = { workspaceId, fileId: row.fileId }
      assert.equal(await imports.uses(store(), file), true)
      await store().transact((transaction) =>
        imports.move(transaction, address, { from: 'paused', to: 'cancelled', at: 7 }),
      )
      assert.equal(await imports.uses(store(), file), false)
      assert.equal(await imports.abandoned(store(), workspaceId, 9), undefined)
    })

    it('change their state only from the one that is expected', async () => {
      const { address } = await add(await createFixture(store()))
      const move = (change: Parameters<typeof imports.move>[2]) =>
        store().transact((transaction) => imports.move(transaction, address, change))
      assert.equal(await move({ from: 'ready', to: 'running', at: 2 }), false)
      assert.equal(await imports.state(store(), address), 'reading')
      assert.equal(await move({ from: 'reading', to: 'failed', error: 'No.', at: 2 }), true)
      assert.equal((await imports.get(store(), address))?.error, 'No.')
      assert.equal(await move({ from: 'failed', to: 'running', at: 3 }), true)
      const found = await imports.get(store(), address)
      assert.deepEqual([found?.state, found?.error, found?.updatedAt], ['running', null, 3])
    })

    it('have a preview and their progress', async () => {
      const { address } = await add(await createFixture(store()))
      const preview = { kind: 'markdown', preview: '{}', total: 7, at: 2 }
      const progress = { done: 3, runId: 'run', at: 4 }
      await store().transact(async (transaction) => {
        await imports.putPreview(transaction, address, preview)
        await imports.putProgress(transaction, address, progress)
      })
      const found = await imports.get(store(), address)
      assert.ok(found)
      const { kind, total, done, runId, updatedAt } = found
      assert.deepEqual([kind, total, found.preview], ['markdown', 7, '{}'])
      assert.deepEqual([done, runId, updatedAt], [3, 'run', 4])
    })

    it('have a report, and parts of it until the next one', async () => {
      const fixture = await createFixture(store())
      const { address } = await add(fixture)
      const { address: other } = await add(fixture)
      const reports = () => imports.reports(store(), address)
      assert.deepEqual(await reports(), [null])
      await store().transact(async (transaction) => {
        await imports.putReport(transaction, address, 'a')
        await imports.addReportPart(transaction, address, 'b')
        await imports.addReportPart(transaction, address, 'c')
        await imports.addReportPart(transaction, other, 'd')
      })
      assert.deepEqual(await reports(), ['a', 'b', 'c'])
      assert.deepEqual(await imports.reports(store(), other), [null, 'd'])
      await store().transact((transaction) => imports.putReport(transaction, address, 'abc'))
      assert.deepEqual(await reports(), ['abc'])
    })

    it('know the pages and files that they wrote, unless these are gone', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const { row } = await add(fixture)
      const { id: pageId } = await addPage(store(), fixture)
      const { id: goneId } = await addPage(store(), fixture)
      const file = fileRow(fixture)
      const item = { workspaceId, rootId: workspaceId, importId: row.id, version: 1 } as const
      await store().transact(async (transaction) => {
        await files.insert(transaction, file)
        const put = (kind: 'page' | 'file', path: string, itemId: string, fingerprint: string) =>
          importItems.put(transaction, { ...item, kind, path, itemId, fingerprint })
        await put('page', 'a.md', pageId, 'first')
        await put('page', 'a.md', pageId, 'second')
        await put('page', 'b.md', goneId, 'x')
        await put('file', 'a.png', file.id, 'hash')
        await put('file', 'b.png', newId(), 'hash')
        const gone = { workspaceId, ids: [goneId], deletedWith: goneId }
        await trash.remove(transaction, gone, { at: 1, by: userId })
      })
      const viewer = systemViewer(workspaceId)
      const all = { rootId: workspaceId, after: '', limit: 9 }
      const base = { path: 'a.md', itemId: pageId, importId: row.id, version: 1, sectionId: null }
      assert.deepEqual((await importItems.pages(store(), viewer, all)).map(plain), [
        { ...base, fingerprint: 'second' },
      ])
      assert.deepEqual((await importItems.files(store(), viewer, all)).map(plain), [
        { path: 'a.png', itemId: file.id, importId: row.id, fingerprint: 'hash' },
      ])
      const own = { workspaceId, importId: row.id }
      assert.deepEqual((await importItems.ownPages(store(), own, all)).map(plain), [
        { ...base, fingerprint: 'second', isGone: 0 },
        { ...base, path: 'b.md', itemId: goneId, fingerprint: 'x', isGone: 1 },
      ])
      assert.deepEqual((await importItems.ownFiles(store(), own, all)).map(plain), [
        { path: 'a.png', itemId: file.id, importId: row.id, fingerprint: 'hash' },
      ])
      const other = { ...own, importId: newId() }
      assert.deepEqual(await importItems.ownPages(store(), other, all), [])
      assert.deepEqual(await importItems.ownFiles(store(), other, all), [])
      for (const part of [
        { ...all, after: 'a.md' },
        { ...all, rootId: 'other' },
      ]) {
        assert.deepEqual(await importItems.pages(store(), viewer, part), [])
      }
    })
  })
}
