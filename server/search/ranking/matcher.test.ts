import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drain } from '../../../test/support/processes/steps.ts'
import { termReader } from '../analysis/terms.ts'
import { readTokens } from '../analysis/tokens.ts'
import { Matcher, readLimit, readsUnlisted, unitsPerStep } from './matcher.ts'
import { maxListedUnits } from './page-terms.ts'
import { joinPageText, type PageText } from './page-text.ts'

const english = { latin: 'en', cyrillic: 'ru' } as const

function find(text: string, words: Record<string, number>, phrases: string[] = []) {
  const terms = Object.entries(words).map(
    ([term, weight], group) => [term, { group, weight }] as const,
  )
  return drain(new Matcher(new Map(terms), phrases).steps(text, english)).result
}

describe('Matcher', () => {
  it('counts nothing in a text without the words', () => {
    assert.deepEqual(find('something else', { needl: 1 }), { weight: 0, start: 0, end: 0 })
  })

  it('adds up the weights of different words, each once', () => {
    assert.equal(find('one two two three', { three: 5, two: 2 }).weight, 7)
  })

  it('takes an inflected word for the one asked for, also in camel case and another script', () => {
    assert.equal(find('Searching', { search: 3 }).weight, 3)
    assert.equal(find('mySearchIndex', { search: 3 }).weight, 3)
    assert.equal(find('договоров', { договор: 3 }).weight, 3)
    assert.equal(find('我们参观了东京塔', { 东京: 2, 京塔: 2 }).weight, 4)
  })

  it('gives the stretch that holds the most', () => {
    const text = `alpha ${'x '.repeat(300)} alpha beta`
    const { start } = find(text, { alpha: 1, beta: 1 })
    assert.equal(text.slice(start), 'alpha beta')
  })

  it('reads a long text in steps, and finds in it what a short one has', () => {
    const terms = new Map([
      ['東京', { group: 0, weight: 3 }],
      ['京塔', { group: 1, weight: 2 }],
      ['wombat', { group: 2, weight: 5 }],
      ['nowhere', { group: 3, weight: 1 }],
    ])
    for (const filler of ['漢字仮名交り文', 'some other words ', 'unbroken', '🚀']) {
      const long = filler.repeat(60_000 / filler.length)
      for (const at of [0, 4996, 5000, 31_000]) {
        const start = at - (at % filler.length)
        const text = `${long.slice(0, start)} 東京塔 wombats ${long.slice(start)}`
        const matcher = new Matcher(terms, [])
        const { result, steps } = drain(matcher.steps(text, english))
        assert.ok(steps > 10)
        assert.equal(result.weight, 10)
        assert.equal(text.slice(result.start, result.end), '東京塔 wombats', `${filler} ${at}`)
      }
    }
  })

  it('stops behind a stretch that holds the complete query', () => {
    const terms = new Map([['漢字', { group: 0, weight: 3 }]])
    const { result, steps } = drain(new Matcher(terms, []).steps('漢字'.repeat(500_000), english))
    assert.deepEqual(result, { weight: 3, start: 0, end: 2 })
    assert.ok(steps <= 5000 / unitsPerStep + 1)
  })

  it('cuts a run without spaces into steps, each with the terms across its borders', () => {
    const run = `${'仮名交じり文'.repeat(400)}東京塔`
    for (const cut of [0, 1, 2, 3]) {
      const text = run.slice(cut)
      const matcher = new Matcher(new Map([['京塔', { group: 0, weight: 1 }]]), [])
      const { result, steps } = drain(matcher.steps(text, english))
      assert.equal(text.slice(result.start, result.end), '京塔')
      assert.equal(steps, Math.floor(text.length / unitsPerStep))
    }
    const cutAt = `${'仮'.repeat(unitsPerStep - 1)}京塔${'名'.repeat(unitsPerStep)}`
    const crossing = new Matcher(new Map([['京塔', { group: 0, weight: 1 }]]), [])
    assert.equal(drain(crossing.steps(cutAt, english)).result.start, unitsPerStep - 1)
  })

  it('counts a phrase above all words', () => {
    const words = { a: 9, b: 9, c: 9, d: 9 }
    const phrase = find('x b c', words, ['b c'])
    assert.ok(phrase.weight > find('a b d c', words, ['b c']).weight)
    assert.equal(phrase.start, 2)
  })
})

