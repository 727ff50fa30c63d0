import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { boardOf } from '../../../../content/board.ts'
import type { PageDocument } from '../../../../content/document.ts'
import { parseMarkdown } from '../../../../content/parse-markdown.ts'
import {
  defaultFields,
  type GivenFields,
  givenFields,
  pageFieldNames,
  pageFields,
  type PageFields,
} from '../../../lib/page-fields.ts'
import { storable } from '../../../lib/text.ts'
import { type Ownership, ownerships, pageTypes } from '../../../lib/vocabulary.ts'
import { type FrontMatter, splitFrontMatter } from '../../document/front-matter.ts'
import { type FilePermissions, isFilePermissions } from '../permissions.ts'
import { type Entry, reasonOf } from './scan.ts'
import { takeTitle } from './title.ts'

/** A file that the front matter of a page attaches. */
export type NamedFile = {
  path: string
  name: string | undefined
  mimeType: string | undefined
  isAttached: boolean
}

export type Source = PageFields & {
  ownership: Ownership
  files: NamedFile[]
  /** Undefined for a page with the permissions of its parent. */
  permissions: FilePermissions | undefined
  document: PageDocument
  /** Front matter fields that pages do not have. */
  unknown: string[]
  hasBrokenFrontMatter: boolean
}

/** Larger than any page that the engine accepts; reading more would waste memory. */
const largestSource = 8 * 1024 * 1024
/** The names that static site generators use for the order of pages. */
const orderNames = ['order', 'sidebar_position', 'nav_order', 'weight']

/** Reads a Markdown file as a page, or returns why it cannot be one. */
export async function readSource(root: string, entry: Entry): Promise<Source | string> {
  const text = await readText(root, entry)
  if (typeof text !== 'object') return text
  const parsed = parseMarkdown(text.body)
  if (!parsed.ok) return parsed.reason
  const { attributes } = text
  const { ownership, type } = attributes
  const { title, document } = takeTitle(parsed.document, attributes['title'], entry.name)
  return {
    ...readFields(attributes),
    title,
    ownership: oneOf(ownerships, ownership) ?? 'TEXT',
    files: namedFiles(attributes['files']),
    permissions: readPermissions(attributes['permissions']),
    document: type === 'KANBAN' ? boardOf(document) : document,
    unknown: Object.keys(attributes).filter((name) => !isTaken(name, attributes[name])),
    hasBrokenFrontMatter: text.isBroken,
  }
}

/** The requested position among its siblings; pages without one come last. */
export async function readOrder(root: string, entry: Entry): Promise<number> {
  const text = await readText(root, entry)
  if (typeof text !== 'object') return Infinity
  const order = orderNames.map((name) => text.attributes[name]).find(isOrder)
  return order ?? Infinity
}

async function readText(root: string, { source, size }: Entry): Promise<FrontMatter | string> {
  if (source === undefined) return { attributes: {}, body: '', isBroken: false }
  if (size > largestSource) return 'is larger than 8 MiB'
  try {
    const bytes = await readFile(join(root, source))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // Large front matter may take time here, because this runs in a command: an export keeps a page's comments in
    // it.
    return splitFrontMatter(text, largestSource)
  } catch (error) {
    return error instanceof TypeError ? 'is not UTF-8 text' : reasonOf(error)
  }
}

/** The title has other sources than front matter. */
function readFields(attributes: FrontMatter['attributes']): PageFields {
  const read: GivenFields = {}
  for (const name of pageFieldNames) {
    const value = attributes[name]
    const isFit = typeof value === 'string' && value.length <= pageFields[name].maxLength
    if (isFit) read[name] = storable(value)
  }
  return { ...defaultFields, ...givenFields(read) }
}

function isTaken(name: string, value: unknown): boolean {
  if (name !== 'title' && pageFieldNames.some((field) => field === name)) {
    return typeof value === 'string'
  }
  switch (name) {
    case 'title':
    case 'files':
      return true
    case 'permissions':
      return isFilePermissions(value)
    case 'ownership':
      return oneOf(ownerships, value) !== undefined
    case 'type':
      return oneOf(pageTypes, value) !== undefined
    default:
      return orderNames.includes(name) && isOrder(value)
  }
}

function isOrder(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function oneOf<Value extends string>(values: readonly Value[], given: unknown): Value | undefined {
  return values.find((value) => value === given)
}

/** Permissions that cannot be read make the page private. */
function readPermissions(value: unknown): FilePermissions | undefined {
  if (isFilePermissions(value)) return value
  return typeof value === 'object' && value !== null ? { inherits: false } : undefined
}

/** A list of paths, or of objects with details. */
function namedFiles(value: unknown): NamedFile[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown): NamedFile[] => {
    if (typeof item === 'string') {
      return [{ path: item, name: undefined, mimeType: undefined, isAttached: true }]
    }
    if (typeof item !== 'object' || item === null || !('path' in item)) return []
    if (typeof item.path !== 'string') return []
    const name = 'name' in item && typeof item.name === 'string' ? item.name : undefined
    const mimeType = 'type' in item && typeof item.type === 'string' ? item.type : undefined
    const isAttached = !('attached' in item && item.attached === false)
    return [{ path: item.path, name, mimeType, isAttached }]
  })
}
