import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { coverageOf } from './coverage.ts'
import { readEnglish } from './english.ts'
import type { Source, Translations } from './language.ts'
import { chooseLanguage, languages } from './languages.ts'

const english = await readEnglish()

describe('the English messages', () => {
  it('can be parsed', () => {
    for (const [name, messages] of english) {
      for (const [key, message] of Object.entries(messages)) {
        assert.doesNotThrow(() => parse(message), `${name}.${key}: ${message}`)
      }
    }
  })
})

for (const [tag, { load }] of Object.entries(languages)) {
  const translations: Translations = await load()

  describe(`the translation ${tag}`, () => {
    it('has no message that English lacks', () => {
      assert.deepEqual(coverageOf(english, translations).obsolete, [])
    })

    it('takes the same arguments and tags as English', () => {
      for (const [name, messages] of Object.entries(translations)) {
        for (const [key, message] of Object.entries(messages)) {
          const original = english.get(name)?.[key] ?? ''
          assert.deepEqual(
            partsOf(message),
            partsOf(original),
            `${name}.${key}: ${JSON.stringify(message)}`,
          )
        }
      }
    })

    it('has each plural form of the language', () => {
      const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
      for (const [name, messages] of Object.entries(translations)) {
        for (const [key, message] of Object.entries(messages)) {
          for (const plural of pluralsOf(message)) {
            const lacks = forms.filter((form) => plural.options[form] === undefined)
            assert.deepEqual(lacks, [], `${name}.${key}: ${JSON.stringify(message)}`)
          }
        }
      }
    })
  })
}

describe('chooseLanguage', () => {
  it('takes English where nothing fits', () => {
    for (const wanted of [[], ['xx'], ['not a tag', '*'], ['zh-TW'], ['']]) {
      assert.equal(chooseLanguage(wanted), 'en')
    }
  })

  it('takes the first that there is, also for a region', () => {
    assert.equal(chooseLanguage(['xx', 'de-AT', 'ar']), 'de')
    assert.equal(chooseLanguage(['zh-CN']), 'zh-Hans')
    assert.equal(chooseLanguage(['ar-EG', 'en']), 'ar')
  })
})

type Element = ReturnType<typeof parse>[number]
type Plural = Extract<Element, { type: TYPE.plural }>

function elementsOf(message: Source): Element[] {
  const elements = typeof message === 'string' ? parse(message) : message
  return elements.flatMap((element) => [element, ...inside(element).flatMap(elementsOf)])
}

function inside(element: Element): Element[][] {
  if ('children' in element) return [element.children]
  return 'options' in element ? Object.values(element.options).map(({ value }) => value) : []
}

/** Arguments and tags by name, each once: a plural form need not repeat an argument. */
function partsOf(message: Source): string[] {
  const names = elementsOf(message).flatMap((element) =>
    element.type === TYPE.literal || element.type === TYPE.pound
      ? []
      : [`${element.type} ${element.value}`],
  )
  return [...new Set(names)].toSorted()
}

function pluralsOf(message: Source): Plural[] {
  return elementsOf(message).filter((element): element is Plural => element.type === TYPE.plural)
}
