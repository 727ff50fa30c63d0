import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  changeOf,
  changesOf,
  makeIndex,
  removalOf,
  segmentOf,
  toPlain,
} from '../../../test/support/ranking.ts'
import { clock } from '../../lib/clock.ts'
import { ByteWriter } from '../index/bytes.ts'
import { openTerms } from '../index/entry.ts'
import { Memtable } from '../index/memtable.ts'
import type { IndexWrite } from '../index/recent-changes.ts'
import { WorkspaceIndex } from '../index/workspace-index.ts'
import { parseQuery } from '../ranking/query.ts'
import { rank } from '../ranking/rank.ts'
import { RankingThreads } from './ranking-threads.ts'

const query = parseQuery('river apple')

/** Searches at the same time, each of which has to give the same as ever. */
async function searchAtOnce(threads: RankingThreads, index: WorkspaceIndex, count: number) {
  const here = toPlain(await rank(query, index.snapshot(), 50))
  const asked = Array.from({ length: count }, () =>
    threads.during(async () => {
      // As a search that reads the state of the index first.
      await Promise.resolve()
      return threads.rank(query, index.snapshot(), 50)
    }),
  )
  for (const found of await Promise.all(asked)) assert.deepEqual(toPlain(found), here)
}

function memtableOf(index: WorkspaceIndex): Memtable {
  const memtable = index.parts.at(-1)
  assert.ok(memtable instanceof Memtable)
  return memtable
}

/** A page that says it has two thousand million terms, which no thread has the memory for. */
function endlessChange(): IndexWrite {
  const { entry, ...change } = changeOf(1)
  assert.ok(entry !== null)
  const writer = new ByteWriter()
  writer.append(entry.subarray(0, openTerms(entry).position))
  writer.number(2 ** 31 - 1)
  return { ...change, entry: writer.finish() }
}

describe('RankingThreads', () => {
  it('starts none on one core, for a small workspace, or for one search at a time', async () => {
    const index = await makeIndex()
    const minDocuments = index.snapshot().size
    for (const [limits, count] of [
      [{ threads: 0, minDocuments }, 4],
      [{ threads: 2, minDocuments: minDocuments + 1 }, 4],
      [{ threads: 2, minDocuments }, 1],
    ] as const) {
      const threads = new RankingThreads(limits)
      await searchAtOnce(threads, index, count)
      await new Promise(setImmediate)
      assert.equal(threads.size, 0)
    }
  })

  it('starts as many as allowed, and all give the same', async () => {
    const index = await makeIndex()
    const threads = new RankingThreads({ threads: 2, minDocuments: 1 })
    while (threads.size === 0) await searchAtOnce(threads, index, 8)
    while (await threads.start());
    assert.equal(threads.size, 2)
    await searchAtOnce(threads, index, 8)
    threads.close(index.parts)
    await index.apply([...changesOf(100, 130, 3), removalOf(395)])
    await searchAtOnce(threads, index, 8)
    assert.equal(threads.size, 2)
    await threads.stop()
    assert.equal(threads.size, 0)
    await searchAtOnce(threads, index, 8)
    assert.equal(threads.size, 0)
  })

  it('ranks here what more changes belong to than a thread is sent', async () => {
    const index = await makeIndex()
    const threads = new RankingThreads({ threads: 1, minDocuments: 1 })
    const entry = new Uint8Array(2 ** 20)
    memtableOf(index).recent?.add({ sequence: 1, pageId: '', entry })
    assert.equal(memtableOf(index).recent?.isComplete, false)
    assert.equal(memtableOf(index).recent?.byteSize, 0)
    await searchAtOnce(threads, index, 8)
    assert.equal(threads.size, 0)
  })

  it('loses no search with a thread that dies, and starts the next after a while', async (context) => {
    const index = await makeIndex()
    const retryMs = 3_600_000
    const threads = new RankingThreads({ threads: 1, minDocuments: 1, retryMs })
    assert.ok(await threads.start())
    memtableOf(index).recent?.add(endlessChange())
    await searchAtOnce(threads, index, 8)
    assert.equal(threads.size, 0)
    assert.equal(await threads.start(), false)
    const later = clock.now() + retryMs
    context.mock.method(clock, 'now', () => later)
    assert.ok(await threads.start())
    await searchAtOnce(threads, await makeIndex(), 8)
    assert.equal(threads.size, 1)
    await threads.stop()
  })

  it('says why postings cannot be read, wherever it ranks', async () => {
    class Gone extends Error {}
    const lacking = (await segmentOf(changesOf(0, 20))).withReader(() => Promise.reject(new Gone()))
    const index = await WorkspaceIndex.open([lacking])
    const threads = new RankingThreads({ threads: 1, minDocuments: 1 })
    await threads.start()
    const asked = Array.from({ length: 3 }, () =>
      threads.during(async () => {
        await Promise.resolve()
        return threads.rank(query, index.snapshot(), 50)
      }),
    )
    // At once: a promise that fails before it is awaited ends the test.
    await Promise.all(asked.map((one) => assert.rejects(one, Gone)))
    await threads.stop()
  })
})
