import { languageOf, makeQuery, makeSentence, randomFrom } from '../support/texts.ts'

/** Pages of 600 characters in English, Russian and Chinese, and what people ask of them. */

export const scripts = ['latin', 'cyrillic', 'chinese'] as const
export type Script = (typeof scripts)[number]
export type PageText = { title: string; body: string }

export const pageCharacters = 600
const commonHan =
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过'
const firstHan = 0x4e00
const knownHan = 3000

export function makeText(seed: number): PageText {
  if (isChinese(seed)) return { title: han(seed, 6), body: han(seed + 1, pageCharacters) }
  const random = randomFrom(seed)
  const language = languageOf(seed)
  const lines: string[] = []
  for (let length = 0; length < pageCharacters; length = lines.join(' ').length) {
    lines.push(`${makeSentence(random, language, 12)}.`)
  }
  return {
    title: makeSentence(random, language, 3),
    body: lines.join(' ').slice(0, pageCharacters),
  }
}

/** A page in one script alone. */
export function makeTextIn(script: Script, seed: number, characters: number): PageText {
  if (script === 'chinese') {
    return { title: chinese(seed, 6), body: chinese(seed + 1_000_000, characters) }
  }
  const language = script === 'latin' ? 'english' : 'russian'
  const random = randomFrom(seed)
  const title = makeSentence(random, language, 3)
  return { title, body: makeSentence(random, language, characters / 3).slice(0, characters) }
}

/** Queries by kind; as many as asked for of each. */
export function makeQueries(count: number): Record<string, string[]> {
  const seeds = Array.from({ length: count }, (_, index) => index)
  const question = (seed: number) => makeSentence(randomFrom(seed ^ 0x777), languageOf(seed), 9)
  return {
    'as people type': seeds.map((seed) =>
      seed % 5 === 0 ? han(seed ^ 0x333, 2 + (seed % 5)) : makeQuery(seed),
    ),
    'a whole question': seeds.map((seed) => (seed % 5 === 0 ? han(seed, 14) : question(seed))),
    'with a typing mistake': seeds.map((seed) => mistype(question(seed), seed)),
    'the commonest words': seeds.map((seed) =>
      seed % 3 === 0 ? 'и в не на что' : seed % 3 === 1 ? 'the of and to in' : '的一是不了',
    ),
    '500 characters': seeds.map((seed) => (seed % 3 === 0 ? han(seed, 500) : longQuery(seed))),
    'one frequent character': seeds.map((seed) => commonHan.charAt(seed % 8)),
    '250 of one character': seeds.map((seed) =>
      `${commonHan.charAt(seed % 8)} a i `.repeat(100).slice(0, 500),
    ),
    '500 emoji': seeds.map(() => '😀'.repeat(250)),
  }
}

/** Words as rare as those of real Chinese, which has no spaces: independent characters would repeat few pairs. */
const chineseWords = Array.from({ length: 20_000 }, (_, number) =>
  han(number + 9_000_000, number < 40 ? 1 : 2 + (number % 5 === 0 ? 1 : 0)),
)

function chinese(seed: number, length: number): string {
  const random = randomFrom(seed)
  let text = ''
  while (text.length < length) {
    text += chineseWords[Math.floor(chineseWords.length ** random() - 1)] ?? ''
    if (random() < 0.06) text += random() < 0.5 ? '，' : '。'
  }
  return text.slice(0, length)
}

/** Every tenth page. */
function isChinese(seed: number): boolean {
  return seed % 10 === 9
}

function han(seed: number, length: number): string {
  const random = randomFrom(seed ^ 0x1234)
  return Array.from({ length }, () => {
    const rank = Math.floor(knownHan ** random() - 1)
    return commonHan[rank] ?? String.fromCharCode(firstHan + rank * 6)
  }).join('')
}

function longQuery(seed: number): string {
  const random = randomFrom(seed ^ 0x999)
  return makeSentence(random, languageOf(seed), 90).slice(0, 500)
}

/** One letter left out of the longest word. */
function mistype(text: string, seed: number): string {
  const words = text.split(' ')
  const target = words.toSorted((one, other) => other.length - one.length)[0] ?? ''
  const at = 1 + (seed % Math.max(1, target.length - 2))
  return text.replace(target, target.slice(0, at) + target.slice(at + 1))
}
