import { nameOf, type ViewQuery, type ViewTotal } from '../../../content/views/query.ts'
import { dayMs } from '../../lib/clock.ts'
import type { PropertyType } from '../../lib/property-types.ts'
import type { views } from '../../store/index.ts'
import type { KeyTypes } from './columns.ts'

/** The totals of a view or group: by the name of the column, then by kind. */
export type ViewTotals = Record<string, Record<string, string | number | null>>

/** Sums of the same numbers in another order differ after that. */
const significantDigits = 12

/** The keys that are added up, each with its type. */
export async function totalKeys({ totals }: ViewQuery, types: KeyTypes): Promise<views.TotalKey[]> {
  const keys = totals.flatMap(({ subject }) => ('key' in subject ? [subject.key] : []))
  return Promise.all(
    [...new Set(keys)].map(async (key) => {
      const { type } = await types.of(key)
      return { key, type: hasNumbers(type) ? type : 'number' }
    }),
  )
}

/** Whether values of a type are compared and added up as numbers. */
export function hasNumbers(type: PropertyType): boolean {
  return type === 'number' || type === 'date' || type === 'checkbox'
}

export function toTotals(
  wanted: readonly ViewTotal[],
  keys: readonly views.TotalKey[],
  { pages, totals }: { pages: number; totals: readonly views.Totals[] },
): ViewTotals {
  const entries = wanted.map(({ subject, kinds }) => {
    const index = 'key' in subject ? keys.findIndex(({ key }) => key === subject.key) : -1
    const [key, added] = [keys[index], totals[index]]
    const values = kinds.map((kind) => {
      if (kind === 'count') return [kind, pages]
      if (key === undefined || added === undefined) return [kind, null]
      return [kind, totalOf(kind, key.type, added)]
    })
    return [nameOf(subject), Object.fromEntries(values)]
  })
  return Object.fromEntries(entries)
}

function totalOf(
  kind: 'filled' | 'sum' | 'average' | 'min' | 'max',
  type: PropertyType,
  { filled, numbers, sum, min, max }: views.Totals,
): string | number | null {
  if (kind === 'filled') return filled
  if (kind === 'min' || kind === 'max') {
    const number = kind === 'min' ? min : max
    return number === null || type !== 'date' ? number : isoOf(number)
  }
  if (sum === null || type === 'date') return null
  return Number((kind === 'sum' ? sum : sum / numbers).toPrecision(significantDigits))
}

function isoOf(day: number): string {
  const text = new Date(Math.round(day * dayMs)).toISOString()
  return Number.isInteger(day) ? text.slice(0, 10) : text
}
