import { type PageFieldName, pageFieldNames } from '../../lib/page-fields.ts'

/** The fields of a page for use in statements: each has a column of the same name. */

export const fieldColumns = list(columnOf)

export const fieldValues = list((name) => `$${name}`)

export const fieldAssignments = list((name) => `${columnOf(name)} = $${name}`)

export function selectFields(table: 'pages' | 'p' | 'v'): string {
  return list((name) => `${table}.${columnOf(name)} as "${name}"`)
}

function list(write: (name: PageFieldName) => string): string {
  return pageFieldNames.map(write).join(', ')
}

function columnOf(name: PageFieldName): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
