import type { Field } from './specification.ts'

export type Violation = { value: unknown; rules: string[] }

const emoji = '📝'

/** Every way to violate what the specification says of a field, with the rules that name it. */
export function violationsOf(field: Field): Violation[] {
  const required = field.required ? [{ value: undefined, rules: ['required'] }] : []
  return [...required, ...violationsByKind(field)]
}

function violationsByKind(field: Field): Violation[] {
  switch (field.kind) {
    case 'id':
      return [
        ...wrongTypes('string', field.nullable),
        ...broken('pattern', ['', 'lab', '01890000-0000-7000-8000-00000000000', ' '.repeat(36)]),
        ...broken('pattern', ['{01890000-0000-7000-8000-000000000001}', 'null']),
        ...broken('pattern', ['01890000000070008000000000000001', '0'.repeat(36)]),
      ]
    case 'text':
      return [
        ...wrongTypes('string', field.nullable),
        ...(field.min > 0 ? broken('minLength', ['']) : []),
        ...(Number.isFinite(field.max)
          ? broken('maxLength', ['x'.repeat(field.max + 1), emoji.repeat(field.max + 1)])
          : []),
      ]
    case 'integer':
      return [
        ...wrongTypes('integer', false),
        ...broken('type', ['5', 1.5]),
        ...broken('minimum', [field.min - 1, -1e300]),
        ...(Number.isFinite(field.max) ? broken('maximum', [field.max + 1, 1e300]) : []),
      ]
    case 'word':
      return [
        ...wrongTypes('string', false).map(({ value }) => ({ value, rules: ['enum', 'type'] })),
        ...broken('enum', ['', 'text', 'TEXT ', 'KANBAN']),
      ]
    case 'base64':
      return [
        ...wrongTypes('string', false),
        ...broken('format', ['a', 'aGVs bG8=', 'aGVsbG8=\n', 'aGVs-_8=', 'aGVsbG8==', '=', '====']),
        ...broken('format', ['aGVsbG8=aGVs', 'data:text/plain;base64,aGVs', 'aGVsbG9=', 'é']),
      ]
    default:
      return wrongTypes('object', false)
  }
}

/** The largest and the oddest values that the specification allows. */
export function limitsOf(field: Field, own: unknown): unknown[] {
  switch (field.kind) {
    case 'id':
      return [String(own).toUpperCase(), ...(field.nullable ? [null, undefined] : [])]
    case 'text': {
      const maxChars = Number.isFinite(field.max) ? field.max : 100
      const limits = [emoji.repeat(maxChars), 'x'.repeat(Math.max(1, field.min))]
      return [...limits, ...(field.min === 0 ? [''] : []), ...(field.nullable ? [null] : [])]
    }
    case 'integer':
      return [field.min, Number.isFinite(field.max) ? field.max : 1e300, undefined]
    case 'word':
      return [...field.words, undefined]
    case 'base64':
      return ['', 'aA==', 'aA', 'aGU=', 'aGU', '+/+/']
    default:
      return [{ type: 'doc', content: [{ type: 'paragraph' }] }, undefined]
  }
}

function wrongTypes(type: 'string' | 'integer' | 'object', nullable: boolean): Violation[] {
  const values: unknown[] = [true, [], [1], ...(nullable ? [] : [null])]
  if (type !== 'object') values.push({})
  if (type !== 'integer') values.push(5)
  if (type === 'object') values.push('{}')
  return broken('type', values)
}

function broken(rule: string, values: unknown[]): Violation[] {
  return values.map((value) => ({ value, rules: [rule] }))
}
