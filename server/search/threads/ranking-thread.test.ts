import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTimeSlice } from '../../lib/time-slices.ts'
import { analyseBody, analysePage } from '../analysis/analyse.ts'
import { packEntry } from '../index/entry.ts'
import { type IndexWrite, Memtable } from '../index/memtable.ts'
import { memtableSource, mergeParts } from '../index/merge.ts'
import { SegmentWriter } from '../index/segment-writer.ts'
import { loadSegment, type Segment } from '../index/segment.ts'
import { WorkspaceIndex } from '../index/workspace-index.ts'
import { parseQuery } from '../ranking/query.ts'
import { rank, type Ranked } from '../ranking/rank.ts'
import { RankingThread } from './ranking-thread.ts'
import { RankingThreads } from './ranking-threads.ts'

const words = 'apple river stone cloud garden engine договор книга город 东京 服务'.split(' ')

function write(number: number, revision = 0): IndexWrite {
  const at = (place: number) => words[(number * place + revision) % words.length] ?? ''
  const title = `${at(3)} ${number}`
  const body = [1, 2, 5, 7].map(at).join(' ')
  const entry = packEntry(title, analysePage(title, analyseBody(body)))
  const pageId = `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
  return { sequence: number + 1000 * revision, pageId, entry }
}

async function segmentOf(segment: number, writes: readonly IndexWrite[]): Promise<Segment> {
  const chunks = new Map<string, Uint8Array>()
  const memtable = new Memtable()
  for (const one of writes) memtable.add(one)
  const writer = new SegmentWriter(async ({ kind, number, data }) => {
    chunks.set(`${kind} ${number}`, data)
  })
  const options = { forgetRemoved: true, timeSlice: startTimeSlice() }
  const counts = await mergeParts([memtableSource(memtable)], writer, options)
  const info = { segment, firstSequence: 1, lastSequence: 1, ...counts }
  return loadSegment(info, (kind, number, decode) =>
    decode(chunks.get(`${kind} ${number}`) ?? assert.fail(`no ${kind} ${number}`)),
  )
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index)

async function makeIndex(): Promise<WorkspaceIndex> {
  const index = await WorkspaceIndex.open([
    await segmentOf(
      1,
      numbers(0, 300).map((number) => write(number)),
    ),
    await segmentOf(
      2,
      numbers(250, 400).map((number) => write(number, 1)),
    ),
  ])
  await index.apply(numbers(390, 420).map((number) => write(number, 2)))
  await index.apply([{ ...write(7), entry: null }])
  return index
}

const queries = [
  'apple',
  'river stone 17',
  'gardn',
  'города и книги',
  '东京',
  '"cloud"',
  'engi',
  '',
]

const plain = ({ pages, titled, terms }: Ranked) => ({
  pages: pages.map(({ pageId, score, languages }) => ({ pageId, score, languages })),
  titled: titled.map(({ pageId, score }) => ({ pageId, score })),
  terms,
})

describe('a thread that ranks', () => {
  const thread = new RankingThread()
  after(() => thread.stop())
  const same = async (index: WorkspaceIndex) => {
    await Promise.all(
      queries.map(async (text) => {
        const query = parseQuery(text)
        const here = await rank(query, index.snapshot(), 50)
        assert.deepEqual(plain(await thread.rank(query, index, 50)), plain(here), text)
      }),
    )
    assert.equal(thread.failures, 0)
  }

  it('finds what is found here, in the same memory', async () => {
    const index = await makeIndex()
    await same(index)
    const [segment] = index.segments
    assert.ok(segment?.share().documents.ids.buffer instanceof SharedArrayBuffer)
    assert.ok(segment?.share().dictionary.blocks.starts.buffer instanceof SharedArrayBuffer)
  })

  it('sees changes that were made since, and those of another index', async () => {
    const [index, other] = await Promise.all([makeIndex(), makeIndex()])
    await same(index)
    await index.apply(numbers(100, 130).map((number) => write(number, 3)))
    await index.apply([{ ...write(395), entry: null }])
    await same(index)
    await same(other)
    thread.close(index)
    await same(index)
  })

  it('is replaced when it dies, and loses no search', async () => {
    const index = await makeIndex()
    const query = parseQuery('river')
    const here = plain(await rank(query, index.snapshot(), 50))
    const asked = thread.rank(query, index, 50)
    assert.equal(thread.load, 1)
    await thread.stop()
    assert.deepEqual(plain(await asked), here)
    assert.equal(thread.failures, 1)
    thread.failures = 0
    await same(index)
  })
})

describe('threads that rank', () => {
  const ask = async (threads: RankingThreads, index: WorkspaceIndex, count: number) => {
    const query = parseQuery('river')
    const here = plain(await rank(query, index.snapshot(), 50))
    const asked = Array.from({ length: count }, () => threads.rank(query, index, 50))
    for (const found of await Promise.all(asked)) assert.deepEqual(plain(found), here)
  }

  it('are not started on one core, in a small workspace, or for one search at a time', async () => {
    const index = await makeIndex()
    const documents = index.snapshot().size
    for (const [threads, count] of [
      [new RankingThreads(0, 1), 4],
      [new RankingThreads(2, documents + 1), 4],
      [new RankingThreads(2, documents), 1],
    ] as const) {
      await ask(threads, index, count)
      await ask(threads, index, count)
      assert.equal(threads.size, 0)
    }
  })

  it('are no more than the limit', async () => {
    const index = await makeIndex()
    const threads = new RankingThreads(2, 1)
    await ask(threads, index, 8)
    assert.equal(threads.size, 2)
    threads.close(index)
    await ask(threads, index, 8)
    assert.equal(threads.size, 2)
    await threads.stop()
  })
})
