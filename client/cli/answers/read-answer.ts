import { QuireError } from '../../errors.ts'
import { answerSchemas } from './answer-schemas.ts'
import type { Schema } from './schema.ts'

/**
 * Reads the answer of an operation for a command that writes files: only the fields of its schema, which have their
 * types. Throws UNEXPECTED_ANSWER.
 */
export function readAnswer(operation: string, answer: unknown): unknown {
  const schema = answerSchemas[operation]
  if (schema === undefined) throw unexpected(operation, 'has no schema')
  const read = readValue(schema, answer, '')
  if (!read.ok) throw unexpected(operation, read.reason)
  return read.value
}

type Read = { ok: true; value: unknown } | { ok: false; reason: string }

function readValue(schema: Schema, value: unknown, path: string): Read {
  if (schema.anyOf !== undefined) {
    const attempts = schema.anyOf.map((one) => readValue(one, value, path))
    return attempts.find(({ ok }) => ok) ?? attempts[0] ?? { ok: true, value: undefined }
  }
  const { type } = schema
  const types = typeof type === 'string' ? [type] : (type ?? [])
  if (types.length > 0 && !types.some((name) => isOfType(name, value)))
    return { ok: false, reason: `${path} is not ${types.join(' or ')}` }
  if (typeof value === 'string') return readText(schema, value, path)
  if (Array.isArray(value)) return readItems(schema.items ?? {}, value, path)
  if (typeof value !== 'object' || value === null) return { ok: true, value }
  return readFields(schema, value, path)
}

function readText({ pattern }: Schema, value: string, path: string): Read {
  const isMatch = pattern === undefined || new RegExp(pattern, 'u').test(value)
  return isMatch ? { ok: true, value } : { ok: false, reason: `${path} does not match ${pattern}` }
}

function readItems(items: Schema, values: readonly unknown[], path: string): Read {
  const list: unknown[] = []
  for (const [index, value] of values.entries()) {
    const read = readValue(items, value, `${path}/${index}`)
    if (!read.ok) return read
    list.push(read.value)
  }
  return { ok: true, value: list }
}

function readFields({ properties = {}, required = [] }: Schema, given: object, path: string): Read {
  const missing = required.find((name) => !Object.hasOwn(given, name))
  if (missing !== undefined) return { ok: false, reason: `${path}/${missing} is missing` }
  const values: Readonly<Record<string, unknown>> = { ...given }
  const fields: [string, unknown][] = []
  for (const [name, schema] of Object.entries(properties)) {
    if (!Object.hasOwn(values, name)) continue
    const read = readValue(schema, values[name], `${path}/${name}`)
    if (!read.ok) return read
    fields.push([name, read.value])
  }
  return { ok: true, value: Object.fromEntries(fields) }
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return type === 'integer' ? Number.isSafeInteger(value) : typeof value === type
}

function unexpected(operation: string, reason: string): QuireError {
  const message = `The answer of the server is not one of ${operation}: ${reason.trim()}. Nothing was written from it. Is it a Quire server of this release?`
  return new QuireError(message, { code: 'UNEXPECTED_ANSWER', status: 200, operation })
}
