import { pageFieldNames, type StoredFieldName, storedFieldNames } from '../../lib/page-fields.ts'

/** The fields of a page for use in statements. */

/** Columns with another name than their field. */
const columns: Partial<Record<StoredFieldName, string>> = { properties: 'properties_source' }

export const fieldColumns = list(columnOf)

export const fieldValues = list((name) => `$${name}`)

export const fieldAssignments = list(assignment)

export const fieldAssignmentsButTitle = storedFieldNames
  .filter((name) => name !== 'title')
  .map(assignment)
  .join(', ')

export function selectStoredFields(table: 'pages' | 'p' | 'v'): string {
  return list((name) => `${table}.${columnOf(name)} as "${name}"`)
}

/** Without those that have operations of their own. */
export function selectFields(table: 'pages' | 'p' | 'v'): string {
  return pageFieldNames.map((name) => `${table}.${columnOf(name)} as "${name}"`).join(', ')
}

function assignment(name: StoredFieldName): string {
  return `${columnOf(name)} = $${name}`
}

function list(write: (name: StoredFieldName) => string): string {
  return storedFieldNames.map(write).join(', ')
}

function columnOf(name: StoredFieldName): string {
  const named = columns[name]
  if (named !== undefined) return named
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
