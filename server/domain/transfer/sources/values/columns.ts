import { readDate } from './dates.ts'

/** How the values of a column are read, which all of them decide together. */
export type ColumnType = 'checkbox' | 'number' | 'decimal comma' | 'date' | 'list' | 'text'

const lists = /^(?:tags?|labels?|categor(?:y|ies)|keywords?|topics?)$/i
const pointNumber = /^-?(?:\d{1,15}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,10})?$/
/** Without groups of thousands, for which a comma would stand. */
const plainNumber = /^-?\d{1,15}(?:\.\d{1,10})?$/
const commaNumber = /^-?(?:\d{1,15}|\d{1,3}(?:\.\d{3})+)(?:,\d{1,10})?$/
const yes = /^(?:yes|true)$/i
const box = /^(?:yes|no|true|false)$/i
/** Codes that begin with a zero are not numbers. */
const code = /^-?0\d/

/** Finds the type of a column by its name and its values; empty values say nothing. */
export type Column = { add: (value: string) => void; type: () => ColumnType }

export function startColumn(
  name: string,
  { hasDecimalComma }: { hasDecimalComma: boolean },
): Column {
  let isEmpty = true
  const numbers = hasDecimalComma ? plainNumber : pointNumber
  const can = { box: true, number: true, comma: hasDecimalComma, date: true }
  const has = { point: false, comma: false }
  return {
    add: (given) => {
      const value = given.trim()
      if (value === '') return
      isEmpty = false
      const isCode = code.test(value)
      can.box &&= box.test(value)
      can.number &&= !isCode && numbers.test(value)
      can.comma &&= !isCode && commaNumber.test(value)
      can.date &&= readDate(value) !== undefined
      has.point ||= value.includes('.')
      has.comma ||= value.includes(',')
    },
    type: () => {
      if (lists.test(name.trim())) return 'list'
      if (isEmpty) return 'text'
      if (can.box) return 'checkbox'
      if (can.comma && has.comma) return 'decimal comma'
      // A point can mean thousands or decimals, as in 1.500.
      if (can.number) return can.comma && has.point ? 'text' : 'number'
      return can.date ? 'date' : 'text'
    },
  }
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
    case 'decimal comma':
      return Number(value.replaceAll('.', '').replace(',', '.'))
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
