import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { addPage } from '../../../test/support/pages.ts'
import { addNotes, merge, rankIn } from '../../../test/support/search-index.ts'
import { contextOf, startServer, type TestServer } from '../../../test/support/server.ts'
import { until } from '../../../test/support/until.ts'
import { versions } from '../../search/index/versions.ts'
import { reindexing, search } from '../../store/index.ts'
import { checkSearch } from './check.ts'
import { minChanges } from './merge.ts'
import { reindexWorkspace } from './reindex.ts'

let quire: TestServer
const failures: unknown[] = []
beforeEach(async () => {
  failures.length = 0
  quire = await startServer({ rateLimit: 0 })
})
afterEach(async () => {
  assert.deepEqual(failures, [])
  await quire.close()
})

const found = async (query: string) =>
  (await rankIn(quire.app, quire.workspaceId, query)).pages.length

function damage(sql: string): void {
  const database = new DatabaseSync(join(quire.dataFolder, 'quire.db'))
  database.exec(sql)
  database.close()
}

const isOutdated = async () =>
  (await reindexing.outdated(quire.app.store, versions)).includes(quire.workspaceId)

describe('work in the background', () => {
  it('makes segments of changes', async () => {
    const { app, workspaceId } = quire
    app.startBackground((error) => failures.push(error))
    await addNotes(quire, { from: 0, to: minChanges + 10 })
    await until(async () => (await search.segments(app.store, workspaceId)).length === 1)
    const waiting = async () => (await search.changes(app.store, workspaceId, 0, 1000)).changes
    await until(async () => (await waiting()).length < minChanges)
    assert.equal((await app.search.open(workspaceId)).snapshot().totals.documents, minChanges + 10)
  })

  it('reads pages anew that another version has read, while they are found by what it left', async () => {
    const { app, workspaceId } = quire
    await addPage(quire, 'Heron', { markdown: 'It stands still.' })
    damage(`update search_workspaces set analyser = 'older'`)
    assert.equal(await isOutdated(), true)
    assert.equal(await found('heron'), 1)
    app.startBackground((error) => failures.push(error))
    await until(async () => !(await isOutdated()))
    assert.equal(await found('heron'), 1)
    const { changes } = await search.changes(app.store, workspaceId, 0, 10)
    assert.equal(changes.length, 2)
  })

  it('reads pages anew whose words another ICU has found', async () => {
    await addPage(quire, 'ไทย', { markdown: 'ภาษาไทย' })
    assert.equal(await isOutdated(), false)
    damage(`update search_workspaces set segmenter = 'icu 1'`)
    assert.equal(await isOutdated(), true)
    await reindexWorkspace(contextOf(quire), quire.workspaceId)
    assert.equal(await isOutdated(), false)
    assert.equal(await found('ภาษา'), 1)
  })
})

describe('reindexWorkspace', () => {
  it('makes an index that is gone', async () => {
    const { app, workspaceId } = quire
    await addNotes(quire, { from: 0, to: 50 })
    damage('delete from search_changes; delete from search_workspaces')
    await reindexWorkspace(contextOf(quire), workspaceId)
    const { checksums, faults } = await checkSearch(app.store, workspaceId)
    assert.deepEqual([checksums.size, faults], [50, []])
  })

  it('goes on where it was stopped', async () => {
    const { app, workspaceId } = quire
    await addNotes(quire, { from: 0, to: 60 })
    damage(`update search_workspaces set analyser = 'older'`)
    let calls = 0
    await reindexWorkspace(contextOf(quire), workspaceId, () => (calls += 1) > 2)
    assert.equal(await isOutdated(), true)
    const { changes } = await search.changes(app.store, workspaceId, 60, 100)
    assert.equal(changes.length, 32)
    await reindexWorkspace(contextOf(quire), workspaceId)
    assert.equal((await search.changes(app.store, workspaceId, 60, 100)).changes.length, 60)
    assert.equal(await isOutdated(), false)
  })

  it('leaves pages out that are in the trash', async () => {
    const { app, workspaceId } = quire
    const id = await addPage(quire, 'Gone')
    await app.store.transact((transaction) =>
      search.logRemovals(transaction, { workspaceId, ids: [id] }, versions.analyser),
    )
    damage(`update pages set deleted_at = 1; update search_workspaces set analyser = 'older'`)
    await reindexWorkspace(contextOf(quire), workspaceId)
    assert.equal(await found('gone'), 0)
  })
})

describe('checkSearch', () => {
  it('finds a segment that lacks a part, and one that is damaged', async () => {
    const { app, workspaceId } = quire
    await addNotes(quire, { from: 0, to: minChanges })
    await merge(quire)
    assert.deepEqual((await checkSearch(app.store, workspaceId)).faults, [])
    damage(`update search_chunks set data = zeroblob(length(data)) where kind = 'postings'`)
    assert.match((await checkSearch(app.store, workspaceId)).faults.join(), /is damaged/)
    damage(`delete from search_chunks where kind = 'terms'`)
    assert.match((await checkSearch(app.store, workspaceId)).faults.join(), /lacks a part/)
  })
})
