import { dayMs } from '../../lib/clock.ts'

/** The placeholders of templates, such as `{{title}}` and `{{date:+7}}`. */

/** What a new page is filled with. */
export type Filling = {
  title: string
  /** An ISO date, in the time zone of the person. */
  date: string
  /** Hours and minutes there. */
  time: string
  author: string
  /** The title of the page above; empty at the top level. */
  parent: string
}

/** A part of a text: what stays, what was filled in, a date, or the place of the cursor. */
export type Part = { kind: 'text' | 'date'; text: string } | { kind: 'cursor' }

const placeholder =
  /\{\{[ \t]*(?:(title|time|author|parent|cursor)|(date|year|month|day|week)(?::([+-]\d{1,4}))?)[ \t]*\}\}/g

export function hasPlaceholder(text: string): boolean {
  return text.search(placeholder) >= 0
}

/** The parts of a text, in order; unknown placeholders stay as they are. */
export function fillParts(text: string, filling: Filling): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const found of text.matchAll(placeholder)) {
    parts.push({ kind: 'text', text: text.slice(from, found.index) })
    parts.push(partOf(found, filling))
    from = found.index + found[0].length
  }
  parts.push({ kind: 'text', text: text.slice(from) })
  return parts.filter((part) => part.kind === 'cursor' || part.text !== '')
}

/** The same as one text. */
export function fillText(text: string, filling: Filling): string {
  return fillParts(text, filling)
    .map((part) => (part.kind === 'cursor' ? '' : part.text))
    .join('')
}

function partOf([, word, unit, offset]: RegExpExecArray, filling: Filling): Part {
  if (word === 'cursor') return { kind: 'cursor' }
  if (unit === undefined) return { kind: 'text', text: valueOf(word, filling) }
  const date = new Date(Date.parse(filling.date) + Number(offset ?? 0) * dayMs)
  const iso = date.toISOString().slice(0, 10)
  return unit === 'date' ? { kind: 'date', text: iso } : { kind: 'text', text: unitOf(unit, date) }
}

function valueOf(word: string | undefined, { title, time, author, parent }: Filling): string {
  switch (word) {
    case 'title':
      return title
    case 'time':
      return time
    case 'author':
      return author
    default:
      return parent
  }
}

function unitOf(unit: string, date: Date): string {
  const iso = date.toISOString()
  switch (unit) {
    case 'year':
      return iso.slice(0, 4)
    case 'month':
      return iso.slice(5, 7)
    case 'day':
      return iso.slice(8, 10)
    default:
      return String(isoWeek(date)).padStart(2, '0')
  }
}

/** The week of ISO 8601: the first has the first Thursday of the year. */
function isoWeek(date: Date): number {
  const thursday = new Date(date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * dayMs)
  const yearStart = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  return 1 + Math.floor((thursday.getTime() - yearStart) / (7 * dayMs))
}
