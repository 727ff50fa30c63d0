import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fastCheck from 'fast-check'
import {
  changeOf,
  changesOf,
  makeIndex,
  removalOf,
  segmentOf,
  toPlain,
} from '../../../test/support/ranking.ts'
import { makeNote, queries } from '../../../test/support/search-index.ts'
import { WorkspaceIndex } from '../index/workspace-index.ts'
import { parseQuery } from '../ranking/query.ts'
import { rank } from '../ranking/rank.ts'
import { RankingThread } from './ranking-thread.ts'

const idleMs = 60_000
const threads: RankingThread[] = []
after(() => Promise.all(threads.map((thread) => thread.stop())))

async function startThread(idle = idleMs): Promise<RankingThread> {
  const thread = new RankingThread(idle)
  threads.push(thread)
  await thread.started
  return thread
}

async function compare(thread: RankingThread, index: WorkspaceIndex, text: string): Promise<void> {
  const query = parseQuery(text)
  const there = thread.rank(query, index.snapshot(), 50)
  const here = await rank(query, index.snapshot(), 50)
  assert.deepEqual(toPlain(await there), toPlain(here), text)
}

const query = fastCheck.oneof(
  fastCheck.constantFrom(...queries, '', '"river stone" apple'),
  fastCheck
    .tuple(fastCheck.nat(2000), fastCheck.nat(8))
    .map(([seed, words]) => makeNote(seed, words)),
  fastCheck
    .tuple(fastCheck.nat(2000), fastCheck.nat(20))
    .map(([seed, cut]) => makeNote(seed, 3).slice(cut)),
  fastCheck.nat(420).map((number) => changeOf(number).pageId.slice(-4)),
  fastCheck.string({ unit: 'grapheme', maxLength: 60 }),
)
const change = fastCheck
  .record({ page: fastCheck.nat(450), revision: fastCheck.nat(9) })
  .map(({ page, revision }) => (revision === 0 ? removalOf(page) : changeOf(page, revision)))

describe('RankingThread', () => {
  let thread: RankingThread
  before(async () => {
    thread = await startThread()
  })

  it('finds what is found here, whatever is asked and changed', async () => {
    const index = await makeIndex()
    await fastCheck.assert(
      fastCheck.asyncProperty(
        fastCheck.array(fastCheck.tuple(fastCheck.array(change, { maxLength: 5 }), query), {
          maxLength: 8,
        }),
        async (steps) => {
          const compared = steps.map(async ([changes, text]) => {
            await index.apply(changes)
            await compare(thread, index, text)
          })
          await Promise.all(compared)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('reads the memory of this thread, not a copy', async () => {
    const index = await WorkspaceIndex.open([await segmentOf(changesOf(0, 300))])
    await compare(thread, index, 'apple')
    const before = toPlain(await thread.rank(parseQuery('apple'), index.snapshot(), 50))
    index.segments[0]?.documents.bodyLengths.fill(1, 0, 150)
    const changed = toPlain(await thread.rank(parseQuery('apple'), index.snapshot(), 50))
    assert.notDeepEqual(changed, before)
    await compare(thread, index, 'apple')
  })

  it('ranks again in parts that were closed, and in those of another index', async () => {
    const [index, other] = await Promise.all([makeIndex(), makeIndex()])
    for (const one of [index, other, index]) {
      await compare(thread, one, 'river stone')
      for (const part of one.parts) thread.close(part)
    }
    await compare(thread, index, 'river stone')
  })

  it('answers a search whose parts are closed meanwhile', async () => {
    const index = await makeIndex()
    const asked = Array.from({ length: 5 }, () =>
      thread.rank(parseQuery('apple'), index.snapshot(), 50),
    )
    for (const part of index.parts) thread.close(part)
    for (const { status } of await Promise.allSettled(asked)) {
      assert.ok(status === 'fulfilled' || status === 'rejected')
    }
    assert.equal(thread.documents, 0)
    await compare(thread, index, 'apple')
  })

  it('rejects where postings cannot be read, and goes on', async () => {
    const lacking = (await segmentOf(changesOf(0, 20))).withReader(() =>
      Promise.reject(new RangeError('gone')),
    )
    const index = await WorkspaceIndex.open([lacking])
    const asked = thread.rank(parseQuery('apple'), index.snapshot(), 50)
    await assert.rejects(asked, /Postings cannot be read/)
    await compare(thread, await makeIndex(), 'apple')
  })

  it('rejects what it has when it ends', async () => {
    const dying = await startThread()
    const index = await makeIndex()
    const asked = dying.rank(parseQuery('apple'), index.snapshot(), 50)
    const rejected = assert.rejects(asked, /it has ended/)
    await dying.stop()
    await rejected
    assert.equal(await dying.ended, false)
    assert.equal(dying.isReady, false)
  })

  it('ends after a time without a search', async () => {
    const idle = await startThread(1)
    assert.equal(await idle.ended, false)
  })
})
