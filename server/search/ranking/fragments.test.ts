import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drain } from '../../../test/support/processes/steps.ts'
import { readPieces } from '../analysis/pieces.ts'
import { termReader } from '../analysis/terms.ts'
import { cutFragment, Matcher } from './fragments.ts'

const english = { latin: 'en', cyrillic: 'ru' } as const

function find(text: string, words: Record<string, number>, phrases: string[] = []) {
  const terms = Object.entries(words).map(
    ([term, worth], group) => [term, { group, worth }] as const,
  )
  return new Matcher(new Map(terms), phrases).find(text, english)
}

describe('Matcher', () => {
  it('counts nothing in a text without the words', () => {
    assert.deepEqual(find('something else', { needl: 1 }), { worth: 0, start: 0, end: 0 })
  })

  it('adds up what different words are worth, each once', () => {
    assert.equal(find('one two two three', { three: 5, two: 2 }).worth, 7)
  })

  it('takes an inflected word for the one asked for, also in camel case and another script', () => {
    assert.equal(find('Searching', { search: 3 }).worth, 3)
    assert.equal(find('mySearchIndex', { search: 3 }).worth, 3)
    assert.equal(find('договоров', { договор: 3 }).worth, 3)
    assert.equal(find('我们参观了东京塔', { 东京: 2, 京塔: 2 }).worth, 4)
  })

  it('gives the stretch that holds the most', () => {
    const text = `alpha ${'x '.repeat(300)} alpha beta`
    const { start } = find(text, { alpha: 1, beta: 1 })
    assert.equal(text.slice(start), 'alpha beta')
  })

  it('reads a long text in steps, and finds in it what a short one has', () => {
    const terms = new Map([
      ['東京', { group: 0, worth: 3 }],
      ['京塔', { group: 1, worth: 2 }],
      ['wombat', { group: 2, worth: 5 }],
    ])
    for (const filler of ['漢字仮名交り文', 'some other words ', 'unbroken', '🚀']) {
      const long = filler.repeat(60_000 / filler.length)
      for (const at of [0, 4996, 5000, 31_000]) {
        const start = at - (at % filler.length)
        const text = `${long.slice(0, start)} 東京塔 wombats ${long.slice(start)}`
        const matcher = new Matcher(terms, [])
        const { result, steps } = drain(matcher.steps(text, english))
        assert.ok(steps > 10)
        assert.equal(result.worth, 10)
        assert.equal(text.slice(result.start, result.end), '東京塔 wombats', `${filler} ${at}`)
      }
    }
  })

  it('says at once that a text holds no term, and leaves a long one to the steps', () => {
    const matcher = new Matcher(new Map([['wombat', { group: 0, worth: 1 }]]), [])
    assert.equal(matcher.mayHold('some other texts', english), false)
    assert.equal(matcher.mayHold('WOMBATS', english), true)
    assert.equal(matcher.mayHold('some other texts '.repeat(2000), english), true)
  })

  it('stops counting in a block that holds the query everywhere', () => {
    const terms = new Map([['漢字', { group: 0, worth: 3 }]])
    const { result, steps } = drain(new Matcher(terms, []).steps('漢字'.repeat(500_000), english))
    assert.deepEqual(result, { worth: 3, start: 0, end: 2 })
    assert.ok(steps < 50)
  })

  it('counts a phrase above all words', () => {
    const words = { a: 9, b: 9, c: 9, d: 9 }
    const phrase = find('x b c', words, ['b c'])
    assert.ok(phrase.worth > find('a b d c', words, ['b c']).worth)
    assert.equal(phrase.start, 2)
  })
})

describe('cutFragment', () => {
  it('leaves a short text whole', () => {
    assert.equal(cutFragment('a short text', { start: 2, end: 7 }), 'a short text')
  })

  it('cuts between words on both sides of the match', () => {
    const text = `${'left '.repeat(100)}needle${' right'.repeat(100)}`
    const start = text.indexOf('needle')
    const fragment = cutFragment(text, { start, end: start + 6 })
    assert.match(fragment, /^…(?:left )+needle(?: right)+…$/)
    assert.ok(fragment.length <= 202)
  })

  it('cuts no character that a reader sees as one', () => {
    const family = '👨‍👩‍👧‍👦'
    const text = family.repeat(100)
    for (let start = 0; start < 60; start += 1) {
      const fragment = cutFragment(text, { start: 300 + start, end: 301 + start })
      const parts = fragment.replaceAll('…', '').replaceAll(family, '')
      assert.equal(parts, '')
    }
  })

  it('cuts one character of endless marks, but never a code point', () => {
    for (const text of [`e${'\u0301'.repeat(1000)}`, `e${'\u{1D165}'.repeat(1000)}`]) {
      for (const start of [0, 100, 101, 900]) {
        const fragment = cutFragment(text, { start, end: start })
        assert.ok(fragment.isWellFormed() && fragment.length <= 245, String(fragment.length))
      }
    }
  })
})

describe('every term that the index holds of a text', () => {
  const texts = [
    "Dying, lying and tying. E-mail me, don't e-mail them; Wi-Fi works.",
    'parseHTMLDocument(v2beta, snake_case_name, __init__, config.yaml, ada@example.com, C++ and C#)',
    'https://docs.example.com/api/v1/pages?limit=20 has p95 of 1,234.5 ms on 192.168.1.1, fe80::1',
    'Über den Wolken, déjà vu, naïve façade, smörgåsbord, İstanbul, kapısı, kitabı, aba, ebe',
    'Ёлка зелёная, моя семья; м’ята, об’єкт, ЗАГОЛОВОК Статьи, чай-кофе, 5G-сеть',
    'Sesso, sse, kaksi yöpymistä, ääni; menulis, pembelajaran, disabled different median',
    '搜索引擎 and 検索 работают, ไทยภาษา 한국어 문서 😀👍🏽 ½ ﬁne Ａ１',
  ]
  const latin = ['en', 'de', 'fr', 'fi', 'tr', 'id', 'pl'] as const

  for (const language of latin) {
    it(`is found in it, in ${language}`, () => {
      for (const cyrillic of ['ru', 'uk', 'bg'] as const) {
        const languages = { latin: language, cyrillic }
        const read = termReader(languages)
        for (const text of texts) {
          const terms = new Set(readPieces(text.normalize('NFKC')).map(read))
          const missed = [...terms].filter((term) => {
            const matcher = new Matcher(new Map([[term, { group: 0, worth: 1 }]]), [])
            const found = matcher.find(text.normalize('NFKC'), languages)
            return !matcher.mayHold(text.normalize('NFKC'), languages) || found.worth === 0
          })
          assert.deepEqual(missed, [], text)
        }
      }
    })
  }
})
