import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastCheck from 'fast-check'
import type { AnalysedPage } from '../analysis/analyse.ts'
import { cyrillicLanguages, latinLanguages } from '../analysis/languages.ts'
import { addText, sortTerms, startTermList, type TermList } from '../analysis/term-list.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import {
  checksumOf,
  hashTitle,
  packEntry,
  packFrequency,
  plainTitle,
  readEntry,
  readStats,
  titleShift,
  writeFrequency,
} from './entry.ts'

/** How often a term stands in the title and in the body of a page. */
type Frequency = { title: number; body: number }
type Terms = readonly (readonly [string, Frequency])[]

function pageOf(terms: Terms, stats: Partial<AnalysedPage> = {}): AnalysedPage {
  return {
    languages: { latin: 'en', cyrillic: 'ru' },
    isSegmented: false,
    titleTerms: listOf(terms.map(([term, { title }]) => [term, title])),
    bodyTerms: listOf(terms.map(([term, { body }]) => [term, body])),
    titleLength: 0,
    bodyLength: 0,
    ...stats,
  }
}

function listOf(terms: readonly [string, number][]): TermList {
  const list = startTermList()
  for (const [term, count] of terms) if (count > 0) addText(list, term, count)
  return sortTerms(list)
}

function termsIn(entry: Uint8Array): [string, Frequency][] {
  const terms: [string, Frequency][] = []
  readEntry(entry, (term, title, body) => terms.push([term, { title, body }]))
  return terms
}

const frequency = fastCheck
  .record(
    { title: fastCheck.nat({ max: 1000 }), body: fastCheck.nat({ max: 1000 }) },
    { noNullPrototype: true },
  )
  .filter(({ title, body }) => title + body > 0)
const anyTerms = fastCheck.uniqueArray(
  fastCheck.tuple(fastCheck.string({ unit: 'binary', minLength: 1, maxLength: 20 }), frequency),
  { selector: ([term]) => term, maxLength: 30 },
)

describe('packEntry', () => {
  it('of an empty page holds stats and no terms', () => {
    const entry = packEntry('', pageOf([]))
    assert.deepEqual(termsIn(entry), [])
    assert.equal(readStats(entry).checksum, 0)
    assert.equal(readStats(entry).titleHash, hashTitle(''))
  })

  it('counts no word more than a thousand times in title or body', () => {
    const entry = packEntry('', pageOf([['word', { title: 70_000, body: 1_000_000 }]]))
    assert.deepEqual(termsIn(entry), [['word', { title: 1000, body: 1000 }]])
    assert.equal(readStats(entry).checksum, checksumOf('word', 1000, 1000))
  })

  it('holds the terms in the order of strings, whatever order they came in', () => {
    fastCheck.assert(
      fastCheck.property(anyTerms, (terms) => {
        const entry = packEntry('title', pageOf(terms))
        assert.deepEqual(packEntry('title', pageOf(terms.toReversed())), entry)
        const sorted = terms.toSorted(([one], [other]) => (one < other ? -1 : 1))
        assert.deepEqual(termsIn(entry), sorted)
      }),
    )
  })

  it('keeps the languages and lengths of a page', () => {
    fastCheck.assert(
      fastCheck.property(
        fastCheck.constantFrom(...latinLanguages),
        fastCheck.constantFrom(...cyrillicLanguages),
        fastCheck.nat(),
        fastCheck.nat(),
        (latin, cyrillic, titleLength, bodyLength) => {
          const page = pageOf([], { languages: { latin, cyrillic }, titleLength, bodyLength })
          const stats = readStats(packEntry('', page))
          assert.equal(latinLanguages[stats.latin], latin)
          assert.equal(cyrillicLanguages[stats.cyrillic], cyrillic)
          assert.deepEqual([stats.titleLength, stats.bodyLength], [titleLength, bodyLength])
        },
      ),
    )
  })

  it('has a checksum that is the sum over its terms and changes with any of them', () => {
    fastCheck.assert(
      fastCheck.property(anyTerms, (terms) => {
        const { checksum } = readStats(packEntry('', pageOf(terms)))
        let sum = 0
        for (const [term, { title, body }] of terms) {
          sum = (sum + checksumOf(term, title, body)) >>> 0
        }
        assert.equal(checksum, sum)
        const [first, ...rest] = terms
        if (first === undefined) return
        const more = [
          first[0],
          { ...first[1], body: first[1].body === 1000 ? 999 : first[1].body + 1 },
        ] as const
        assert.notEqual(readStats(packEntry('', pageOf([more, ...rest]))).checksum, checksum)
      }),
    )
  })
})

describe('writeFrequency', () => {
  it('spends one byte on a word that stands in the body alone', () => {
    for (const { title, body, bytes } of [
      { title: 0, body: 1, bytes: 1 },
      { title: 0, body: 63, bytes: 1 },
      { title: 0, body: 64, bytes: 2 },
      { title: 1, body: 0, bytes: 2 },
      { title: 1000, body: 1000, bytes: 4 },
    ]) {
      const writer = new ByteWriter()
      writeFrequency(writer, title, body)
      assert.equal(writer.length, bytes)
      const packed = new ByteReader(writer.finish()).number()
      assert.deepEqual([packed >>> 1, (packed & 1) === 1], [body, title > 0])
    }
  })
})

describe('packFrequency', () => {
  it('keeps title and body apart', () => {
    fastCheck.assert(
      fastCheck.property(frequency, ({ title, body }) => {
        const packed = packFrequency(title, body)
        assert.deepEqual([packed >>> titleShift, packed & 0xffff], [title, body])
      }),
    )
  })
})

describe('plainTitle', () => {
  for (const [one, other] of [
    ['River  Stone', 'river stone'],
    ['\tÉté\n', 'ete'],
    ['Ёлка', 'елка'],
    ['Straße', 'STRASSE'],
    ['Ｐｌａｎ　２', 'plan 2'],
    ['a\u00A0b', 'a b'],
    ['', '  '],
  ] as const) {
    it(`takes ${JSON.stringify(one)} for ${JSON.stringify(other)}`, () => {
      assert.equal(plainTitle(one), plainTitle(other))
      assert.equal(hashTitle(one), hashTitle(other))
    })
  }

  it('keeps apart what reads differently', () => {
    for (const [one, other] of [
      ['river stone', 'riverstone'],
      ['мой', 'мои'],
      ['plan 1', 'plan 2'],
      ['a-b', 'a b'],
    ] as const) {
      assert.notEqual(plainTitle(one), plainTitle(other))
      assert.notEqual(hashTitle(one), hashTitle(other))
    }
  })
})
