import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastCheck from 'fast-check'
import { splitIdentifier } from './identifiers.ts'
import { maxWordLength } from './token.ts'

/** Wholes in brackets, words as they are. */
const split = (run: string) =>
  splitIdentifier(run)
    .map(({ kind, text }) => (kind === 'whole' ? `[${text}]` : text))
    .join(' ')

describe('splitIdentifier', () => {
  for (const { title, cases } of [
    {
      title: 'leaves a plain word alone',
      cases: {
        river: 'river',
        River: 'River',
        NASA: 'NASA',
        '2026': '2026',
        книга: 'книга',
        Ёлка: 'Ёлка',
        כלב: 'כלב',
      },
    },
    {
      title: 'drops what an apostrophe cuts off',
      cases: {
        "company's": 'company',
        "don't": 'don',
        "they're": 'they',
        'we’ll': 'we',
        "l'homme": 'homme',
        "aujourd'hui": 'aujourd hui',
        "dell'arte": 'dell arte',
        "об'єкт": 'обєкт',
        'п’ять': 'пять',
      },
    },
    {
      title: 'keeps the name of a program whole beside its words',
      cases: {
        snake_case: '[snake_case] snake case',
        camelCase: '[camelCase] camel Case',
        PascalCaseName: '[PascalCaseName] Pascal Case Name',
        XMLHttpRequest: '[XMLHttpRequest] XML Http Request',
        CONSTANT_NAME: '[CONSTANT_NAME] CONSTANT NAME',
        iPhone15: '[iPhone15] i Phone 15',
        h264: '[h264] h 264',
        __init__: '[__init__] init',
        'server.ts': '[server.ts] server ts',
        'C++': '[C++] C',
        'C#': '[C#] C',
        'GPT-4': '[GPT-4] GPT 4',
        '2026-11-20': '[2026-11-20] 2026 11 20',
        '12:30': '[12:30] 12 30',
        моя_переменная: '[моя_переменная] моя переменная',
      },
    },
    {
      title: 'joins a short hyphenated word and leaves a long one to its parts',
      cases: {
        'e-mail': '[email] e mail',
        'Wi-Fi': '[WiFi] Wi Fi',
        'X-ray': '[Xray] X ray',
        'boundary-layer': 'boundary layer',
        'state-of-the-art': 'state of the art',
        'бизнес-план': 'бизнес план',
        'non‑breaking': 'non breaking',
      },
    },
    {
      title: 'finds an address and a path by each of their names',
      cases: {
        'ada@example.com': '[ada@example.com] ada [example.com] example com',
        'src/lib/main.ts': '[src/lib/main.ts] src lib [main.ts] main ts',
        'and/or': '[and/or] and or',
        'TCP/IP': '[TCP/IP] TCP IP',
      },
    },
  ]) {
    it(title, () => {
      for (const [run, expected] of Object.entries(cases)) assert.equal(split(run), expected, run)
    })
  }

  it('gives no token that is empty or too long', () => {
    const unit = fastCheck.constantFrom(
      ...Array.from('aBé9_ёЯ'),
      'a\u0301',
      '𝒜',
      'ǅ',
      'x'.repeat(40),
    )
    const part = fastCheck.string({ unit, minLength: 1, maxLength: 6 })
    const joiner = fastCheck.constantFrom(...Array.from(".-/@'’:"))
    const runs = fastCheck.array(fastCheck.tuple(part, joiner), { minLength: 1, maxLength: 8 })
    fastCheck.assert(
      fastCheck.property(runs, (all) => {
        for (const { text } of splitIdentifier(all.flat().slice(0, -1).join(''))) {
          assert.ok(text.length > 0 && text.length <= maxWordLength, JSON.stringify(text))
        }
      }),
    )
  })

  it('loses no letter or digit of a name without apostrophes', () => {
    const unit = fastCheck.constantFrom(...Array.from('abcXYZéÉßёЯ0129_.'))
    fastCheck.assert(
      fastCheck.property(fastCheck.string({ unit, minLength: 1, maxLength: 50 }), (run) => {
        const words = splitIdentifier(run).filter(({ kind }) => kind === 'word')
        const joined = words.map(({ text }) => text).join('')
        assert.equal(joined, run.replaceAll(/[_.]/g, ''))
      }),
    )
  })
})
