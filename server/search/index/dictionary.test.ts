import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastCheck from 'fast-check'
import { ByteWriter } from './bytes.ts'
import { Dictionary } from './dictionary.ts'
import { countEdits } from './similar.ts'

type Entry = { term: string; count: number; size: number }

/** Terms as the segment writer writes them, so many to a chunk. */
function dictionaryOf(entries: readonly Entry[], perChunk = entries.length || 1): Dictionary {
  const dictionary = new Dictionary(entries.length)
  for (let start = 0; start < entries.length; start += perChunk) {
    const writer = new ByteWriter()
    for (const { term, count, size } of entries.slice(start, start + perChunk)) {
      writer.term(term)
      writer.number(count)
      writer.number(size)
    }
    dictionary.load(writer.finish())
  }
  return dictionary
}

const wordsOf = (...terms: string[]) =>
  dictionaryOf(terms.toSorted().map((term) => ({ term, count: 1, size: 1 })))
const termsOf = (found: readonly { term: string }[]) => found.map(({ term }) => term)

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
      count: fastCheck.nat({ max: 2 ** 31 }),
      size: fastCheck.nat({ max: 2 ** 31 }),
    }),
    { selector: ({ term }) => term, maxLength: 40 },
  )
  .map((entries) => entries.toSorted((one, other) => (one.term < other.term ? -1 : 1)))

describe('Dictionary', () => {
  it('of no terms finds none and is complete', () => {
    const empty = new Dictionary(0)
    assert.equal(empty.isComplete, true)
    assert.equal(empty.find('word'), -1)
    assert.deepEqual(empty.continuations(''), [])
    assert.deepEqual(empty.candidates('word', 2), [])
  })

  it('finds no term that only begins, ends or continues one', () => {
    const words = wordsOf('card', 'cat', 'dog')
    for (const term of ['', 'c', 'car', 'cards', 'ard', 'Card', 'zebra', 'aardvark']) {
      assert.equal(words.find(term), -1, term)
    }
  })

  it('is complete once the last chunk is loaded', () => {
    const dictionary = new Dictionary(2)
    for (const [term, isComplete] of [
      ['a', false],
      ['b', true],
    ] as const) {
      const writer = new ByteWriter()
      writer.term(term)
      writer.number(1)
      writer.number(1)
      dictionary.load(writer.finish())
      assert.equal(dictionary.isComplete, isComplete)
    }
  })

  it('gives the place, count and postings of each term, however it was cut into chunks', () => {
    fastCheck.assert(
      fastCheck.property(
        anyEntries,
        fastCheck.integer({ min: 1, max: 10 }),
        (entries, perChunk) => {
          const dictionary = dictionaryOf(entries, perChunk)
          let start = 0
          for (const [place, { term, count, size }] of entries.entries()) {
            assert.equal(dictionary.find(term), place)
            assert.equal(dictionary.term(place), term)
            assert.equal(dictionary.count(place), count)
            // Past 2 to the 32nd as well: the offsets of a large segment do not fit into 32 bits.
            assert.deepEqual(dictionary.postings(place), { start, end: start + size })
            start += size
          }
        },
      ),
    )
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
        assert.deepEqual(dictionaryOf(entries).continuations(prefix), expected)
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
})
