import { readDate } from './dates.ts'

/** How the values of a column are read, which all of them decide together. */
export type ColumnType = 'checkbox' | 'number' | 'date' | 'list' | 'text'

const lists = /^(?:tags?|labels?|categor(?:y|ies)|keywords?|topics?)$/i
const number = /^-?(?:\d{1,15}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,10})?$/
const yes = /^(?:yes|true)$/i
const box = /^(?:yes|no|true|false)$/i
/** Codes that begin with a zero are not numbers. */
const code = /^-?0\d/

/** The type of a column from its name and its values; empty values say nothing. */
export function columnType(name: string, values: readonly string[]): ColumnType {
  const filled = values.filter((value) => value.trim() !== '')
  if (lists.test(name.trim())) return 'list'
  if (filled.length === 0) return 'text'
  if (filled.every((value) => box.test(value.trim()))) return 'checkbox'
  if (filled.every((value) => number.test(value.trim()) && !code.test(value.trim())))
    return 'number'
  return filled.every((value) => readDate(value) !== undefined) ? 'date' : 'text'
}

/** Undefined for an empty value. */
export function readValue(type: ColumnType, text: string): unknown {
  const value = text.trim()
  if (value === '') return undefined
  switch (type) {
    case 'checkbox':
      return yes.test(value)
    case 'number':
      return Number(value.replaceAll(',', ''))
    case 'date':
      return readDate(value) ?? value
    case 'list':
      return value
        .split(/[,;]/)
        .map((item) => item.trim())
        .filter((item) => item !== '')
    case 'text':
      return value
  }
}
