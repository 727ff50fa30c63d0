import type { Random } from '../../../../bench/support/texts.ts'

/** One thing that someone does. Pages are named by their number in the order of creation, within their world. */
export type Step =
  | { do: 'create'; parent: number; text: string }
  | { do: 'write'; page: number; text: string }
  | { do: 'rename'; page: number; text: string }
  | { do: 'move'; page: number; parent: number }
  | { do: 'delete'; page: number }
  | { do: 'restore'; page: number }
  /** For good. */
  | { do: 'purge'; page: number }
  | { do: 'permit'; page: number }
  | { do: 'comment'; page: number; text: string }
  | { do: 'upload'; page: number; text: string }
  /** To an open page, and to a page and a file of the section. */
  | { do: 'link'; page: number; target: number; text: string }
  | { do: 'visit'; page: number }

/** `isSecret` steps happen in the section, and only where there is one. */
export type Event = { isSecret: boolean; step: Step }

const words =
  'harbour lighthouse ledger invoice meadow engine violin kettle orchard compass ferry granite'.split(
    ' ',
  )
/** Stand in the section far more often than outside, and one of them only there. */
const secretWords = [...words.slice(0, 4), 'harbor', 'lighthouses', 'zirconium', 'xylophone']

const kinds = [
  'create',
  'create',
  'create',
  'write',
  'rename',
  'move',
  'delete',
  'restore',
  'purge',
  'permit',
  'comment',
  'upload',
  'link',
  'visit',
] as const

/** A history of a workspace in which about every second step happens in a section that others cannot see. */
export function makeHistory(random: Random, length: number): Event[] {
  return Array.from({ length }, () => {
    const isSecret = random() < 0.5
    return { isSecret, step: makeStep(random, isSecret ? secretWords : words) }
  })
}

function makeStep(random: Random, vocabulary: readonly string[]): Step {
  const kind = kinds[Math.floor(random() * kinds.length)] ?? 'create'
  const [page, parent] = [Math.floor(random() * 1000), Math.floor(random() * 1000)]
  const text = makeText(random, vocabulary)
  switch (kind) {
    case 'create':
      return { do: kind, parent, text }
    case 'move':
      return { do: kind, page, parent }
    case 'link':
      return { do: kind, page, target: parent, text }
    case 'delete':
    case 'restore':
    case 'purge':
    case 'permit':
    case 'visit':
      return { do: kind, page }
    default:
      return { do: kind, page, text }
  }
}

function makeText(random: Random, vocabulary: readonly string[]): string {
  const count = 2 + Math.floor(random() * 8)
  const chosen = Array.from(
    { length: count },
    () => vocabulary[Math.floor(random() * vocabulary.length)] ?? '',
  )
  return chosen.join(' ')
}
