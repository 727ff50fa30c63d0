/** Made-up notes in English and Russian: the same ones in every run, with the word frequencies of real prose. */

export type Language = 'english' | 'russian'
/** Gives the next number from 0 up to 1; the same seed gives the same row of numbers. */
export type Random = () => number

const vocabularies: Record<Language, readonly string[]> = {
  english: combine(
    `the of and to in for with on that this we our from each into over after before under note
     plan team draft page search index store write read test build ship review meet budget client
     order report server release design market train garden river winter paper letter music signal
     carbon planet forest engine window bridge kitchen harbor pattern copper mirror summit travel`,
    'er ed ing s ment al ity ful less able ness ward ist ize ship hood ly ish ant en age ure ory',
  ),
  russian: combine(
    `и в не на что с по как это для от мы наш после перед каждый план команд чернов страниц поиск
     индекс запис чита тест сборк выпуск обзор встреч бюджет клиент заказ отчёт сервер дизайн рынок
     поезд сад река зим бумаг письм музык сигнал углерод планет лес двигател окн мост кухн гаван
     узор медн зеркал вершин путешеств ключ журнал раздел задач срок`,
    'а ы ов ам ами ах ность ный ная ное ение ать ить ил ила ующий ский ник чик ка ок ого ому ими',
  ),
}

/** Texts of different seeds share the vocabulary and nothing else (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Every third page is in Russian. */
export function languageOf(seed: number): Language {
  return seed % 3 === 2 ? 'russian' : 'english'
}

export function makeTitle(seed: number): string {
  const random = randomFrom(seed ^ 0x7171)
  return makeSentence(random, languageOf(seed), 2 + Math.floor(random() * 4))
}

/** A page of about `bytes` bytes with headings, lists, tasks, a table, code and marks. */
export function makeMarkdown(seed: number, bytes: number): string {
  const random = randomFrom(seed)
  const language = languageOf(seed)
  const parts: string[] = []
  let size = 0
  while (size < bytes) {
    const part = makePart(random, language, parts.length)
    const left = bytes - size
    const length = Buffer.byteLength(part) + 2
    // The last part is cut at a word, so that pages of one size differ by less than a word.
    parts.push(length <= left ? part : cutTo(makeSentence(random, language, 400), left))
    size += length
  }
  return `${parts.join('\n\n')}\n`
}

/**
 * What a person types: one to three words, each on 1 % of the pages in the middle, now and then a word
 * as common as "the" among them, some not finished.
 */
export function makeQuery(seed: number): string {
  const random = randomFrom(seed ^ 0x5a5a5a)
  const language = languageOf(seed)
  const count = 1 + Math.floor(random() * 3)
  const words = Array.from({ length: count }, () => word(random, language, 100))
  if (count > 1 && random() < 0.25) words[0] = word(random, language, 0)
  const text = words.join(' ')
  return random() < 0.2 && text.length > 5 ? text.slice(0, -2) : text
}

function makePart(random: Random, language: Language, index: number): string {
  if (index % 7 === 0) return `## ${makeSentence(random, language, 4)}`
  const kind = random()
  const items = () => Array.from({ length: 3 }, () => makeSentence(random, language, 7))
  if (kind < 0.12)
    return items()
      .map((item) => `- ${item}`)
      .join('\n')
  if (kind < 0.2)
    return items()
      .map((item, at) => `- [${at === 0 ? 'x' : ' '}] ${item}`)
      .join('\n')
  if (kind < 0.25) return table(random, language)
  if (kind < 0.3) return `\`\`\`js\nconst ${word(random, 'english', 30)} = 42\n\`\`\``
  return paragraph(random, language)
}

function paragraph(random: Random, language: Language): string {
  const marked = `**${word(random, language, 20)}**`
  const link = `[${word(random, language, 20)}](https://example.com/${Math.floor(random() * 1000)})`
  const texts = [14, 18, 11].map((length) => makeSentence(random, language, length))
  return `${texts[0]}. ${texts[1]} ${marked}. ${texts[2]} ${link}.`
}

function table(random: Random, language: Language): string {
  const row = () => `| ${word(random, language, 20)} | ${word(random, language, 20)} |`
  return [row(), '| --- | --- |', row(), row()].join('\n')
}

export function makeSentence(random: Random, language: Language, length: number): string {
  const words = Array.from({ length }, () => word(random, language, 0))
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The n-th commonest word comes up n times as rarely as the commonest (Zipf), from rank `from` on. */
function word(random: Random, language: Language, from: number): string {
  const words = vocabularies[language]
  const rank = (from + 1) * (words.length / (from + 1)) ** random() - 1
  return words[Math.floor(rank)] ?? ''
}

function cutTo(text: string, bytes: number): string {
  const cut = new TextDecoder().decode(Buffer.from(text).subarray(0, bytes))
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))
}

/** Plain words first, then stem and ending, then two stems and an ending: some 60,000 words. */
function combine(stems: string, endings: string): string[] {
  const plain = stems.split(/\s+/)
  const long = plain.filter((stem) => stem.length > 3)
  const inflected = endings.split(' ').flatMap((ending) => long.map((stem) => stem + ending))
  const compound = inflected.flatMap((form, index) =>
    long.slice(index % 7, (index % 7) + 40).map((stem) => stem + form),
  )
  return [...plain, ...inflected, ...compound]
}
