import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastCheck from 'fast-check'
import { readTermList } from '../../../test/support/terms.ts'
import { analyseBody } from './analyse.ts'
import { stemBulgarian } from './bulgarian.ts'

describe('stemBulgarian', () => {
  it('leaves short words alone', () => {
    for (const word of ['', 'а', 'си', 'ден', 'две']) assert.equal(stemBulgarian(word), word)
  })

  for (const { title, words } of [
    {
      title: 'an article',
      words: { градът: 'град', жената: 'жен', селото: 'сел', хубавият: 'хубав' },
    },
    { title: 'a plural', words: { градове: 'град', книги: 'книг', селища: 'сел' } },
    {
      title: 'a plural that changes a letter',
      words: { ученици: 'ученик', биолози: 'биолог', кожуси: 'кожух', големи: 'голям' },
    },
    { title: 'a vowel that comes and goes', words: { зелен: 'зелн', зелена: 'зелн' } },
    { title: 'a sign that comes and goes', words: { театър: 'театр' } },
  ]) {
    it(`takes off ${title}`, () => {
      for (const [word, stem] of Object.entries(words))
        assert.equal(stemBulgarian(word), stem, word)
    })
  }

  it('stems any word without failing, and to no longer one', () => {
    const unit = fastCheck.constantFrom(...Array.from('абвгдежзийклмнопрстуфхцчшщъьюя'))
    const stemPart = fastCheck.string({ unit, minLength: 1, maxLength: 8 })
    const ending = fastCheck.constantFrom(
      '',
      'ият',
      'овци',
      'еве',
      'ци',
      'зи',
      'ези',
      'си',
      'ен',
      'ъя',
    )
    fastCheck.assert(
      fastCheck.property(stemPart, ending, (start, end) => {
        const stem = stemBulgarian(start + end)
        assert.ok(stem.length > 0 && stem.length <= (start + end).length, stem)
      }),
      { numRuns: 1000 },
    )
  })

  it('lets a Bulgarian page with such words be indexed', () => {
    const { languages, terms } = analyseBody('Това е една зелена къща и тя не е за нас, ученици')
    assert.equal(languages.cyrillic, 'bg')
    assert.ok(new Map(readTermList(terms)).has('ученик'))
  })
})
