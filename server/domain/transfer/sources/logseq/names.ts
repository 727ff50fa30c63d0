import { posix } from 'node:path'
import { decodedPath } from '../../links/read-url.ts'

/** The name of a page by its file: `a___b` and `a%2Fb` are both `a/b`. */
export function nameOfFile(path: string): string {
  const name = posix.basename(path, posix.extname(path))
  return decodedPath(name.replaceAll('___', '/'))
}

/** The parts of a name: each page is below the one that its name begins with. */
export function partsOf(name: string): string[] {
  return name
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The form in which names are compared: case makes no difference. */
export function nameKey(name: string): string {
  return partsOf(name.normalize('NFC').toLowerCase()).join('/')
}

/** The day of a journal by its file. */
export function dayOfFile(path: string): Date | undefined {
  const name = posix.basename(path, posix.extname(path))
  const [, year, month, day] = /^(\d{4})[_-](\d\d)[_-](\d\d)$/.exec(name) ?? []
  if (year === undefined) return undefined
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** The settings of a graph that its files depend on. */
export type GraphSettings = { journals: string; titleFormat: string }

export function readSettings(edn: string): GraphSettings {
  const lines = edn.replaceAll(/"(?:[^"\\]|\\.)*"|;[^\n]*/g, (found) =>
    found.startsWith('"') ? found : '',
  )
  const stated = (key: string) =>
    new RegExp(`:${key}[ \\t\\n]{1,20}"([^"\\n]{1,100})"`).exec(lines)?.[1]
  return {
    journals: stated('journals-directory') ?? 'journals',
    titleFormat: stated('journal/page-title-format') ?? 'MMM do, yyyy',
  }
}

/** The title of a journal in the format that the graph states. */
export function journalTitle(day: Date, format: string): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(day)
  const number = day.getUTCDate()
  const month = day.getUTCMonth() + 1
  const year = String(day.getUTCFullYear())
  const two = (value: number) => String(value).padStart(2, '0')
  const values: Readonly<Record<string, string>> = {
    yyyy: year,
    yy: year.slice(2),
    MMMM: part({ month: 'long' }),
    MMM: part({ month: 'short' }),
    MM: two(month),
    M: String(month),
    do: `${number}${ordinalOf(number)}`,
    dd: two(number),
    d: String(number),
    EEEE: part({ weekday: 'long' }),
    EEE: part({ weekday: 'short' }),
    E: part({ weekday: 'short' }),
  }
  return format.replaceAll(
    /y{4}|y{2}|M{1,4}|do|d{1,2}|E{4}|E{3}|E/g,
    (code) => values[code] ?? code,
  )
}

function ordinalOf(number: number): string {
  const isTeen = number > 10 && number < 14
  return (isTeen ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10]) ?? 'th'
}
