import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastCheck from 'fast-check'
import { writeSegment } from '../../../test/support/segments.ts'
import { analyseBody, analysePage } from '../analysis/analyse.ts'
import { packEntry } from '../index/entry.ts'
import { Memtable } from '../index/memtable.ts'
import { memtableSource } from '../index/merge.ts'
import type { IndexWrite } from '../index/recent-changes.ts'
import { type Snapshot, WorkspaceIndex } from '../index/workspace-index.ts'
import { parseQuery } from '../ranking/query.ts'
import { rank } from '../ranking/rank.ts'
import { selectPages } from './selected-pages.ts'

type Write = { page: number; text: string | null }

const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const texts = ['river stone', 'stone store', 'das ist nicht der Stein', 'река и город', 'rivers']
const queries = ['river', 'stone', 'sto', 'rivre', 'Stein', 'город']
const pages = [0, 1, 2, 3, 4, 5]

const anyWrites = fastCheck.array(
  fastCheck.record(
    { page: fastCheck.constantFrom(...pages), text: fastCheck.constantFrom(...texts, null) },
    { noNullPrototype: true },
  ),
  { maxLength: 20 },
)

const changesOf = (writes: readonly Write[]): IndexWrite[] =>
  writes.map(({ page, text }, at) => ({
    sequence: at + 1,
    pageId: idOf(page),
    entry: text === null ? null : packEntry('', analysePage('', analyseBody(text))),
  }))

/** The first writes in a segment, the others in memory. */
async function indexOf(first: readonly Write[], others: readonly Write[]): Promise<WorkspaceIndex> {
  const memtable = new Memtable()
  for (const change of changesOf(first)) memtable.add(change)
  const segment = await writeSegment([memtableSource(memtable)], true)
  const index = await WorkspaceIndex.open([segment])
  await index.apply(changesOf(others))
  return index
}

async function answers(snapshot: Snapshot): Promise<unknown> {
  const found = queries.map(async (query) => {
    const ranked = await rank(parseQuery(query), snapshot, 10)
    const scored = ranked.pages.map(({ pageId, score }) => ({ pageId, score }))
    return scored.toSorted((a, b) => b.score - a.score || (a.pageId < b.pageId ? -1 : 1))
  })
  return Promise.all(found)
}

describe('selectPages', () => {
  it('answers as an index that holds no other pages', async () => {
    await fastCheck.assert(
      fastCheck.asyncProperty(
        anyWrites,
        anyWrites,
        fastCheck.subarray(pages),
        async (first, others, selected) => {
          const own = ({ page }: Write) => selected.includes(page)
          const complete = (await indexOf(first, others)).snapshot()
          const alone = (await indexOf(first.filter(own), others.filter(own))).snapshot()
          const ids = [...selected.map(idOf), idOf(99)]
          const chosen = await selectPages(complete, ids)
          assert.deepEqual(chosen.totals, alone.totals)
          assert.deepEqual(await answers(chosen), await answers(alone))
        },
      ),
    )
  })

  it('selects none of the pages that the snapshot does not show', async () => {
    const index = await indexOf([{ page: 1, text: 'river' }], [{ page: 2, text: 'river' }])
    const snapshot = await selectPages(index.snapshot(), [idOf(1)])
    const again = await selectPages(snapshot, [idOf(1), idOf(2)])
    assert.equal(again.totals.documents, 1)
  })
})
