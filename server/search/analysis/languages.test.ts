import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastCheck from 'fast-check'
import { foldAccents, foldSpelling } from './fold.ts'
import {
  type CyrillicLanguage,
  cyrillicLanguages,
  type LatinLanguage,
  latinLanguages,
  scriptOf,
  stem,
  stemOther,
} from './languages.ts'

describe('the lists of languages', () => {
  it('keep their order, because indexes store a language by its place', () => {
    assert.deepEqual(
      latinLanguages.slice(0, 18).join(' '),
      'en de fr es it pt nl sv da no fi tr ro hu id pl cs vi',
    )
    assert.deepEqual(cyrillicLanguages.slice(0, 3).join(' '), 'ru uk bg')
    assert.ok(latinLanguages.length < 255, '255 marks a removed page')
  })
})

describe('scriptOf', () => {
  for (const { script, words } of [
    { script: 'latin', words: ['word', 'été', 'øl', 'đá', 'łódź', 'x1'] },
    { script: 'cyrillic', words: ['слово', 'їжа', 'ъгъл', 'ђак'] },
    { script: 'other', words: ['', '42', '_a', 'λόγος', 'كتاب', 'שלום', 'किताब', '東京', '🚀'] },
  ]) {
    it(`of ${words.join(' ')} is ${script}`, () => {
      for (const word of words) assert.equal(scriptOf(word), script, word)
    })
  }
})

describe('stem', () => {
  const different: [LatinLanguage | CyrillicLanguage, string, string][] = [
    ['en', 'house', 'horse'],
    ['en', 'universe', 'diverse'],
    ['de', 'haus', 'hass'],
    ['fr', 'poisson', 'poison'],
    ['es', 'perro', 'pero'],
    ['ru', 'город', 'голод'],
    ['uk', 'книга', 'криза'],
    ['bg', 'маса', 'каса'],
  ]
  for (const [language, one, other] of different) {
    it(`keeps ${one} and ${other} apart in ${language}`, () => {
      assert.notEqual(stem(one, language), stem(other, language))
    })
  }

  const same: [LatinLanguage | CyrillicLanguage, ...string[]][] = [
    ['en', 'connect', 'connected', 'connecting', 'connection', 'connections'],
    ['de', 'katze', 'katzen'],
    ['fr', 'continuer', 'continué', 'continuait'],
    ['es', 'gato', 'gatos', 'gata'],
    ['it', 'gatto', 'gatti', 'gatta'],
    ['pt', 'menino', 'meninos', 'menina'],
    ['nl', 'boek', 'boeken'],
    ['sv', 'bil', 'bilar', 'bilarna'],
    ['fi', 'kissa', 'kissat'],
    ['id', 'membaca', 'baca'],
    ['ru', 'книга', 'книги', 'книгу', 'книгой'],
    ['uk', 'місто', 'міста', 'місту'],
  ]
  for (const [language, ...words] of same) {
    it(`makes one of ${words.join(', ')} in ${language}`, () => {
      const stems = new Set(words.map((word) => stem(word, language)))
      assert.equal(stems.size, 1, [...stems].join(' '))
    })
  }

  it('leaves words as written but for their accents where a language has no stemmer', () => {
    for (const [language, word, expected] of [
      ['pl', 'książkami', 'ksiazkami'],
      ['cs', 'městech', 'mestech'],
      ['vi', 'người', 'nguoi'],
    ] as const) {
      assert.equal(stem(word, language), expected)
    }
  })

  it('never makes a word nothing, nor leaves an accent of Latin', () => {
    const unit = fastCheck.constantFrom(...Array.from('abcdeilnorstuyzäéñøßşžđğ'))
    const word = fastCheck.string({ unit, minLength: 1, maxLength: 14 }).map(foldSpelling)
    fastCheck.assert(
      fastCheck.property(word, fastCheck.constantFrom(...latinLanguages), (text, language) => {
        const found = stem(text, language)
        assert.notEqual(found, '')
        if (found !== text) assert.equal(found, foldAccents(found))
      }),
      { numRuns: 1000 },
    )
  })

  it('never makes a Cyrillic word nothing', () => {
    const unit = fastCheck.constantFrom(...Array.from('абвгдеиклмнйоьыюясттпрухшїієґъ'))
    const word = fastCheck.string({ unit, minLength: 1, maxLength: 14 })
    fastCheck.assert(
      fastCheck.property(word, fastCheck.constantFrom(...cyrillicLanguages), (text, language) => {
        assert.notEqual(stem(text, language), '')
      }),
      { numRuns: 1000 },
    )
  })
})

describe('stemOther', () => {
  for (const words of [
    ['γάτα', 'γάτες', 'ΓΑΤΑ'],
    ['كتاب', 'الكتاب'],
    ['लड़का', 'लड़के'],
    ['שלום'],
    ['東京'],
    ['42'],
  ]) {
    it(`makes one of ${words.join(', ')}`, () => {
      const stems = new Set(words.map((word) => stemOther(foldSpelling(word))))
      assert.equal(stems.size, 1, [...stems].join(' '))
      assert.ok(!stems.has(''))
    })
  }

  it('leaves what no stemmer knows as it is', () => {
    for (const word of ['שלום', '東京', '42', '🚀', 'ნომერი']) assert.equal(stemOther(word), word)
  })
})
