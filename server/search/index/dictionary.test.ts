import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastCheck from 'fast-check'
import { ByteWriter, termBytes } from './bytes.ts'
import { Dictionary } from './dictionary.ts'
import { searchedTermsPerStep, type TermSearch } from './index-reader.ts'
import { countEdits, letterMask } from './similar.ts'
import { convertTermChunk, TermChunkWriter } from './term-chunks.ts'

type Entry = { term: string; count: number; size: number }

type Format = (entries: readonly Entry[]) => Uint8Array

const frontCoded: Format = (entries) => {
  const writer = new TermChunkWriter(64)
  for (const { term, count, size } of entries) writer.add(termBytes(term), count, size)
  return writer.take()
}

/** As versions before front coding wrote it. */
const plain: Format = (entries) => {
  const writer = new ByteWriter()
  for (const { term, count, size } of entries) {
    writer.term(term)
    writer.number(count)
    writer.number(size)
  }
  return convertTermChunk(writer.finish())
}

/** Terms as the segment writer writes them, so many to a chunk. */
function dictionaryOf(
  entries: readonly Entry[],
  perChunk = entries.length || 1,
  format = frontCoded,
): Dictionary {
  const dictionary = new Dictionary(entries.length)
  for (let start = 0; start < entries.length; start += perChunk) {
    dictionary.load(format(entries.slice(start, start + perChunk)))
  }
  return dictionary
}

const wordsOf = (...terms: string[]) =>
  dictionaryOf(terms.toSorted().map((term) => ({ term, count: 1, size: 1 })))
const termsOf = (found: TermSearch) => [...found].flatMap((one) => one?.term ?? [])

const anyTerm = fastCheck.oneof(
  fastCheck.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  fastCheck.string({
    unit: fastCheck.constantFrom('a', 'b', 'é', '东', '🚀'),
    minLength: 1,
    maxLength: 5,
  }),
)
const anyEntries = fastCheck
  .uniqueArray(
    fastCheck.record({
      term: anyTerm,
      count: fastCheck.nat({ max: 2 ** 26 }),
      size: fastCheck.nat({ max: 2 ** 26 }),
    }),
    { selector: ({ term }) => term, maxLength: 40 },
  )
  .map((entries) => entries.toSorted((one, other) => (one.term < other.term ? -1 : 1)))

describe('Dictionary', () => {
  it('of no terms finds none and is complete', () => {
    const empty = new Dictionary(0)
    assert.equal(empty.isComplete, true)
    assert.equal(empty.find('word'), undefined)
    assert.deepEqual([...empty.continuations('')], [])
    assert.deepEqual([...empty.candidates('word', 2)], [])
  })

  it('finds no term that only begins, ends or continues one', () => {
    const words = wordsOf('card', 'cat', 'dog')
    for (const term of ['', 'c', 'car', 'cards', 'ard', 'Card', 'zebra', 'aardvark']) {
      assert.equal(words.find(term), undefined, term)
    }
  })

  it('is complete once the last chunk is loaded', () => {
    const dictionary = new Dictionary(2)
    for (const [term, isComplete] of [
      ['a', false],
      ['b', true],
    ] as const) {
      dictionary.load(frontCoded([{ term, count: 1, size: 1 }]))
      assert.equal(dictionary.isComplete, isComplete)
    }
  })

  it('gives the count and postings of each term, in either format, however it was cut into chunks', () => {
    const format = fastCheck.constantFrom(frontCoded, plain)
    const perChunk = fastCheck.integer({ min: 1, max: 40 })
    fastCheck.assert(
      fastCheck.property(anyEntries, perChunk, format, (entries, terms, written) => {
        const dictionary = dictionaryOf(entries, terms, written)
        const cursor = dictionary.cursor()
        let start = 0
        for (const { term, count, size } of entries) {
          const found = { count, start, end: start + size }
          assert.deepEqual(dictionary.find(term), found)
          assert.ok(cursor.next())
          assert.deepEqual([cursor.term(), cursor.entry()], [term, found])
          assert.deepEqual([cursor.units, cursor.mask], [term.length, letterMask(term)])
          start += size
        }
        assert.equal(cursor.next(), false)
      }),
    )
  })

  it('finds nothing but its terms', () => {
    fastCheck.assert(
      fastCheck.property(anyEntries, anyTerm, (entries, term) => {
        const isThere = entries.some((entry) => entry.term === term)
        assert.equal(dictionaryOf(entries).find(term) !== undefined, isThere)
      }),
    )
  })

  it('holds terms of any length', () => {
    const terms = [14, 15, 16, 300, 70_000].map((length) => 'x'.repeat(length))
    const words = dictionaryOf(terms.map((term) => ({ term, count: 2, size: 9 })))
    for (const term of terms) assert.equal(words.find(term)?.count, 2)
    assert.deepEqual(termsOf(words.continuations('x')), terms)
  })

  it('continues a beginning by the terms that start with it, in order and without itself', () => {
    const words = wordsOf('car', 'card', 'care', 'careful', 'cat', 'dog', 'дом', 'дома', '東京')
    for (const [prefix, found] of [
      ['car', ['card', 'care', 'careful']],
      ['care', ['careful']],
      ['careful', []],
      ['dogs', []],
      ['до', ['дом', 'дома']],
      ['東', ['東京']],
    ] as const) {
      assert.deepEqual(termsOf(words.continuations(prefix)), found, prefix)
    }
  })

  it('continues any beginning as comparing strings does', () => {
    fastCheck.assert(
      fastCheck.property(anyEntries, anyTerm, (entries, prefix) => {
        const expected = entries
          .filter(({ term }) => term.startsWith(prefix) && term !== prefix)
          .map(({ term, count }) => ({ term, count }))
        assert.deepEqual([...dictionaryOf(entries).continuations(prefix)], expected)
      }),
    )
  })

  it('leaves no term within the edits out of its candidates', () => {
    const edits = fastCheck.integer({ min: 0, max: 2 })
    fastCheck.assert(
      fastCheck.property(anyEntries, anyTerm, edits, (entries, word, limit) => {
        const found = new Set(termsOf(dictionaryOf(entries).candidates(word, limit)))
        for (const { term } of entries) {
          if (countEdits(word, term, limit) <= limit) assert.ok(found.has(term), term)
        }
      }),
    )
  })

  it('is searched in steps of so many terms, however long that takes', () => {
    const count = 3 * searchedTermsPerStep + 1
    const entries = Array.from({ length: count }, (_, index) => ({
      term: `word${String(index).padStart(6, '0')}`,
      count: 1,
      size: 1,
    }))
    const dictionary = dictionaryOf(entries)
    for (const search of [
      dictionary.continuations('word'),
      dictionary.candidates('word000000', 2),
    ]) {
      assert.equal([...search].filter((found) => found === undefined).length, 3)
    }
  })
})
