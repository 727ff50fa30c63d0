import { type Random, randomFrom } from '../../../bench/support/texts.ts'
import { type Writer } from '../../../content/steps/attribution.ts'
import { writerOf } from './past-changes.ts'
import { pick } from './random-edits.ts'

/** Random histories of a page whose words, numbers and dates are changed one by one, with the result of a revert. */

export const agent = writerOf('agent')
const people = ['ada', 'ben', 'cem'].map((userId) => writerOf(userId))

export type WordHistory = {
  base: string
  /** The page after each change, as Markdown. */
  changes: [Writer, string][]
  /** The page after the revert. */
  expected: string
  /** The words that others wrote instead of those of the run, or nothing, and those before the run, by position. */
  corrected: [text: string, before: string][]
}

type Slot = {
  kind: Kind
  first: string
  now: string
  last: string
  isRuns: boolean
  isCorrected: boolean
}
type Kind = (typeof kinds)[number]
const kinds = ['word', 'number', 'price', 'date', 'time', 'version'] as const

const changeCount = 14

export function randomWords(seed: number): WordHistory {
  const random = randomFrom(seed)
  const words = new RandomWords(random)
  const slots: Slot[] = Array.from({ length: 12 }, (_, index) => {
    const kind = index % 3 === 0 ? 'word' : pick(kinds, random)
    const first = words.next(kind)
    return { kind, first, now: first, last: first, isRuns: false, isCorrected: false }
  })
  const base = pageOf(slots.map(({ first }) => first))
  const changes = Array.from({ length: changeCount }, (): [Writer, string] => {
    const writer = random() < 0.45 ? agent : pick(people, random)
    const count = 1 + Math.floor(random() * 3)
    const chosen = new Set(Array.from({ length: count }, () => pick(slots, random)))
    const [one] = chosen
    if (one?.isRuns === true && writer !== agent && random() < 0.3) write(one, '', false)
    else for (const slot of chosen) write(slot, words.next(slot.kind), writer === agent)
    return [writer, pageOf(slots.map(({ now }) => now))]
  })
  return {
    base,
    changes,
    expected: pageOf(slots.map(({ last }) => last)),
    corrected: slots
      .filter(({ isCorrected }) => isCorrected)
      .map(({ last, first }): [string, string] => [last, first]),
  }
}

/** A word belongs to its last writer; one of the run gives way to the last one of others. */
function write(slot: Slot, word: string, isRuns: boolean): void {
  slot.now = word
  if (!isRuns) {
    slot.isCorrected ||= slot.isRuns
    if (!slot.isCorrected) slot.first = word
    slot.last = word
  }
  slot.isRuns = isRuns
}

/** Sentences, a list and a table, with words between them that nobody changes. */
function pageOf(words: readonly string[]): string {
  const [a, b, c, d, e, f, g, h, i, j, k, l] = words
  return [
    line('# Plan for', a, 'today'),
    line('The first', b, 'costs about', c, 'since', d, 'in **all', e, 'cases** here.'),
    `${line('- Ask', f, 'first')}\n${line('- [ ] Wait until', g, 'for them')}`,
    `| Name | Value |\n| - | - |\n| ${h} | ${i} |\n| ${line('Rent of', j)} | ${k} |`,
    line('Then', l, 'is the end of it.'),
  ].join('\n\n')
}

/** Words with spaces between them, without those that are deleted. */
function line(...words: readonly (string | undefined)[]): string {
  return words.filter((word) => word !== '').join(' ')
}

class RandomWords {
  readonly #random: Random
  #count = 0

  constructor(random: Random) {
    this.#random = random
  }

  /** A word that no other position has, and that looks like others of its kind. */
  next(kind: Kind): string {
    this.#count += 1
    const number = this.#count
    const two = (limit: number) => String(1 + Math.floor(this.#random() * limit)).padStart(2, '0')
    switch (kind) {
      case 'word':
        return `${pick(['un', 're', 'mis', 'over'], this.#random)}stab${letters(number)}le`
      case 'number':
        return `${1 + (number % 9)},${String(number).padStart(3, '0')}`
      case 'price':
        return `$${number}.${two(60)}`
      case 'date':
        return `${2000 + number}-${two(12)}-${two(28)}`
      case 'time':
        return `${two(23)}:${String(number % 60).padStart(2, '0')}`
      case 'version':
        return `v1.${number}.${two(9)}`
    }
  }
}

function letters(number: number): string {
  return String.fromCharCode(97 + (number % 26), 97 + (Math.floor(number / 26) % 26))
}
