import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastCheck from 'fast-check'
import { drain } from '../../../test/support/processes/steps.ts'
import { ByteReader } from './bytes.ts'
import { chunkSize } from './chunks.ts'
import { Dictionary } from './dictionary.ts'
import { Documents, pageKey } from './documents.ts'
import { packFrequency } from './entry.ts'
import { decoderOf } from './packed-chunks.ts'
import { decodePostings, Postings } from './postings.ts'
import { type Chunk, SegmentWriter, type TermPostings } from './segment-writer.ts'

async function write(fill: (writer: SegmentWriter) => Promise<void>) {
  const chunks: Chunk[] = []
  const writer = new SegmentWriter(async (chunk) => {
    chunks.push({ ...chunk, data: decoderOf(chunk.kind, 'deflated')(chunk.data) })
  })
  await fill(writer)
  return { terms: await writer.finish(), chunks }
}

const dataOf = (chunks: readonly Chunk[], kind: Chunk['kind']) =>
  Buffer.concat(chunks.filter((chunk) => chunk.kind === kind).map(({ data }) => data))

/** Documents stand as the distance from the one before, in 31 bits with a flag. */
const maxDocument = 2 ** 30 - 2

const anyPostings = fastCheck
  .uniqueArray(
    fastCheck.record({
      document: fastCheck.nat({ max: maxDocument }),
      title: fastCheck.nat({ max: 1000 }),
      body: fastCheck.nat({ max: 1000 }),
    }),
    { selector: ({ document }) => document, minLength: 1, maxLength: 50 },
  )
  .map((all): TermPostings => ({
    documents: all.map(({ document }) => document),
    titles: all.map(({ title }) => title),
    bodies: all.map(({ body }) => body),
  }))

describe('SegmentWriter', () => {
  it('saves nothing of nothing', async () => {
    assert.deepEqual(await write(async () => undefined), { terms: 0, chunks: [] })
  })

  it('packs postings given in any order, sorted by document', async () => {
    await fastCheck.assert(
      fastCheck.asyncProperty(anyPostings, async (postings) => {
        const { terms, chunks } = await write((writer) => writer.addTerm('term', postings))
        assert.equal(terms, 1)
        const count = postings.documents.length
        const read = new Postings()
        drain(decodePostings(dataOf(chunks, 'postings'), count, { base: 0, live: undefined }, read))
        const expected = postings.documents
          .map((document, at) => ({
            document,
            frequency: packFrequency(postings.titles[at] ?? 0, postings.bodies[at] ?? 0),
          }))
          .sort((one, other) => one.document - other.document)
        assert.deepEqual(
          [...read.documents.subarray(0, read.count)],
          expected.map(({ document }) => document),
        )
        assert.deepEqual(
          [...read.frequencies.subarray(0, read.count)],
          expected.map(({ frequency }) => frequency),
        )
      }),
    )
  })

  it('packs the largest document', async () => {
    const postings = { documents: [maxDocument], titles: [0], bodies: [1] }
    const { chunks } = await write((writer) => writer.addTerm('term', postings))
    const read = new Postings()
    drain(decodePostings(dataOf(chunks, 'postings'), 1, { base: 0, live: undefined }, read))
    assert.deepEqual([...read.documents.subarray(0, read.count)], [maxDocument])
  })

  it('spends a byte on a word that stands once in the body of neighbouring pages', async () => {
    const documents = Array.from({ length: 100 }, (_, number) => number)
    const postings = { documents, titles: documents.map(() => 0), bodies: documents.map(() => 1) }
    const { chunks } = await write((writer) => writer.addTerm('term', postings))
    assert.equal(dataOf(chunks, 'postings').length, 100)
  })

  it('numbers the chunks of each kind, fills those of postings, and cuts no record of the others', async () => {
    const page = new Documents(1)
    page.add(pageKey('01890000-0000-7000-8000-000000000001'), undefined)
    const numbers = Array.from({ length: 2000 }, (_, number) => number * 40)
    const postings = { documents: numbers, titles: numbers, bodies: numbers.map(() => 700) }
    const { terms, chunks } = await write(async (writer) => {
      for (let number = 0; number < 5000; number += 1) await writer.addDocument(page, 0)
      for (let number = 0; number < 40; number += 1) {
        await writer.addTerm(`${String(number).padStart(2, '0')}${'x'.repeat(3000)}`, postings)
      }
    })
    assert.equal(terms, 40)
    const [documents, dictionary] = [new Documents(0), new Dictionary(terms)]
    for (const kind of ['documents', 'terms', 'postings'] as const) {
      const own = chunks.filter((chunk) => chunk.kind === kind)
      assert.deepEqual(
        own.map(({ number }) => number),
        [...own.keys()],
      )
      assert.ok(own.length > 1, kind)
      for (const { data } of own.slice(0, -1)) {
        assert.ok(kind === 'postings' ? data.length === chunkSize : data.length >= chunkSize)
      }
      for (const { data } of own) {
        const reader = new ByteReader(data)
        if (kind === 'terms') dictionary.load(data)
        else if (kind === 'documents') while (!reader.isAtEnd) documents.read(reader)
      }
    }
    assert.deepEqual([documents.count, dictionary.isComplete], [5000, true])
    const last = dictionary.find(`39${'x'.repeat(3000)}`)
    assert.equal(last?.end, dataOf(chunks, 'postings').length)
  })
})
