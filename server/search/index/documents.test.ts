import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastCheck from 'fast-check'
import { ByteReader, ByteWriter } from './bytes.ts'
import { comparePages, Documents, pageId, pageKey, writeDocument } from './documents.ts'
import type { DocumentStats } from './entry.ts'

const lowest = '00000000-0000-0000-0000-000000000000'
const highest = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const word = fastCheck.nat({ max: 0xffffffff })
const anyStats: fastCheck.Arbitrary<DocumentStats> = fastCheck.record(
  {
    titleHash: word,
    checksum: word,
    titleLength: fastCheck.nat({ max: 2 ** 31 }),
    bodyLength: fastCheck.nat({ max: 2 ** 31 }),
    latin: fastCheck.nat({ max: 254 }),
    cyrillic: fastCheck.nat({ max: 254 }),
  },
  { noNullPrototype: true },
)
const anyDocument = fastCheck.record({
  id: fastCheck.uuid(),
  stats: fastCheck.option(anyStats, { nil: undefined }),
})

function documentsOf(all: readonly { id: string; stats: DocumentStats | undefined }[]): Documents {
  const documents = new Documents(0)
  for (const { id, stats } of all) documents.add(pageKey(id), stats)
  return documents
}

function statsOf(documents: Documents, number: number): DocumentStats | undefined {
  return documents.isRemoved(number) ? undefined : documents.stats(number)
}

describe('pageKey', () => {
  it('comes back as the same id', () => {
    for (const id of [lowest, highest, '01890000-0000-7000-8000-00000000002a']) {
      assert.equal(pageId(pageKey(id)), id)
    }
    fastCheck.assert(
      fastCheck.property(fastCheck.uuid(), (id) => assert.equal(pageId(pageKey(id)), id)),
    )
  })

  it('reads an id in capitals as the same page', () => {
    assert.deepEqual(pageKey(highest.toUpperCase()), pageKey(highest))
  })
})

describe('comparePages', () => {
  it('orders keys as their ids are ordered', () => {
    const id = fastCheck.oneof(
      fastCheck.uuid(),
      fastCheck.constantFrom(lowest, highest, `7${highest.slice(1)}`, `8${lowest.slice(1)}`),
    )
    fastCheck.assert(
      fastCheck.property(id, id, (one, other) => {
        const expected = one === other ? 0 : one < other ? -1 : 1
        assert.equal(Math.sign(comparePages(pageKey(one), pageKey(other))), expected)
      }),
    )
  })
})

describe('Documents', () => {
  it('of nothing find nothing', () => {
    assert.equal(new Documents(0).find(pageKey(lowest)), -1)
    // The unused room of the columns holds zeros, which is a page id as well.
    assert.equal(new Documents(8).find(pageKey(lowest)), -1)
  })

  it('find each page by its id, and none that is not there', () => {
    const ids = fastCheck.uniqueArray(fastCheck.uuid(), { minLength: 1, maxLength: 60 })
    fastCheck.assert(
      fastCheck.property(ids, fastCheck.nat(), (all, chosen) => {
        const sorted = all.toSorted()
        const [left] = sorted.splice(chosen % sorted.length, 1)
        const documents = documentsOf(sorted.map((id) => ({ id, stats: undefined })))
        for (const [number, id] of sorted.entries()) {
          assert.equal(documents.find(pageKey(id)), number)
          for (const near of [0, number - 1, number, number + 1, sorted.length]) {
            assert.equal(documents.find(pageKey(id), near), number)
          }
        }
        assert.equal(documents.find(pageKey(left ?? '')), -1)
      }),
    )
  })

  it('keep what was added while they grow, and count the removed', () => {
    fastCheck.assert(
      fastCheck.property(fastCheck.array(anyDocument, { maxLength: 100 }), (all) => {
        const documents = documentsOf(all)
        assert.equal(documents.count, all.length)
        assert.equal(documents.removed, all.filter(({ stats }) => stats === undefined).length)
        for (const [number, { id, stats }] of all.entries()) {
          assert.equal(pageId(documents.key(number)), id)
          assert.deepEqual(statsOf(documents, number), stats)
        }
      }),
    )
  })

  it('copy a document of others, removed or not', () => {
    fastCheck.assert(
      fastCheck.property(fastCheck.array(anyDocument, { maxLength: 20 }), (all) => {
        const [from, to] = [documentsOf(all), new Documents(0)]
        for (const number of all.keys()) assert.equal(to.addFrom(from, number), number)
        assert.equal(to.removed, from.removed)
        for (const number of all.keys()) {
          assert.deepEqual(to.key(number), from.key(number))
          assert.deepEqual(statsOf(to, number), statsOf(from, number))
        }
      }),
    )
  })
})

describe('writeDocument', () => {
  it('writes what read reads, one after the other', () => {
    fastCheck.assert(
      fastCheck.property(fastCheck.array(anyDocument, { maxLength: 40 }), (all) => {
        const [from, to, writer] = [documentsOf(all), new Documents(0), new ByteWriter(1)]
        for (const number of all.keys()) writeDocument(writer, from, number)
        const reader = new ByteReader(writer.finish())
        while (!reader.isAtEnd) to.read(reader)
        assert.equal(to.count, all.length)
        for (const [number, { id, stats }] of all.entries()) {
          assert.equal(pageId(to.key(number)), id)
          assert.deepEqual(statsOf(to, number), stats)
        }
      }),
    )
  })

  it('spends 18 bytes on the mark of a removed page: its id and the mark', () => {
    const writer = new ByteWriter()
    writeDocument(writer, documentsOf([{ id: highest, stats: undefined }]), 0)
    assert.equal(writer.length, 18)
  })
})
