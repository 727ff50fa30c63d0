import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { toPlain } from '../../../test/support/ranking.ts'
import { addNotes, merge, queries } from '../../../test/support/search-index.ts'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import { parseQuery } from '../../search/ranking/query.ts'
import { RankingThread } from '../../search/threads/ranking-thread.ts'
import { search, systemViewer } from '../../store/index.ts'
import { SearchIndexes } from './index-cache.ts'
import { minChanges } from './merge.ts'
import { type Hit, searchPages } from './search.ts'

// No postings stay in memory, so every search reads them from the store.
const memory = { indexes: 2 ** 24, postings: 1, texts: 2 ** 20 }
const asked = mock.method(RankingThread.prototype, 'rank')
const closed = mock.method(RankingThread.prototype, 'close')

let quire: TestServer
let indexes: SearchIndexes
before(async () => {
  quire = await startServer({ rateLimit: 0, searchThreads: 0 })
  await addNotes(quire, { from: 0, to: minChanges + 40 })
  await merge(quire)
  indexes = new SearchIndexes(quire.app.store, memory, { threads: 1, minDocuments: 1 })
})
after(async () => {
  await indexes.threads.stop()
  await quire.close()
})

function searchAtOnce(found: SearchIndexes): Promise<Hit[][]> {
  const { app, workspaceId } = quire
  const viewer = systemViewer(workspaceId)
  const context = { store: app.store, semantic: app.semantic, search: found, viewer }
  return Promise.all(queries.map((query) => searchPages(context, { query, k: 10 })))
}

/** Searches here and in a thread; gives how many a thread ranked. */
async function compare(): Promise<number> {
  const before = asked.mock.callCount()
  assert.deepEqual(await searchAtOnce(indexes), await searchAtOnce(quire.app.search))
  const calls = asked.mock.calls.slice(before)
  for (const { result } of calls) assert.ok((await result) !== undefined)
  return calls.length
}

describe('searches in threads', () => {
  it('find what they find here', async () => {
    assert.equal(await compare(), 0)
    while (indexes.threads.size === 0 || (await compare()) === 0);
    assert.equal(indexes.threads.size, 1)
    assert.ok((await compare()) >= queries.length - 1)
  })

  it('see what was written and merged since, and close only what was replaced', async () => {
    const remaining = (await indexes.open(quire.workspaceId)).segments
    await addNotes(quire, { from: 2000, to: 2000 + minChanges + 10 })
    assert.ok((await compare()) > 0)
    closed.mock.resetCalls()
    await merge(quire)
    assert.ok((await compare()) > 0)
    const parts = closed.mock.calls.map(({ arguments: [part] }) => part)
    assert.equal(parts.length, 1)
    assert.ok(remaining.every((segment) => !parts.includes(segment)))
  })

  it('begin again when another process replaces segments meanwhile', async () => {
    const { app, workspaceId } = quire
    const query = parseQuery('apple')
    const { parts, segments } = await indexes.open(workspaceId)
    // The thread has postings of them.
    indexes.threads.close(parts)
    let attempts = 0
    asked.mock.resetCalls()
    const found = await indexes.threads.during(() =>
      indexes.threads.during(() =>
        indexes.use(systemViewer(workspaceId), async (snapshot) => {
          attempts += 1
          if (attempts === 1) await replaceSegments()
          return indexes.threads.rank(query, snapshot, 50)
        }),
      ),
    )
    assert.equal(attempts, 2)
    const here = toPlain(
      await quire.app.search.rank(systemViewer(workspaceId), query, { limit: 50 }),
    )
    assert.deepEqual(toPlain(found), here)
    assert.equal(asked.mock.callCount(), 2)
    const [first, second] = asked.mock.calls.map(({ result }) => result)
    await assert.rejects(async () => first, /Postings cannot be read/)
    assert.deepEqual(toPlain((await second) ?? assert.fail()), here)
    const rows = await search.segments(app.store, workspaceId)
    const present = new Set(rows.map(({ segment }) => segment))
    assert.ok(segments.every(({ info }) => !present.has(info.segment)))
  })
})

/** Merges all segments into one and takes the replaced ones away at once. */
async function replaceSegments(): Promise<void> {
  const { app, workspaceId } = quire
  const replaced = await search.segments(app.store, workspaceId)
  for (let from = 4000; ; from += 1000) {
    await addNotes(quire, { from, to: from + minChanges })
    await merge(quire)
    const present = await search.segments(app.store, workspaceId)
    if (!present.some(({ segment }) => segment === replaced[0]?.segment)) break
  }
  await app.store.transact(async (transaction) => {
    for (const { segment } of replaced) {
      await search.deleteChunks(transaction, workspaceId, segment, 10_000)
    }
  })
}
