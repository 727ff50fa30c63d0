import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../lib/ids.ts'
import { startTimeSlice } from '../../lib/time-slices.ts'
import { analyseBody, analysePage } from '../analysis/analyse.ts'
import { chunkSize } from './chunks.ts'
import { pageId, pageKey } from './documents.ts'
import { packEntry, readStats } from './entry.ts'
import type { TermSearch } from './index-reader.ts'
import { Memtable } from './memtable.ts'
import { mergeParts, type MergeSource, segmentSource, memtableSource } from './merge.ts'
import { decoderOf } from './packed-chunks.ts'
import { Postings } from './postings.ts'
import type { IndexWrite } from './recent-changes.ts'
import { type Chunk, SegmentWriter } from './segment-writer.ts'
import { loadSegment, type Segment } from './segment.ts'
import { WorkspaceIndex } from './workspace-index.ts'

let sequence = 0
function put(id: string, text: string, title = ''): IndexWrite {
  sequence += 1
  const entry = packEntry(title, analysePage(title, analyseBody(text)))
  return { sequence, pageId: id, entry }
}
function remove(id: string): IndexWrite {
  sequence += 1
  return { sequence, pageId: id, entry: null }
}
function memtableOf(...changes: IndexWrite[]): Memtable {
  const memtable = new Memtable()
  for (const change of changes) memtable.add(change)
  return memtable
}

async function write(sources: readonly MergeSource[], forgetRemoved = true) {
  const chunks = new Map<string, Uint8Array>()
  const writer = new SegmentWriter(async ({ kind, number, data }: Chunk) => {
    assert.ok(!chunks.has(`${kind} ${number}`))
    chunks.set(`${kind} ${number}`, data)
  })
  const counts = await mergeParts(sources, writer, { forgetRemoved, timeSlice: startTimeSlice() })
  const info = { segment: 1, firstSequence: 1, lastSequence: sequence, ...counts }
  const read = async (isAsynchronous: boolean) =>
    loadSegment(info, (kind, number, decode) => {
      const stored = chunks.get(`${kind} ${number}`) ?? assert.fail(`no ${kind} ${number}`)
      const data = decode(stored)
      return isAsynchronous ? Promise.resolve(data) : data
    })
  return { chunks, segment: await read(false), slow: await read(true) }
}

async function pagesWith(segment: Segment, term: string): Promise<Record<string, number>> {
  const postings = new Postings()
  const size = segment.documents.count
  const view = { part: segment, base: 0, size, live: undefined }
  await segment.read(term, view, postings, startTimeSlice())
  return Object.fromEntries(
    Array.from({ length: postings.count }, (_, index) => [
      pageId(segment.documents.key(postings.documents[index] ?? 0)),
      postings.frequencies[index] ?? 0,
    ]),
  )
}

describe('a segment', () => {
  it('of no changes holds nothing', async () => {
    const { segment, chunks } = await write([memtableSource(memtableOf())])
    assert.deepEqual([segment.documents.count, segment.dictionary.size, chunks.size], [0, 0, 0])
    assert.equal(segment.count('word'), 0)
    assert.deepEqual([...segment.continuations('w')], [])
  })

  it('gives the pages of a term with their frequencies', async () => {
    const [one, other] = [newId(), newId()]
    const { segment, slow } = await write([
      memtableSource(
        memtableOf(put(one, 'river river stone'), put(other, 'river', 'River of stone')),
      ),
    ])
    for (const read of [segment, slow]) {
      assert.deepEqual(await pagesWith(read, 'river'), { [one]: 2, [other]: (1 << 16) | 1 })
      assert.deepEqual(await pagesWith(read, 'stone'), { [one]: 1, [other]: 1 << 16 })
      assert.deepEqual(await pagesWith(read, 'cloud'), {})
      assert.equal(read.count('river'), 2)
    }
  })

  it('sorts its pages by id and keeps what is known of them', async () => {
    const changes = Array.from({ length: 300 }, (_, number) => put(newId(), `note ${number}`))
    const { segment } = await write([memtableSource(memtableOf(...changes.toReversed()))])
    const ids = changes.map(({ pageId }) => pageId)
    const found = ids.map((_, number) => pageId(segment.documents.key(number)))
    assert.deepEqual(found, ids.toSorted())
    for (const { pageId: id, entry } of changes) {
      const number = segment.documents.find(pageKey(id))
      assert.deepEqual(segment.documents.stats(number), readStats(entry ?? new Uint8Array()))
    }
    assert.equal(segment.documents.find(pageKey(newId())), -1)
  })

  it('keeps the last of several changes of a page', async () => {
    const [page, gone] = [newId(), newId()]
    const { segment } = await write([
      memtableSource(
        memtableOf(put(page, 'old'), put(gone, 'old'), put(page, 'new'), remove(gone)),
      ),
    ])
    assert.equal(segment.documents.count, 1)
    assert.deepEqual(await pagesWith(segment, 'old'), {})
    assert.deepEqual(await pagesWith(segment, 'new'), { [page]: 1 })
  })

  it('keeps marks of removed pages until nothing older is left', async () => {
    const gone = newId()
    const merged = await write([memtableSource(memtableOf(remove(gone)))], false)
    assert.equal(merged.segment.documents.removed, 1)
    assert.equal(merged.segment.documents.find(pageKey(gone)), 0)
    const forgotten = await write([segmentSource(merged.segment, undefined)], true)
    assert.equal(forgotten.segment.documents.count, 0)
  })

  it('of several keeps the newest of each page, and drops what is replaced', async () => {
    const [page, other, gone] = [newId(), newId(), newId()]
    const { segment: older } = await write([
      memtableSource(
        memtableOf(put(page, 'first'), put(other, 'replaced later'), put(gone, 'gone')),
      ),
    ])
    const { segment: newer } = await write(
      [memtableSource(memtableOf(put(page, 'second'), remove(gone)))],
      false,
    )
    const live = new Uint8Array(older.documents.count).fill(1)
    live[older.documents.find(pageKey(other))] = 0
    const { segment } = await write([segmentSource(older, live), segmentSource(newer, undefined)])
    assert.equal(segment.documents.count, 1)
    assert.deepEqual(await pagesWith(segment, 'second'), { [page]: 1 })
    for (const term of ['first', 'gone', 'replac']) assert.equal(segment.count(term), 0, term)
  })

  it('spreads over chunks of one size, and reads terms across their borders', async () => {
    const words = Array.from({ length: 400 }, (_, number) => `w${number.toString(36)}x`)
    const changes = Array.from({ length: 300 }, (_, number) =>
      put(newId(), [...words, ...words.slice(number)].join(' ')),
    )
    const { segment, slow, chunks } = await write([memtableSource(memtableOf(...changes))])
    const postings = [...chunks].filter(([name]) => name.startsWith('postings'))
    assert.ok(postings.length > 2)
    const decode = decoderOf('postings', 'deflated')
    for (const [name, data] of postings.slice(0, -1)) {
      assert.equal(decode(data).length, chunkSize, name)
    }
    for (const word of words.slice(0, 50)) {
      const found = await pagesWith(slow, word)
      assert.equal(Object.keys(found).length, 300)
      assert.deepEqual(found, await pagesWith(segment, word))
    }
  })

  it('finds terms by their beginning and by nearly their letters', async () => {
    const { segment } = await write([
      memtableSource(memtableOf(put(newId(), 'car card care cat dog 東京 東西'))),
    ])
    const terms = (found: TermSearch) => [...found].map((one) => one?.term)
    assert.deepEqual(terms(segment.continuations('car')), ['card', 'care'])
    assert.deepEqual(terms(segment.continuations('東')), ['東京', '東西'])
    assert.deepEqual([...segment.continuations('z')], [])
    assert.ok(terms(segment.candidates('cart', 1)).includes('card'))
    assert.ok(!terms(segment.candidates('cart', 1)).includes('dog'))
  })
})

