import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addNotes, makeNote, merge, queries, rankIn } from '../../../test/support/search-index.ts'
import { openAnother, startServer, type TestServer } from '../../../test/support/server.ts'
import { Dictionary } from '../../search/index/dictionary.ts'
import { Documents } from '../../search/index/documents.ts'
import { Segment } from '../../search/index/segment.ts'
import { versions } from '../../search/index/versions.ts'
import { search } from '../../store/index.ts'
import { checkSearch } from './check.ts'
import { chooseRun, minChanges, mergeWorkspace } from './merge.ts'

let quire: TestServer
let ids: string[] = []
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ids = await addNotes(quire, { from: 0, to: minChanges + 40 })
})
after(() => quire.close())

const lists = () => Promise.all(queries.map((query) => rankIn(quire.app, quire.workspaceId, query)))
const segments = () => search.segments(quire.app.store, quire.workspaceId)

async function update(pageId: string, text: string): Promise<void> {
  const { workspaceId } = quire
  const content = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  }
  await quire.post('/v1/pages/update', { workspaceId, pageId, content })
}

async function remove(id: string): Promise<void> {
  const { workspaceId } = quire
  await quire.app.store.transact((transaction) =>
    search.logRemovals(transaction, { workspaceId, ids: [id] }, versions.analyser),
  )
}

describe('mergeWorkspace', () => {
  it('changes no score, whatever is in a segment and what is not', async () => {
    const before = await lists()
    assert.deepEqual(await segments(), [])
    await merge(quire)
    assert.deepEqual(
      (await segments()).map(({ documents }) => documents),
      [ids.length],
    )
    assert.deepEqual(await lists(), before)
    assert.ok(before.every(({ pages }) => pages.length > 0))
  })

  it('changes no score after pages were changed and removed', async () => {
    for (const [index, id] of ids.slice(0, 60).entries()) {
      if (index % 3 === 0) await remove(id)
      else await update(id, makeNote(1000 + index))
    }
    const before = await lists()
    await addNotes(quire, { from: 2000, to: 2000 + minChanges })
    const grown = await lists()
    assert.notDeepEqual(grown, before)
    await merge(quire)
    assert.equal((await segments()).length, 2)
    assert.deepEqual(await lists(), grown)
    for (const id of ids.slice(60, 60 + 400)) await remove(id)
    const shrunk = await lists()
    await addNotes(quire, { from: 4000, to: 4000 + minChanges })
    const last = await lists()
    assert.notDeepEqual(last, shrunk)
    await merge(quire)
    assert.deepEqual(await lists(), last)
  })

  it('gives the same to a process that reads the index anew', async () => {
    const other = await openAnother(quire)
    try {
      for (const query of queries) {
        assert.deepEqual(
          await rankIn(other, quire.workspaceId, query),
          await rankIn(quire.app, quire.workspaceId, query),
          query,
        )
      }
    } finally {
      await other.close()
    }
  })

  it('leaves an index without fault, and no change twice', async () => {
    const { app, workspaceId } = quire
    const { checksums, faults } = await checkSearch(app.store, workspaceId)
    assert.deepEqual(faults, [])
    const index = await app.search.open(workspaceId)
    assert.equal(checksums.size, index.snapshot().totals.documents)
    assert.ok(index.tailSize < minChanges)
  })

  it('cleans up after a merger that was killed, and finishes its work', async () => {
    const { app, workspaceId } = quire
    await addNotes(quire, { from: 6000, to: 6000 + minChanges })
    const before = await lists()
    // Larger segments than these are written in several transactions.
    const left = await app.store.transact(async (transaction) => {
      const range = { firstSequence: 1, lastSequence: 1 }
      const segment = await search.startSegment(transaction, workspaceId, range)
      const address = { segment, kind: 'terms', number: 0 }
      await search.insertChunk(transaction, workspaceId, address, new Uint8Array(8))
      return segment
    })
    assert.equal(await search.forgottenSegment(app.store, workspaceId, 0), left)
    assert.deepEqual(await lists(), before)
    await merge(quire)
    const chunk = { segment: left, kind: 'terms', number: 0 }
    assert.equal(await search.chunk(app.store, workspaceId, chunk), undefined)
    assert.deepEqual(await lists(), before)
  })

  it('is undone as a whole where it stops', async () => {
    const { app, workspaceId } = quire
    await addNotes(quire, { from: 7000, to: 7000 + minChanges })
    const before = await lists()
    const count = (await segments()).length
    for (let maxCalls = 0; (await segments()).length === count; maxCalls += 1) {
      let calls = 0
      await mergeWorkspace(app.store, app.search, workspaceId, () => (calls += 1) > maxCalls)
      assert.equal(await search.forgottenSegment(app.store, workspaceId, 0), undefined)
      assert.deepEqual(await lists(), before)
      assert.ok(maxCalls < 1000)
    }
  })

  it('is done by one of several processes at a time', async () => {
    const { app, workspaceId } = quire
    await addNotes(quire, { from: 8000, to: 8000 + minChanges })
    const before = await lists()
    const other = await openAnother(quire)
    try {
      const count = (await segments()).length
      await Promise.all([
        merge(quire),
        mergeWorkspace(other.store, other.search, workspaceId),
        mergeWorkspace(app.store, app.search, workspaceId),
      ])
      assert.ok((await segments()).length <= count + 1)
      assert.deepEqual(await lists(), before)
      const { faults } = await checkSearch(app.store, workspaceId)
      assert.deepEqual(faults, [])
    } finally {
      await other.close()
    }
  })

  it('goes on under writes and searches', async () => {
    const { app, workspaceId } = quire
    const merging = { isOver: false }
    const writing = addNotes(quire, { from: 10_000, to: 10_000 + 2 * minChanges })
    const searching = (async () => {
      while (!merging.isOver) {
        const { pages } = await rankIn(app, workspaceId, 'apple')
        assert.equal(pages.length, 100)
        await new Promise(setImmediate)
      }
    })()
    for (let turn = 0; turn < 4; turn += 1) await merge(quire)
    await writing
    await merge(quire)
    merging.isOver = true
    await searching
    const { checksums, faults } = await checkSearch(app.store, workspaceId)
    assert.deepEqual(faults, [])
    const { totals } = (await app.search.open(workspaceId)).snapshot()
    assert.equal(totals.documents, checksums.size)
  })
})

describe('chooseRun', () => {
  const sized = (documents: number, retained = documents) => ({
    segment: new Segment(
      { segment: documents, firstSequence: 1, lastSequence: 1, documents, terms: 0 },
      Object.assign(new Documents(0), { count: documents }),
      new Dictionary(0),
      'deflated',
      () => new Uint8Array(0),
    ),
    retained,
    bytes: retained * 512,
  })
  const chosen = (...list: ReturnType<typeof sized>[]) =>
    chooseRun(list).map(({ documents }) => documents.count)

  it('takes nothing while segments are few, or each much larger than the next', () => {
    assert.deepEqual(chosen(), [])
    assert.deepEqual(chosen(sized(600), sized(600), sized(600)), [])
    assert.deepEqual(chosen(sized(900_000), sized(100_000), sized(9000), sized(600)), [])
  })

  it('takes the newest of one size', () => {
    assert.deepEqual(
      chosen(sized(9000), sized(600), sized(700), sized(800), sized(900)),
      [600, 700, 800, 900],
    )
  })

  it('takes one that is mostly replaced', () => {
    assert.deepEqual(chosen(sized(9000, 100), sized(800)), [9000])
  })
})
