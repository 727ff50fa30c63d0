import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastCheck from 'fast-check'
import { drain } from '../../../test/support/processes/steps.ts'
import { ByteWriter } from './bytes.ts'
import { packFrequency, writeFrequency } from './entry.ts'
import { LiveDocuments } from './live-documents.ts'
import { decodePostings, Postings, postingsPerStep } from './postings.ts'

type Posting = { document: number; title: number; body: number }

function pack(postings: readonly Posting[]): Uint8Array {
  const writer = new ByteWriter()
  let before = -1
  for (const { document, title, body } of postings) {
    const isPlain = title === 0 && body === 1
    writer.number(((document - before) << 1) | (isPlain ? 1 : 0))
    if (!isPlain) writeFrequency(writer, title, body)
    before = document
  }
  return writer.finish()
}

function decoded(postings: readonly Posting[], live?: Uint8Array, base = 0) {
  const into = new Postings()
  drain(decodePostings(pack(postings), postings.length, { base, live }, into))
  return list(into)
}

function list({ documents, frequencies, count }: Postings): [number, number][] {
  return Array.from({ length: count }, (_, index) => [
    documents[index] ?? -1,
    frequencies[index] ?? -1,
  ])
}

const posting = fastCheck.record({
  document: fastCheck.nat(1_000_000),
  title: fastCheck.nat(1000),
  body: fastCheck.nat(1000),
})
const postings = fastCheck
  .uniqueArray(posting, { selector: ({ document }) => document, maxLength: 200 })
  .map((list) => list.toSorted((one, other) => one.document - other.document))

describe('decodePostings', () => {
  it('gives what was packed', () => {
    fastCheck.assert(
      fastCheck.property(postings, (all) => {
        assert.deepEqual(
          decoded(all),
          all.map(({ document, title, body }) => [document, packFrequency(title, body)]),
        )
      }),
    )
  })

  it('adds a base to the documents and leaves out those that do not count', () => {
    const all = [0, 1, 2, 3].map((document) => ({ document, title: 0, body: document + 1 }))
    assert.deepEqual(decoded(all, Uint8Array.of(0, 1, 0, 1), 10), [
      [11, 2],
      [13, 4],
    ])
  })

  it('takes one byte for a page near the one before that says the word once', () => {
    const near = Array.from({ length: 100 }, (_, document) => ({ document, title: 0, body: 1 }))
    assert.equal(pack(near).length, 100)
  })

  it('goes through a long list in steps', () => {
    const all = Array.from({ length: 3 * postingsPerStep }, (_, index) => ({
      document: 3 * index,
      title: 0,
      body: 1 + (index % 3),
    }))
    const into = new Postings()
    const view = { base: 0, live: undefined }
    assert.equal(drain(decodePostings(pack(all), all.length, view, into)).steps, 2)
    const expected = all.map(({ document, title, body }) => [document, packFrequency(title, body)])
    assert.deepEqual(list(into), expected)
  })

  it('adds to what is there', () => {
    const into = new Postings()
    const bytes = pack([{ document: 5, title: 0, body: 1 }])
    for (let turn = 0; turn < 3000; turn += 1) {
      drain(decodePostings(bytes, 1, { base: turn, live: undefined }, into))
    }
    assert.equal(into.count, 3000)
    assert.deepEqual(list(into).at(-1), [3004, 1])
  })
})

describe('Postings', () => {
  it('make one of those of the same document, and leave the sums at zero', () => {
    const into = new Postings()
    const sums = new Int32Array(10)
    for (const document of [3, 7, 3, 1, 7, 3]) {
      into.reserve(1)
      into.documents[into.count] = document
      into.frequencies[into.count] = packFrequency(1, 2)
      into.count += 1
    }
    const { steps } = drain(into.combine(sums, 2))
    assert.ok(steps > 1)
    assert.deepEqual(list(into), [
      [3, packFrequency(3, 6)],
      [7, packFrequency(2, 4)],
      [1, packFrequency(1, 2)],
    ])
    assert.ok(sums.every((sum) => sum === 0))
  })
})

describe('LiveDocuments', () => {
  it('is undefined while every document counts', () => {
    const live = new LiveDocuments(0)
    for (let number = 0; number < 100; number += 1) live.add(number)
    assert.equal(live.share(100), undefined)
    assert.ok(live.share(101) instanceof Uint8Array)
  })

  it('says whether a document was among them, once', () => {
    const live = new LiveDocuments(2)
    live.add(0)
    assert.equal(live.remove(1), false)
    assert.equal(live.remove(0), true)
    assert.equal(live.remove(0), false)
    assert.equal(live.remove(99), false)
  })

  it('leaves what it has shared as it was', () => {
    const live = new LiveDocuments(4)
    for (const number of [0, 1, 2]) live.add(number)
    const shared = live.share(4)
    live.remove(1)
    live.add(3)
    assert.deepEqual([...(shared ?? [])].slice(0, 4), [1, 1, 1, 0])
    assert.deepEqual([...(live.share(5) ?? [])].slice(0, 4), [1, 0, 1, 1])
  })
})
