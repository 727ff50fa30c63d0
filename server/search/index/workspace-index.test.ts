import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastCheck from 'fast-check'
import { startTimeSlice } from '../../lib/time-slices.ts'
import { analyseBody, analysePage } from '../analysis/analyse.ts'
import { cyrillicLanguages, latinLanguages } from '../analysis/languages.ts'
import { languagesOf } from '../ranking/expand.ts'
import { packEntry, readStats } from './entry.ts'
import { Postings } from './postings.ts'
import type { IndexWrite } from './recent-changes.ts'
import type { Totals } from './totals.ts'
import { Vocabulary } from './vocabulary.ts'
import { WorkspaceIndex } from './workspace-index.ts'

const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const texts = ['river stone', 'stone store', 'das ist nicht der Stein', 'река и город', '']

type Write = { page: number; text: string | null }

const anyWrites = fastCheck.array(
  fastCheck.record(
    { page: fastCheck.nat({ max: 6 }), text: fastCheck.constantFrom(...texts, null) },
    { noNullPrototype: true },
  ),
  { maxLength: 30 },
)

function changesOf(writes: readonly Write[]): IndexWrite[] {
  return writes.map(({ page, text }, at) => ({
    sequence: at + 1,
    pageId: idOf(page),
    entry: text === null ? null : packEntry('', analysePage('', analyseBody(text))),
  }))
}

async function indexOf(writes: readonly Write[]): Promise<WorkspaceIndex> {
  const index = await WorkspaceIndex.open([])
  await index.apply(changesOf(writes))
  return index
}

/** Only the last write of each page, by page. */
function lastOf(writes: readonly Write[]): Write[] {
  const last = new Map(writes.map((write) => [write.page, write]))
  return [...last.values()].filter(({ text }) => text !== null)
}

describe('WorkspaceIndex.apply', () => {
  it('counts nothing for the removal of a page that it never held', async () => {
    const index = await indexOf([{ page: 1, text: null }])
    assert.equal(index.snapshot().totals.documents, 0)
    assert.equal(index.tailSize, 0)
  })

  it('gives the same totals as the last write of each page alone', async () => {
    await fastCheck.assert(
      fastCheck.asyncProperty(anyWrites, async (writes) => {
        const { totals } = (await indexOf(writes)).snapshot()
        const last = changesOf(lastOf(writes))
        assert.deepEqual(totals, (await indexOf(lastOf(writes))).snapshot().totals)
        const lengths = last.map(({ entry }) => readStats(entry ?? new Uint8Array()).bodyLength)
        assert.equal(totals.documents, last.length)
        assert.equal(
          totals.bodyLength,
          lengths.reduce((sum, length) => sum + length, 0),
        )
      }),
    )
  })

  it('leaves every earlier snapshot as it was', async () => {
    await fastCheck.assert(
      fastCheck.asyncProperty(anyWrites, async (writes) => {
        const index = await WorkspaceIndex.open([])
        const taken = []
        for (const [at, change] of changesOf(writes).entries()) {
          await index.apply([change])
          taken.push({ snapshot: index.snapshot(), writes: writes.slice(0, at + 1) })
        }
        for (const { snapshot, writes: before } of taken) {
          const postings = new Postings()
          for (const view of snapshot.views)
            await view.part.read('stone', view, postings, startTimeSlice())
          const expected = lastOf(before).filter(({ text }) => text?.includes('stone') === true)
          assert.equal(postings.count, expected.length)
          assert.equal(snapshot.totals.documents, lastOf(before).length)
        }
      }),
    )
  })
})

describe('Vocabulary', () => {
  it('answers the same however often its pages were written', async () => {
    await fastCheck.assert(
      fastCheck.asyncProperty(anyWrites, async (writes) => {
        const [often, once] = await Promise.all([indexOf(writes), indexOf(lastOf(writes))])
        const one = new Vocabulary(often.snapshot(), startTimeSlice())
        const other = new Vocabulary(once.snapshot(), startTimeSlice())
        for (const term of ['stone', 'store', 'river', 'nowhere']) {
          assert.equal(await one.count(term), await other.count(term))
        }
        for (const limit of [1, 2, 10]) {
          const beginning = await one.continuations('st', ['store'], limit)
          assert.deepEqual(beginning, await other.continuations('st', ['store'], limit))
          const near = await one.nearest(['stonk', 'rivr'], 2, limit)
          assert.deepEqual(near, await other.nearest(['stonk', 'rivr'], 2, limit))
          assert.ok(beginning.length <= limit && near.length <= limit)
        }
      }),
    )
  })
})

describe('languagesOf', () => {
  const totalsOf = (documents: number, counts: Record<string, number>): Totals => ({
    documents,
    titleLength: 0,
    bodyLength: 0,
    latin: latinLanguages.map((language) => counts[language] ?? 0),
    cyrillic: cyrillicLanguages.map((language) => counts[language] ?? 0),
  })

  for (const { title, totals, latin, cyrillic } of [
    {
      title: 'English and Russian for no pages',
      totals: totalsOf(0, {}),
      latin: ['en'],
      cyrillic: ['ru'],
    },
    {
      title: 'none of less than one page in a hundred',
      totals: totalsOf(1000, { en: 991, de: 9, ru: 991, uk: 9 }),
      latin: ['en'],
      cyrillic: ['ru'],
    },
    {
      title: 'all of one page in a hundred or more, in the order of the lists',
      totals: totalsOf(1000, { fr: 10, de: 990, uk: 10, bg: 990 }),
      latin: ['de', 'fr'],
      cyrillic: ['uk', 'bg'],
    },
  ]) {
    it(`are ${title}`, () => assert.deepEqual(languagesOf(totals), { latin, cyrillic }))
  }
})
