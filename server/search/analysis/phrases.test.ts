import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drain } from '../../../test/support/processes/steps.ts'
import { parseQuery } from '../ranking/query.ts'
import { holdsPhrase, holdsPhraseSteps, phraseSteps } from './phrases.ts'

describe('holdsPhrase', () => {
  for (const { text, phrase, holds } of [
    { text: 'the article', phrase: 'he art', holds: false },
    { text: 'the art', phrase: 'he art', holds: false },
    { text: 'the arts', phrase: 'the art', holds: false },
    { text: 'arts, the art', phrase: 'the art', holds: true },
    { text: 'the arts the art', phrase: 'the art', holds: true },
    { text: 'f(x) = 3.14', phrase: '3.14', holds: true },
    { text: 'f(x) = 3.141', phrase: '3.14', holds: false },
    { text: '我们昨天参观了东京塔', phrase: '东京塔', holds: true },
    { text: '我们昨天参观了东京塔', phrase: '参观了东', holds: true },
    { text: 'at🚀dawn', phrase: 'dawn', holds: true },
    { text: 'anything', phrase: '!', holds: false },
  ]) {
    it(`says ${holds} of "${phrase}" in "${text}"`, () => {
      assert.equal(holdsPhrase(text, phrase), holds)
    })
  }
})

describe('holdsPhraseSteps', () => {
  it('finds a phrase anywhere in a long text, in steps', () => {
    for (const filler of ['word and ', '漢字仮名交り文', 'x']) {
      const long = filler.repeat(60_000 / filler.length)
      for (const at of [0, 4990, 5000, 9998, 31_000, long.length]) {
        const text = `${long.slice(0, at)} The Ärticle ${long.slice(at)}`
        assert.ok(drain(holdsPhraseSteps(text, 'the article')).result, `${filler} ${at}`)
      }
      const { result, steps } = drain(holdsPhraseSteps(long, 'the article'))
      assert.equal(result, false)
      assert.ok(steps > 10)
    }
  })
})

describe('a phrase in the signs of a keyboard', () => {
  for (const { text, phrase } of [
    { text: 'Please don\u2019t panic now', phrase: "don't panic" },
    { text: 'Please don\u02BCt panic now', phrase: "don't panic" },
    { text: 'nobody co\u2010operates', phrase: 'co-operates' },
    { text: 'nobody co\u2011operates', phrase: 'co-operates' },
    { text: 'from 1990\u20132000 on', phrase: '1990-2000' },
    { text: 'it was \u2014 they said \u2014 late', phrase: 'was - they' },
  ]) {
    it(`is found in "${text}"`, () => {
      assert.equal(drain(holdsPhraseSteps(text, phrase)).result, true)
      const range = drain(phraseSteps(text, phrase)).result
      assert.equal(range?.start, text.indexOf(phrase.slice(0, 2)))
    })
  }

  it('is read from a query with the signs of a book', () => {
    assert.deepEqual(parseQuery('"don\u2019t panic"').phrases, ["don't panic"])
    assert.deepEqual(parseQuery('"co\u2011operates \u2013 well"').phrases, ['co-operates - well'])
  })
})

describe('phraseSteps', () => {
  const findPhrase = (text: string, phrase: string) => drain(phraseSteps(text, phrase)).result

  it('gives the place in a long text', () => {
    for (const at of [0, 4990, 9998, 31_000]) {
      const long = 'word and '.repeat(7000)
      const text = `${long.slice(0, at)} The ARTICLE ${long.slice(at)}`
      const range = findPhrase(text, 'the article')
      assert.equal(text.slice(range?.start, range?.end), 'The ARTICLE')
    }
  })

  it('takes small steps also where every place may be the beginning', () => {
    const text = `${'a'.repeat(30_000)} ${'a'.repeat(400)}b`
    const { result, steps } = drain(phraseSteps(text, `${'a'.repeat(400)}b`))
    assert.equal(result?.start, 30_001)
    assert.ok(steps > 10)
  })

  it('gives nothing for a text that does not hold it', () => {
    assert.equal(findPhrase('The articles', 'the article'), undefined)
  })

  it('gives the place in the text as written, where folding changed the lengths', () => {
    for (const before of ['', 'ﬃ ﬃ ', 'Straße ', '   \n\t ', '🚀 ', 'e\u0301 ']) {
      const text = `${before}The ARTICLE ends`
      const range = findPhrase(text, 'the article')
      assert.equal(range?.start, before.length)
      assert.equal(text.slice(range?.start, range?.end), 'The ARTICLE')
    }
  })
})
