import { wikilinkTarget } from '../../../../content/links/wikilinks.ts'
import {
  defaultFields,
  type GivenFields,
  givenFields,
  pageFieldNames,
  pageFields,
  type PageFields,
} from '../../../lib/page-fields.ts'
import { isEmoji, storable } from '../../../lib/text.ts'
import { type Ownership, ownerships, type PageType, pageTypes } from '../../../lib/vocabulary.ts'
import { quireKey } from '../../document/file-properties.ts'
import type { FrontMatter } from '../../document/front-matter.ts'
import { listAllUrls } from '../../document/urls.ts'
import {
  type BodyRules,
  type FileBody,
  type FileText,
  readBody,
  readFileText,
} from '../file-text.ts'
import { type FilePermissions, isFilePermissions } from '../permissions.ts'
import { shortened } from '../title.ts'
import { type FileThread, readThreads } from './comments.ts'
import { type LiteralText, listLiterals } from './literal-text.ts'

/** A file that the front matter of a page attaches. */
export type NamedFile = {
  path: string
  name: string | undefined
  mimeType: string | undefined
  isAttached: boolean
}

export type Source = PageFields & {
  text: Pick<FileText, 'frontMatter' | 'body'>
  rules: BodyRules
  /** Every distinct URL of the body, that of a wikilink as `[[target]]`. */
  urls: readonly string[]
  /** Undefined for a large body, which is read where it is prepared. */
  content: FileBody | undefined
  ownership: Ownership
  files: NamedFile[]
  /** Undefined for a page with the permissions of its parent. */
  permissions: FilePermissions | undefined
  threads: FileThread[]
  /** Syntax of other programs that stays text. */
  literals: readonly LiteralText[]
  /** Front matter fields that are not read. */
  unknown: string[]
  hasBrokenFrontMatter: boolean
}

/** The names that static site generators use for the order of pages. */
const orderNames = ['order', 'sidebar_position', 'nav_order', 'weight']

/** The bytes of a Markdown file, with the name of its page. */
export type FileToRead = {
  bytes: Uint8Array
  name: string
  /** Whether the answer has the body. */
  hasContent?: boolean
}

/** Reads a Markdown file as a page, or returns why it cannot be one. */
export function readFile({ bytes, name, hasContent = true }: FileToRead): Source | string {
  const text = decodeFile(bytes)
  if (typeof text === 'string') return text
  const derived = deriveFields(text)
  const rules = { title: derived.title, name, isBoard: derived.type === 'KANBAN' }
  const wikilinks = new Set<string>()
  const noteUrl = (url: string): string => {
    if (wikilinkTarget(url) !== undefined) wikilinks.add(url)
    return url
  }
  const content = readBody(text.body, noteUrl, rules)
  if (typeof content === 'string') return content
  const { frontMatter, body } = text
  return {
    ...derived.fields,
    title: content.title,
    text: { frontMatter, body },
    rules,
    urls: [...listAllUrls(content.document).union(wikilinks)],
    content: hasContent ? content : undefined,
    literals: listLiterals(content.document, text),
    ownership: derived.ownership,
    files: derived.files,
    permissions: derived.permissions,
    // Other programs have fields with this name: only those of an export are read.
    threads: readThreads(text.own['comments']),
    unknown: [text.attributes, text.own].flatMap((fields) =>
      Object.keys(fields).filter((name) => !isTaken(name, fields[name])),
    ),
    hasBrokenFrontMatter: text.isBroken,
  }
}

/** The source of a folder without a file of its own. */
export function emptySource(name: string): Source {
  const text = { frontMatter: '', body: '' }
  const rules = { title: undefined, name, isBoard: false }
  const document = { type: 'doc' as const, content: [{ type: 'paragraph' }] }
  const title = shortened(name)
  const content = { title, document, parts: [], heading: undefined }
  const nothing = { files: [], threads: [], literals: [], unknown: [], hasBrokenFrontMatter: false }
  const inherited = { ownership: 'TEXT', permissions: undefined } as const
  return { ...defaultFields, ...nothing, ...inherited, title, text, rules, urls: [], content }
}

/** What front matter says of a page. */
export type DerivedFields = {
  /** Not checked. */
  title: unknown
  fields: PageFields
  ownership: Ownership
  type: PageType
  order: number
  files: NamedFile[]
  permissions: FilePermissions | undefined
}

export function deriveFields({
  attributes,
  own,
}: Pick<FileText, 'attributes' | 'own'>): DerivedFields {
  const all = { ...attributes, ...own }
  return {
    title: all['title'],
    fields: readFields(isIcon(attributes['icon']) ? all : { ...all, icon: own['icon'] }),
    ownership: oneOf(ownerships, all['ownership']) ?? 'TEXT',
    type: oneOf(pageTypes, all['type']) ?? 'TEXT',
    order: orderNames.map((name) => all[name]).find(isOrder) ?? Infinity,
    files: namedFiles(all['files']),
    permissions: readPermissions(all['permissions']),
  }
}

/** The requested position among its siblings; pages without one come last. */
export function orderOf(bytes: Uint8Array): number {
  const text = decodeFile(bytes)
  return typeof text === 'object' ? deriveFields(text).order : Infinity
}

/** The title that front matter or the first heading states, and other names. */
export function namesOf(bytes: Uint8Array): string[] {
  const text = decodeFile(bytes)
  if (typeof text === 'string') return []
  const { title } = deriveFields(text)
  const heading = /^\s*# +(.+?)(?: +#+)?[ \t]*(?:\n|$)/.exec(text.body)?.[1]
  const titles = [title, heading].filter((name) => typeof name === 'string')
  return [...titles, ...aliasesOf(text)].filter((name) => name !== '')
}

/** Other names of a page, as Obsidian and Hugo state them. */
export function aliasesOf({ attributes }: Pick<FileText, 'attributes'>): string[] {
  const given: unknown = attributes['aliases'] ?? attributes['alias']
  if (typeof given === 'string') return given.split(',').map((alias) => alias.trim())
  return Array.isArray(given) ? given.filter((alias) => typeof alias === 'string') : []
}

function decodeFile(bytes: Uint8Array): FileText | string {
  try {
    return readFileText(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch (error) {
    if (error instanceof TypeError) return 'is not UTF-8 text'
    throw error
  }
}

/** Site generators have names of icons in a field of this name, which stay a property. */
function isIcon(value: unknown): boolean {
  return typeof value === 'string' && isEmoji(value)
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

/** Fields that only Quire has. Others are properties, also a `type` of another program. */
export function isQuireField(name: string): boolean {
  const others = ['ownership', 'permissions', 'files', 'comments', 'proposals', ...orderNames]
  return pageFieldNames.some((field) => field === name) || others.includes(name)
}

function isTaken(name: string, value: unknown): boolean {
  if (name !== 'title' && pageFieldNames.some((field) => field === name)) {
    return typeof value === 'string'
  }
  switch (name) {
    case quireKey:
    case 'title':
    case 'files':
      return true
    case 'comments':
      return readThreads(value).length > 0
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
export function namedFiles(value: unknown): NamedFile[] {
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