describe('WorkspaceIndex', () => {
  const counts = (index: WorkspaceIndex) => index.snapshot().totals.documents

  it('counts a page where it was written last', async () => {
    const [page, other] = [newId(), newId()]
    const { segment } = await write([
      memtableSource(memtableOf(put(page, 'one'), put(other, 'one'))),
    ])
    const index = await WorkspaceIndex.open([segment])
    assert.equal(counts(index), 2)
    await index.apply([put(page, 'two')])
    assert.equal(counts(index), 2)
    assert.deepEqual(index.countsIn(segment), { live: 1, marks: 0 })
    await index.apply([remove(other), remove(newId())])
    assert.equal(counts(index), 1)
    await index.apply([put(other, 'back')])
    assert.equal(counts(index), 2)
  })

  it('leaves a snapshot as it was', async () => {
    const page = newId()
    const { segment } = await write([memtableSource(memtableOf(put(page, 'one')))])
    const index = await WorkspaceIndex.open([segment])
    const before = index.snapshot()
    await index.apply([put(page, 'two'), put(newId(), 'one')])
    const read = async (snapshot: typeof before, term: string) => {
      const postings = new Postings()
      for (const view of snapshot.views)
        await view.part.read(term, view, postings, startTimeSlice())
      return postings.count
    }
    assert.deepEqual([await read(before, 'one'), await read(before, 'two')], [1, 0])
    const after = index.snapshot()
    assert.deepEqual([await read(after, 'one'), await read(after, 'two')], [1, 1])
  })

  it('opened after another holds the same as one opened anew', async () => {
    const ids = Array.from({ length: 20 }, () => newId())
    const first = await write([memtableSource(memtableOf(...ids.map((id) => put(id, 'a b c'))))])
    const second = await write(
      [memtableSource(memtableOf(...ids.slice(0, 8).map((id) => put(id, 'd e'))))],
      false,
    )
    const third = await write(
      [
        memtableSource(
          memtableOf(...ids.slice(4, 12).map((id, at) => (at % 2 ? remove(id) : put(id, 'f')))),
        ),
      ],
      false,
    )
    const segments = [first.segment, second.segment, third.segment]
    const anew = await WorkspaceIndex.open(segments)
    const step = await WorkspaceIndex.open(segments.slice(0, 2))
    await step.apply([put(ids[5] ?? '', 'early')])
    const stepped = await WorkspaceIndex.open(
      segments,
      await WorkspaceIndex.open(segments.slice(0, 2)),
    )
    assert.deepEqual(stepped.snapshot().totals, anew.snapshot().totals)
    assert.deepEqual(
      stepped.snapshot().views.map(({ live }) => live),
      anew.snapshot().views.map(({ live }) => live),
    )
    assert.equal(counts(anew), 20 - 4)
  })

  it('sums up lengths and languages of what counts', async () => {
    const page = newId()
    const index = await WorkspaceIndex.open([])
    await index.apply([put(page, 'the one and the other'), put(newId(), 'das ist der Hund')])
    const { totals } = index.snapshot()
    assert.deepEqual([totals.bodyLength, totals.latin[0], totals.latin[1]], [9, 1, 1])
    await index.apply([remove(page)])
    const after = index.snapshot().totals
    assert.deepEqual([after.bodyLength, after.latin[0], after.latin[1]], [4, 0, 1])
  })
})