describe('the best part of a page', () => {
  const terms = new Map([
    ['alpha', { group: 0, weight: 2 }],
    ['beta', { group: 1, weight: 3 }],
  ])
  const best = (title: string, texts: string[], phrases: string[] = []) => {
    const page = joinPageText(
      title,
      texts.map((text, index) => ({ number: 2 * index + 1, text })),
    )
    return drain(new Matcher(terms, phrases).pageSteps(page, english))
  }

  it('is the title of a page without the words, and the first of equal parts', () => {
    const nowhere = { part: 0, match: { weight: 0, start: 0, end: 0 } }
    assert.deepEqual(best('Title', ['nothing', '']).result, nowhere)
    assert.deepEqual(best('', []).result, nowhere)
    assert.equal(best('Alpha', ['alpha alpha', 'alpha']).result.part, 0)
    assert.equal(best('Title', ['one', 'Beta', 'beta']).result.part, 2)
  })

  it('is the one that holds most, with the place in it', () => {
    const { result } = best('alpha', ['', 'beta', 'then alpha, beta', 'alpha'])
    assert.deepEqual(result, { part: 3, match: { weight: 5, start: 5, end: 16 } })
  })

  it('does not add up what stands in different parts', () => {
    assert.equal(best('alpha', ['alpha', 'beta', 'alpha']).result.part, 2)
  })

  it('is found by a phrase in any part', () => {
    assert.equal(best('alpha beta', ['x', 'beta alpha'], ['beta alpha']).result.part, 2)
  })

  it('is the same when it is read in many steps', () => {
    const filler = Array.from({ length: 100 }, (_, index) => 'alpha '.repeat(index))
    const { result, steps } = best('Title', [...filler, 'then alpha, beta'])
    assert.deepEqual(result, { part: 101, match: { weight: 5, start: 5, end: 16 } })
    const units = filler.join('').replaceAll(' ', '').length
    assert.equal(steps, Math.floor(units / unitsPerStep))
  })

  it('is the first that holds the complete query, behind which nothing is read', () => {
    const filler = Array.from({ length: 100 }, () => 'alpha '.repeat(50))
    const { result, steps } = best('Title', ['alpha', 'then alpha, beta', ...filler])
    assert.deepEqual(result, { part: 2, match: { weight: 5, start: 5, end: 16 } })
    assert.equal(steps, 0)
  })

  it('is looked for in a limited number of words from the first match on, and further for a phrase', () => {
    const filler = Array.from({ length: 300 }, () => 'alpha '.repeat(100))
    const texts = ['nothing '.repeat(2000), ...filler, 'then alpha, beta', ...filler]
    const { result, steps } = best('Title', texts)
    assert.deepEqual(result, { part: 2, match: { weight: 2, start: 0, end: 5 } })
    assert.equal(steps, readLimit / unitsPerStep - 1)
    assert.equal(best('Title', texts, ['alpha, beta']).result.part, 302)
    const block = best('Title', [filler.join('').concat('beta alpha')])
    assert.deepEqual(block.result.match, { weight: 2, start: 0, end: 5 })
    assert.ok(block.steps <= (readLimit / 5000) * 7)
  })

  it('is the one with the most beside a block that is read in parts', () => {
    const long = 'wombat '.repeat(6000)
    assert.equal(best('Title', ['alpha', `${long} alpha, beta`, 'beta']).result.part, 2)
    assert.equal(best('Title', [long, 'beta', long]).result.part, 2)
  })
})

describe('a page that many searches read', () => {
  const words = [
    'alpha',
    'Beta',
    'e-mail',
    'договоры',
    '搜索引擎',
    'ไทย',
    'snake_case',
    '😀👍🏽',
    'x'.repeat(300),
  ]
  const wordAt = (seed: number) => words[(seed * 7919) % words.length] ?? ''
  const pages = Array.from({ length: 40 }, (_, seed) =>
    Array.from({ length: 1 + (seed % 5) }, (_, block) => ({
      number: block + 1,
      text: Array.from({ length: 5 + seed }, (_, index) => wordAt(seed + block * 3 + index)).join(
        ' ',
      ),
    })),
  )
  const query = (seed: number) =>
    new Map(
      [wordAt(seed), wordAt(seed + 1)].flatMap((word, group) =>
        readTokens(word).map((token) => [termReader(english)(token), { group, weight: 1 + group }]),
      ),
    )

  it('is matched as at first', () => {
    for (const [seed, blocks] of pages.entries()) {
      const known = joinPageText('Title', blocks)
      for (let search = 0; search < readsUnlisted + words.length; search += 1) {
        const terms = query(seed + search)
        const read = (page: PageText) =>
          drain(new Matcher(terms, []).pageSteps(page, english)).result
        assert.deepEqual(read(known), read(joinPageText('Title', blocks)), `page ${seed}`)
      }
      assert.ok(known.terms)
    }
  })

  it('is matched in other languages and with phrases', () => {
    const page = joinPageText('Title', [{ number: 1, text: 'Договоры и новейшими стенами' }])
    for (let search = 0; search <= readsUnlisted; search += 1) {
      drain(new Matcher(query(0), []).pageSteps(page, english))
    }
    const bulgarian = { latin: 'en', cyrillic: 'bg' } as const
    const term = termReader(bulgarian)({ kind: 'word', text: 'новейшими' })
    const terms = new Map([[term, { group: 0, weight: 1 }]])
    assert.equal(drain(new Matcher(terms, []).pageSteps(page, bulgarian)).result.part, 1)
    const phrase = drain(new Matcher(terms, ['и новейшими']).pageSteps(page, bulgarian))
    assert.ok(phrase.result.match.weight > 1)
  })

  it('lists no terms when it is too long, or has a long run without spaces', () => {
    for (const text of ['word '.repeat(maxListedUnits / 5), '搜'.repeat(1000)]) {
      const page = joinPageText('Title', [{ number: 1, text: `${text} alpha` }])
      const terms = new Map([['alpha', { group: 0, weight: 1 }]])
      for (let search = 0; search <= readsUnlisted + 1; search += 1) {
        const { result } = drain(new Matcher(terms, []).pageSteps(page, english))
        assert.equal(result.part, 1)
      }
      assert.equal(page.terms, null)
    }
  })
})

describe('every term that the index holds of a text', () => {
  const texts = [
    'Happy happily, hoping to hope; the possibility of relativity relates. Die, lie, tie.',
    'Hoe, hoeing, skies, sky, gently, early; agrees, agreed, controlled, ability, generalisations',
    'Договоры, договорившись, новейшими, стенной, стенами; гость, гостья, ночью, длинность',
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
          const terms = new Set(readTokens(text.normalize('NFKC')).map(read))
          const page = joinPageText(text.normalize('NFKC'), [])
          const missed = [...terms].filter((term) => {
            const matcher = new Matcher(new Map([[term, { group: 0, weight: 1 }]]), [])
            return drain(matcher.pageSteps(page, languages)).result.match.weight === 0
          })
          assert.deepEqual(missed, [], text)
        }
      }
    })
  }
})
