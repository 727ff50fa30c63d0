import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastCheck from 'fast-check'
import { detectLanguages } from './detect-language.ts'
import { cyrillicLanguages, latinLanguages } from './languages.ts'

describe('detectLanguages', () => {
  for (const { title, text } of [
    { title: 'an empty text', text: '' },
    { title: 'numbers and signs', text: '12 + 30 = 42; 100 %' },
    { title: 'one common word', text: 'Wanted: the Rosetta' },
    { title: 'single letters of formulas', text: 'a = b + i; y = a * e; o(a, e, i)' },
    { title: 'names', text: 'Berlin Paris Madrid Roma Lisboa Amsterdam Stockholm' },
    { title: 'other scripts', text: '東京 서울 ภาษาไทย مدرسة שלום' },
  ]) {
    it(`tells nothing from ${title}`, () => {
      assert.deepEqual(detectLanguages(text), { latin: undefined, cyrillic: undefined })
    })
  }

  for (const [language, text] of [
    ['da', 'Det er ikke noget, som jeg havde ventet, men nu kan vi også tage af sted efter hende'],
    ['no', 'Dette er ikke noe som jeg hadde ventet, men nå kan vi også dra etter henne fra dere'],
    ['ro', 'Aceasta nu este o casă pentru noi, dar sunt și alte lucruri pe care le am în ea'],
    [
      'hu',
      'Ez nem egy olyan ház, amely a miénk volt, de már csak azt tudom, hogy ők is ott vannak',
    ],
    ['id', 'Ini adalah rumah yang tidak untuk kami dan mereka juga akan pergi ke sana dengan dia'],
    ['cs', 'To není dům, který by byl pro nás, ale jsou tam také jiné věci, když se na ně podíváš'],
    ['vi', 'Đây không phải là nhà của chúng tôi và những người này cũng đã được cho một cái khác'],
  ] as const) {
    it(`knows ${language}`, () => assert.equal(detectLanguages(text).latin, language))
  }

  it('reads common words in any case', () => {
    assert.equal(detectLanguages('DAS IST NICHT DER HUND').latin, 'de')
    assert.equal(detectLanguages('ЭТО НЕ ОН').cyrillic, 'ru')
  })

  it('knows a Cyrillic language by a letter that only it has', () => {
    for (const { text, language } of [
      { text: 'Рыба', language: 'ru' },
      { text: 'Подъезд №5, Эрмитаж', language: 'ru' },
      { text: 'Київ', language: 'uk' },
      { text: 'Ґанок', language: 'uk' },
      { text: 'Москва', language: undefined },
    ]) {
      assert.equal(detectLanguages(text).cyrillic, language, text)
    }
  })

  it('knows one language for each alphabet of a mixed text', () => {
    assert.deepEqual(detectLanguages('Das ist nicht mein Haus. Это был мой дом.'), {
      latin: 'de',
      cyrillic: 'ru',
    })
  })

  it('goes by most of the words, not by the first', () => {
    const text = `The end of the story. ${'Der Hund ist nicht in dem Haus und die Katze auch. '.repeat(5)}`
    assert.equal(detectLanguages(text).latin, 'de')
  })

  it('looks at the beginning of a long text only', () => {
    const english = 'the house and the garden were there '
    assert.equal(
      detectLanguages(`${english.repeat(80)}${'das ist nicht '.repeat(5000)}`).latin,
      'en',
    )
    assert.equal(detectLanguages(`${'x'.repeat(9000)} ${english}`).latin, undefined)
  })

  it('names only languages of the lists, and the same for the same text', () => {
    const word = fastCheck.constantFrom(
      ...'the and der und le est el que och det не это та і е o a care pe'.split(' '),
    )
    fastCheck.assert(
      fastCheck.property(fastCheck.array(word, { maxLength: 40 }), (words) => {
        const found = detectLanguages(words.join(' '))
        assert.deepEqual(detectLanguages(words.join(', ')), found)
        assert.ok(found.latin === undefined || latinLanguages.includes(found.latin))
        assert.ok(found.cyrillic === undefined || cyrillicLanguages.includes(found.cyrillic))
      }),
    )
  })
})
