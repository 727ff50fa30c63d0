import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readTermList } from '../../../test/support/terms.ts'
import { analyseBody, analysePage } from './analyse.ts'
import { detectLanguages } from './detect-language.ts'
import type { CyrillicLanguage, LatinLanguage } from './languages.ts'
import { termReader } from './terms.ts'
import { readTokens } from './tokens.ts'

describe('detectLanguages', () => {
  const latin: Record<string, string> = {
    en: 'The quick brown fox jumps over the lazy dog and it was not amused',
    de: 'Der schnelle Fuchs springt über den faulen Hund und das ist nicht lustig',
    fr: 'Le renard saute par-dessus le chien et il est dans la maison avec les autres',
    es: 'El zorro salta sobre el perro y no es una casa para los otros que están',
    it: 'La volpe salta sopra il cane e non è una casa per gli altri che sono nella via',
    pt: 'A raposa não está na casa e os outros são mais do que uma pessoa também',
    nl: 'De vos springt over de luie hond en het is niet een huis voor ons maar van hen',
    sv: 'Räven hoppar över hunden och det är inte ett hus för oss som har varit där',
    fi: 'Kettu hyppää koiran yli ja se ei ole talo, mutta he ovat siellä kun on yö',
    tr: 'Tilki köpeğin üzerinden atlar ve bu bir ev değil ama çok güzel bir şey için',
    pl: 'Lis skacze nad psem i to nie jest dom, ale są tam przez cały dzień oraz noc',
  }
  for (const [language, text] of Object.entries(latin)) {
    it(`knows ${language}`, () => assert.equal(detectLanguages(text).latin, language))
  }

  it('knows the Cyrillic languages', () => {
    assert.equal(detectLanguages('Это было так давно').cyrillic, 'ru')
    assert.equal(detectLanguages('Це було дуже давно, і ми знаємо').cyrillic, 'uk')
    assert.equal(detectLanguages('Това е една къща и тя не е за нас').cyrillic, 'bg')
  })

  it('takes no sign for no language', () => {
    assert.deepEqual(detectLanguages('Kartoffeln 12 A B'), {
      latin: undefined,
      cyrillic: undefined,
    })
  })
})

describe('termReader', () => {
  const same: [LatinLanguage | CyrillicLanguage, ...string[]][] = [
    ['en', 'searching', 'searched', 'Searches'],
    ['de', 'Häuser', 'Haus', 'hauser'],
    ['fr', 'chevaux', 'cheval'],
    ['es', 'canciones', 'canción', 'cancion'],
    ['it', 'nazionali', 'nazionale'],
    ['pt', 'cidades', 'cidade'],
    ['nl', 'mogelijkheden', 'mogelijkheid'],
    ['sv', 'flickorna', 'flickor'],
    ['da', 'husene', 'huset'],
    ['no', 'jentene', 'jente'],
    ['fi', 'taloissa', 'talossa'],
    ['tr', 'evlerinden', 'evler'],
    ['ro', 'copiilor', 'copii'],
    ['hu', 'házakban', 'házak'],
    ['ru', 'договоры', 'договора', 'договором'],
    ['ru', 'ёлка', 'елки', 'Ёлками'],
    ['ru', 'молоко\u0301', 'молоко'],
    ['uk', 'книгами', 'книги'],
    ['bg', 'къщата', 'къща'],
    ['en', 'مدرسة', 'المدرسة', 'مَدْرَسَة'],
    ['en', 'άνθρωποι', 'ανθρώπων', 'ΑΝΘΡΩΠΟΙ'],
    ['en', 'किताबें', 'किताबों'],
    ['en', 'שָׁלוֹם', 'שלום'],
    ['en', 'café', 'CAFE', 'cafe\u0301'],
    ['en', 'Straße', 'strasse'],
  ]
  for (const [language, ...words] of same) {
    it(`finds ${words.join(', ')} by each other in ${language}`, () => {
      const terms = new Set(words.map((word) => termsOf(word, language)))
      assert.equal(terms.size, 1, [...terms].join(' | '))
    })
  }

  it('keeps й and ї letters of their own', () => {
    assert.notEqual(termsOf('йод', 'ru'), termsOf('иод', 'ru'))
    assert.notEqual(termsOf('їх', 'uk'), termsOf('іх', 'uk'))
  })
})

describe('analysePage', () => {
  it('counts words by where they stand', () => {
    const page = analysePage('Foxes', analyseBody('The fox saw another fox.'))
    assert.deepEqual(readTermList(page.titleTerms), [['fox', 1]])
    assert.equal(new Map(readTermList(page.bodyTerms)).get('fox'), 2)
    assert.deepEqual([page.titleLength, page.bodyLength], [1, 5])
  })

  it('reads a body that shows no language in that of its title', () => {
    const page = analysePage('Das ist für die Suppe', analyseBody('Straßenbahnen'))
    assert.equal(page.languages.latin, 'de')
    assert.deepEqual(readTermList(page.bodyTerms), [['strassenbahn', 1]])
  })

  it('tells whether its words depend on ICU', () => {
    assert.equal(analysePage('a', analyseBody('b')).isSegmented, false)
    assert.equal(analysePage('a', analyseBody('ภาษา')).isSegmented, true)
  })
})

function termsOf(text: string, language: LatinLanguage | CyrillicLanguage): string {
  const isCyrillic = language === 'ru' || language === 'uk' || language === 'bg'
  const read = termReader(
    isCyrillic ? { latin: 'en', cyrillic: language } : { latin: language, cyrillic: 'ru' },
  )
  return readTokens(text).map(read).join(' ')
}
