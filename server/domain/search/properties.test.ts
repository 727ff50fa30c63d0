import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastCheck from 'fast-check'
import { drain } from '../../../test/support/processes/steps.ts'
import { makeNote, queries } from '../../../test/support/search-index.ts'
import { writeSegment } from '../../../test/support/segments.ts'
import { readTermList } from '../../../test/support/terms.ts'
import { newId } from '../../lib/ids.ts'
import { analyseBody, analysePage } from '../../search/analysis/analyse.ts'
import { packEntry, readEntry, readStats } from '../../search/index/entry.ts'
import { Memtable } from '../../search/index/memtable.ts'
import { segmentSource, memtableSource } from '../../search/index/merge.ts'
import type { ChunkFormat } from '../../search/index/packed-chunks.ts'
import type { IndexWrite } from '../../search/index/recent-changes.ts'
import type { Segment } from '../../search/index/segment.ts'
import { WorkspaceIndex } from '../../search/index/workspace-index.ts'
import { Matcher } from '../../search/ranking/matcher.ts'
import { parseQuery } from '../../search/ranking/query.ts'
import { rank } from '../../search/ranking/rank.ts'

const text = fastCheck.oneof(
  fastCheck.string({ unit: 'binary', maxLength: 300 }),
  fastCheck.string({ unit: 'grapheme', maxLength: 300 }),
  fastCheck
    .array(
      fastCheck.constantFrom(
        'snake_case',
        'v1.2',
        'Ёлка',
        '东京塔',
        '서울에서',
        'ไทย',
        '👩‍💻',
        "l'été",
        'مدرسة',
        '\u0301',
        '"',
        '\0',
      ),
    )
    .map((words) => words.join(' ')),
)

describe('any text', () => {
  it('is analysed the same way each time, into terms that pack and unpack', () => {
    fastCheck.assert(
      fastCheck.property(text, text, (title, body) => {
        const page = analysePage(title, analyseBody(body))
        const entry = packEntry(title, page)
        assert.deepEqual(packEntry(title, analysePage(title, analyseBody(body))), entry)
        const titleTerms: [string, number][] = []
        const bodyTerms: [string, number][] = []
        readEntry(entry, (term, inTitle, inBody) => {
          assert.ok(term !== '' && term.length <= 200)
          if (inTitle > 0) titleTerms.push([term, inTitle])
          if (inBody > 0) bodyTerms.push([term, inBody])
        })
        assert.deepEqual(titleTerms, readTermList(page.titleTerms))
        assert.deepEqual(bodyTerms, readTermList(page.bodyTerms))
        const { titleLength, bodyLength } = readStats(entry)
        assert.deepEqual([titleLength, bodyLength], [page.titleLength, page.bodyLength])
      }),
    )
  })

  it('is found by itself', async () => {
    await fastCheck.assert(
      fastCheck.asyncProperty(text, async (body) => {
        const query = parseQuery(body.replaceAll('"', ' ').slice(0, 500))
        const index = await WorkspaceIndex.open([])
        const entry = packEntry('', analysePage('', analyseBody(body)))
        await index.apply([{ sequence: 1, pageId: newId(), entry }])
        const { pages } = await rank(query, index.snapshot(), 10)
        assert.equal(pages.length, query.tokens.length > 0 ? 1 : 0)
      }),
    )
  })

  it('may be asked for, and gives a place within the text', async () => {
    const index = await WorkspaceIndex.open([])
    const entry = packEntry('Title', analysePage('Title', analyseBody(makeNote(1, 40))))
    await index.apply([{ sequence: 1, pageId: newId(), entry }])
    await fastCheck.assert(
      fastCheck.asyncProperty(text, text, async (asked, block) => {
        const query = parseQuery(asked)
        const { terms } = await rank(query, index.snapshot(), 10)
        const matcher = new Matcher(terms, query.phrases)
        const match = drain(matcher.steps(block, { latin: 'en', cyrillic: 'ru' })).result
        assert.ok(match.weight >= 0)
        assert.ok(0 <= match.start && match.start <= match.end && match.end <= block.length)
      }),
    )
  })
})

type Step = { kind: 'put' | 'remove' | 'flush' | 'merge'; page: number; seed: number }

const step: fastCheck.Arbitrary<Step> = fastCheck.record({
  kind: fastCheck.constantFrom('put', 'put', 'put', 'put', 'remove', 'flush', 'merge'),
  page: fastCheck.nat(15),
  seed: fastCheck.nat(1000),
})

describe('any order of changes and merges', () => {
  it('ends in the list that the pages alone would give', async () => {
    const ids = Array.from({ length: 16 }, () => newId())
    await fastCheck.assert(
      fastCheck.asyncProperty(fastCheck.array(step, { maxLength: 60 }), async (steps) => {
        const live = new Map<string, IndexWrite>()
        const history = new History()
        for (const { kind, page, seed } of steps) {
          const pageId = ids[page] ?? ''
          if (kind === 'flush') await history.flush()
          else if (kind === 'merge') await history.merge()
          else {
            const change = { sequence: 0, pageId, entry: kind === 'put' ? entryOf(seed) : null }
            if (change.entry === null) live.delete(pageId)
            else live.set(pageId, change)
            await history.apply(change)
          }
        }
        const plain = await WorkspaceIndex.open([])
        await plain.apply([...live.values()])
        for (const index of [history.index ?? plain, await history.reopened()]) {
          assert.deepEqual(index.snapshot().totals, plain.snapshot().totals)
          for (const query of queries) {
            const parsed = parseQuery(query)
            assert.deepEqual(
              await rank(parsed, index.snapshot(), 20),
              await rank(parsed, plain.snapshot(), 20),
            )
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})

function entryOf(seed: number): Uint8Array {
  const title = makeNote(seed + 1, 2)
  return packEntry(title, analysePage(title, analyseBody(makeNote(seed))))
}

/** An index as a store would keep it, with every step of its life. */
class History {
  index: WorkspaceIndex | undefined = undefined
  #segments: Segment[] = []
  #waiting: IndexWrite[] = []
  #written = 0

  /** Every second one as older versions write it. */
  #nextFormat(): ChunkFormat {
    this.#written += 1
    return this.#written % 2 === 0 ? 'deflated' : 'plain'
  }

  async apply(change: IndexWrite): Promise<void> {
    this.#waiting.push(change)
    this.index ??= await WorkspaceIndex.open([])
    await this.index.apply([change])
  }

  async flush(): Promise<void> {
    const memtable = new Memtable()
    for (const change of this.#waiting) memtable.add(change)
    this.#waiting = []
    const isFirst = this.#segments.length === 0
    this.#segments.push(await writeSegment([memtableSource(memtable)], isFirst, this.#nextFormat()))
    this.index = await WorkspaceIndex.open(this.#segments, this.index)
  }

  /** The newest half, and everything when there are few. */
  async merge(): Promise<void> {
    const from = this.#segments.length > 3 ? Math.floor(this.#segments.length / 2) : 0
    const views = this.index?.snapshot().views ?? []
    const sources = this.#segments
      .slice(from)
      .map((segment) => segmentSource(segment, views.find(({ part }) => part === segment)?.live))
    if (sources.length === 0) return
    this.#segments = [
      ...this.#segments.slice(0, from),
      await writeSegment(sources, from === 0, this.#nextFormat()),
    ]
    this.index = await this.reopened(this.index)
  }

  async reopened(before?: WorkspaceIndex): Promise<WorkspaceIndex> {
    const index = await WorkspaceIndex.open(this.#segments, before)
    await index.apply(this.#waiting)
    return index
  }
}
