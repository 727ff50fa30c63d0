import type { TSchema } from 'typebox'
import type { NamedOperation } from '../../../server/operations/index.ts'

/** What an operation may be asked at most: the whole of it, or half. */
export type Share = 1 | 0.5

export type Ids = Readonly<Record<string, string>>

/** Characters of a document: somewhat less than a page may hold. */
const maxDocumentLength = 1_400_000
const maxUploadBytes = 1_048_576

type Shape = {
  type?: string | string[]
  format?: string
  enum?: readonly string[]
  maxLength?: number
  maxItems?: number
  maximum?: number
  items?: TSchema
  properties?: Record<string, TSchema>
  additionalProperties?: boolean
}

/** Fields that would ask for something else than the work that grows. */
const leftOut = new Set(['expectedVersion', 'parentId', 'prevPageId', 'newParentId', 'quote'])

/** An input as large as the schema lets it be, or half as large. */
export function largestInput(
  operation: NamedOperation,
  ids: Ids,
  share: Share,
): Record<string, unknown> {
  const { input, example } = operation
  const entries = Object.entries(input.properties).flatMap(([name, property]) => {
    if (leftOut.has(name)) return []
    if (name in ids) return [[name, ids[name]] as const]
    const given: unknown = Reflect.get(example, name)
    return [[name, largestValue(name, property, share, given)] as const]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function largestValue(name: string, schema: TSchema, share: Share, example: unknown): unknown {
  // SAFETY: every schema is an object whose keywords are those of JSON Schema.
  const shape = schema as Shape
  const { maxLength, maxItems, items, properties = {} } = shape
  if (shape.enum !== undefined || name === 'version') return example ?? shape.enum?.[0]
  if (shape.format === 'uuid') return example
  if (shape.format === 'base64') {
    return Buffer.alloc(maxUploadBytes * share, 'x').toString('base64')
  }
  if (maxItems !== undefined && items !== undefined) {
    const [first] = Array.isArray(example) ? example : []
    const item = first ?? largestValue(name, items, share, undefined)
    return Array.from({ length: Math.floor(maxItems * share) }, () => item)
  }
  if (maxLength !== undefined) return textOf(Math.floor(maxLength * share))
  if (shape.additionalProperties === true && Object.keys(properties).length === 0) {
    return documentOf(maxDocumentLength * share)
  }
  return example ?? shape.maximum
}

const line =
  '- Item **bold** with [a link](https://example.com/x) and `code`, wörter, 漢字仮名 and more.\n'

/** Markdown, prose to those that take none. */
export function textOf(length: number): string {
  return length < line.length
    ? 'x'.repeat(length)
    : line.repeat(Math.ceil(length / line.length)).slice(0, length)
}

export function documentOf(length: number): object {
  const paragraph = {
    type: 'paragraph',
    content: [{ type: 'text', text: 'Some words of a paragraph, wörter and 漢字仮名.' }],
  }
  const count = Math.floor(length / JSON.stringify(paragraph).length)
  const last = {
    type: 'paragraph',
    content: [{ type: 'text', text: 'Words of the last paragraph.' }],
  }
  return { type: 'doc', content: [...Array.from({ length: count }, () => paragraph), last] }
}
