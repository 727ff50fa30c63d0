import { dayMs } from '../../lib/clock.ts'
import type { PropertyType } from '../../lib/property-types.ts'
import { foldText } from '../../lib/text.ts'
import type { properties } from '../../store/index.ts'

/** The types and the index rows of values, as far as the values alone decide. */

export type Scalar = string | number | boolean

/** The beginning of a text that is compared. */
const comparedLength = 200

const day = /^\d{4}-\d{2}-\d{2}$/
const instant =
  /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?(?:[Zz]|[+-]\d{2}(?::?\d{2})?))?$/
const url = /^https?:\/\/\S+$/i
const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const reference = new RegExp(`^\\[(.*)\\]\\(/(pages|members)/(${id})\\)$`, 'is')

export type Reference = { type: 'page' | 'person'; id: string; label: string }

/** A page or person: `[Roadmap](/pages/ID)`, `[Ada Lovelace](/members/ID)`. */
export function readReference(value: Scalar): Reference | undefined {
  const found = typeof value === 'string' ? reference.exec(value) : null
  if (found === null) return undefined
  const [, label = '', kind, anyId = ''] = found
  const type = kind?.toLowerCase() === 'pages' ? 'page' : 'person'
  return { type, id: anyId.toLowerCase(), label: label.replaceAll(/\\([\\[\]])/g, '$1') }
}

export function writeReference({ type, id: to, label }: Reference): string {
  const name = label.replaceAll(/\s+/g, ' ').replaceAll(/[\\[\]]/g, String.raw`\$&`)
  return `[${name}](/${type === 'page' ? 'pages' : 'members'}/${to})`
}

/** The time of an ISO date, with or without a time of day; undefined if it is none. */
export function timeOf(value: Scalar): number | undefined {
  if (typeof value !== 'string' || !(day.test(value) || instant.test(value))) return undefined
  const time = Date.parse(day.test(value) ? value : normal(value))
  // Date.parse takes 31 February for a day in March.
  const written = Number(value.slice(8, 10))
  const last = new Date(Date.UTC(Number(value.slice(0, 4)), Number(value.slice(5, 7)), 0))
  return Number.isNaN(time) || written > last.getUTCDate() ? undefined : time
}

export function isUrl(value: Scalar): boolean {
  return typeof value === 'string' && url.test(value)
}

export function typeOf(value: Scalar): PropertyType {
  if (typeof value === 'boolean') return 'checkbox'
  if (typeof value === 'number') return 'number'
  const found = readReference(value)
  if (found !== undefined) return found.type
  if (timeOf(value) !== undefined) return 'date'
  return isUrl(value) ? 'url' : 'text'
}

/** The type of a property: a list of people or pages has theirs. */
export function typeOfAll(values: readonly Scalar[], isList: boolean): PropertyType {
  const types = new Set(values.map(typeOf))
  const [first = 'text'] = types
  if (!isList) return first
  return types.size === 1 && (first === 'person' || first === 'page') ? first : 'multi-select'
}

/** A value without its position among those of the page. */
export type IndexedValue = Omit<properties.PropertyRow, 'position' | 'item'>

export function indexedValue(key: string, type: PropertyType, value: Scalar): IndexedValue {
  const row = { key, type }
  const found = readReference(value)
  if (found !== undefined) return { ...row, text: found.id, value: null, number: null }
  const complete = String(value)
  const text = foldText(complete).slice(0, comparedLength).toWellFormed()
  const time = timeOf(value)
  const number = time === undefined ? Number(value) : time / dayMs
  const hasNumber = typeof value !== 'string' || time !== undefined
  return {
    ...row,
    text,
    value: text === complete ? null : complete,
    number: hasNumber ? number : null,
  }
}

/** What `Date.parse` reads everywhere; a time without zone is in UTC. */
function normal(value: string): string {
  const [, date = '', time = '', zone = 'Z'] = /^(\S{10})[Tt ]([\d:.]+) ?(\S+)?$/.exec(value) ?? []
  const hours = /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.toUpperCase()
  const withColon = hours.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
  return `${date}T${time}${withColon}`
}
