import { isScalar, isSeq, parseDocument, stringify } from 'yaml'
import { readProperties } from './properties.ts'
import { type Entry, type Layout, layoutOf, lineEndAfter } from './property-lines.ts'
import type { Scalar } from './property-values.ts'

export type YamlValue = Scalar | null | Scalar[]

/** Changes of properties by key, in this order. */
export type PropertyEdit = {
  /** Old and new keys. */
  rename?: readonly (readonly [string, string])[]
  remove?: readonly string[]
  set?: readonly (readonly [string, YamlValue])[]
  /** Puts a key after another one; null is the first position. */
  move?: { key: string; after: string | null }
}

/** Null without properties. */
export type EditedProperties = { ok: true; source: string | null } | { ok: false; reason: string }

type Splice = { start: number; end: number; text: string }

/** Two lines of YAML would be in the way of an edit by line. */
const oneLine = {
  lineWidth: 0,
  blockQuote: false,
  collectionStyle: 'flow',
  flowCollectionPadding: false,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
} as const

/** Changes only the lines of the given keys; other lines, comments and the order stay. */
export function editProperties({
  source,
  edit,
}: {
  source: string | null
  edit: PropertyEdit
}): EditedProperties {
  const read = readProperties(source)
  if (!read.ok) return read
  const keys = new Set(read.written.map(({ key }) => key))
  const reason = refusal(keys, edit)
  if (reason !== undefined) return { ok: false, reason }
  const edited = [renameKeys, changeKeys, moveKey].reduce(
    (text, change) => change(text, edit),
    source ?? '',
  )
  return accepted(edited.trim() === '' || edited.trim() === '{}' ? null : edited)
}

/** Checks YAML after an edit. */
export function accepted(source: string | null): EditedProperties {
  const read = readProperties(source)
  return read.ok ? { ok: true, source } : read
}

function refusal(keys: ReadonlySet<string>, edit: PropertyEdit): string | undefined {
  const names = new Set(keys)
  for (const [from, to] of edit.rename ?? []) {
    if (!names.delete(from)) return `has no key ${from}`
    if (names.has(to)) return `already has the key ${to}`
    names.add(to)
  }
  return undefined
}

function renameKeys(source: string, { rename = [] }: PropertyEdit): string {
  return rename.reduce((text, [from, to]) => {
    const layout = layoutOf(text)
    const entry = layout?.entries.find(({ key }) => key === from)
    if (entry !== undefined) {
      return splice(text, [{ start: entry.keyStart, end: entry.keyEnd, text: writeKey(to) }])
    }
    const document = parseDocument(text, { stringKeys: true })
    document.set(to, document.get(from, true) ?? null)
    document.delete(from)
    return document.toString({ lineWidth: 0 })
  }, source)
}

function changeKeys(source: string, { remove = [], set = [] }: PropertyEdit): string {
  if (remove.length + set.length === 0) return source
  const layout = layoutOf(source)
  if (layout === undefined) return changeDocument(source, { remove, set })
  const entries = new Map(layout.entries.map((entry) => [entry.key, entry]))
  const removed = remove.flatMap((key): Splice[] => {
    const entry = entries.get(key)
    return entry === undefined ? [] : [{ start: entry.start, end: entry.end, text: '' }]
  })
  const changed = set.flatMap(([key, value]): Splice[] => {
    const entry = entries.get(key)
    return entry === undefined ? [] : [replaceValue(layout, entry, value)]
  })
  const added = set.filter(([key]) => !entries.has(key))
  const lines = added.map(([key, value]) => writeEntry(layout, key, value))
  return append(layout, splice(source, [...removed, ...changed]), lines)
}

/** For keys that share lines. */
function changeDocument(source: string, { remove = [], set = [] }: PropertyEdit): string {
  const document = parseDocument(source, { stringKeys: true })
  if (document.contents === null || isScalar(document.contents)) return changeKeys('', { set })
  for (const key of remove) document.delete(key)
  for (const [key, value] of set) document.set(key, value)
  return document.toString({ lineWidth: 0 })
}

function append({ lineEnd }: Layout, source: string, lines: readonly string[]): string {
  if (lines.length === 0) return source
  const isOpen = source !== '' && !source.endsWith('\n')
  return `${source}${isOpen ? lineEnd : ''}${lines.join('')}`
}

function replaceValue(layout: Layout, entry: Entry, value: YamlValue): Splice {
  const { source } = layout
  const { value: node, keyEnd } = entry
  const [start = keyEnd, end = keyEnd] = node?.range ?? []
  if (isSeq(node) && node.flow !== true && Array.isArray(value) && value.length > 0) {
    const text = replaceItems(layout, entry, value)
    if (text !== undefined) return text
  }
  const colon = source.indexOf(':', keyEnd) + 1
  const before = source.slice(colon, Math.max(colon, start))
  const isPlain = /^[ \t]*$/.test(before) && !source.slice(colon, end).includes('\n')
  if (!isPlain) {
    return { start: entry.start, end: entry.end, text: writeEntry(layout, entry.key, value, entry) }
  }
  const text = writeValue(value)
  const isEmpty = end <= colon || source.slice(start, end) === ''
  if (isEmpty) return { start: colon, end: colon, text: text === '' ? '' : ` ${text}` }
  return text === ''
    ? { start: colon, end, text: '' }
    : { start, end, text: before === '' ? ` ${text}` : text }
}

/** Rewrites a list with an item on each line: items that stay have their lines with comments. */
function replaceItems(layout: Layout, entry: Entry, values: readonly Scalar[]): Splice | undefined {
  const { source, lineEnd } = layout
  if (!isSeq(entry.value)) return undefined
  const lines: { value: unknown; text: string; indent: string }[] = []
  let from: number | undefined
  let head = ''
  for (const item of entry.value.items) {
    if (!isScalar(item) || item.range == null) return undefined
    const [itemStart, itemEnd] = item.range
    const start = source.lastIndexOf('\n', itemStart - 1) + 1
    const indent = /^([ \t]*)-[ \t]+$/.exec(source.slice(start, itemStart))?.[1]
    if (indent === undefined || start < entry.keyEnd) return undefined
    const end = source[itemEnd - 1] === '\n' ? itemEnd : lineEndAfter(source, itemEnd)
    if (from === undefined) head = source.slice(entry.start, start)
    lines.push({ value: item.value, text: source.slice(from ?? start, end), indent })
    from = end
  }
  const [first] = lines
  if (first === undefined) return undefined
  const texts = values.map((value) => {
    const known = lines.findIndex((line) => line.value === value)
    const [line] = known === -1 ? [] : lines.splice(known, 1)
    const text = line?.text ?? `${first.indent}- ${writeValue(value)}${lineEnd}`
    return text.endsWith('\n') ? text : text + lineEnd
  })
  return { start: entry.start, end: entry.end, text: head + texts.join('') }
}

function moveKey(source: string, { move }: PropertyEdit): string {
  if (move === undefined || move.key === move.after) return source
  const layout = layoutOf(source)
  const index = layout?.entries.findIndex(({ key }) => key === move.key) ?? -1
  const entry = layout?.entries[index]
  if (layout === undefined || entry === undefined) return source
  const { entries, lineEnd } = layout
  // A comment above a key moves with it; one above the first key may be about all of them.
  const start = index === 0 ? entry.start : (entries[index - 1]?.end ?? entry.start)
  const after = entries.find(({ key }) => key === move.after)
  const to = after?.end ?? (move.after === null ? entries[0]?.start : entries.at(-1)?.end)
  if (to === undefined || to === start || (to > start && to <= entry.end)) return source
  const text = source.slice(start, entry.end)
  const closed = text.endsWith('\n') ? text : text + lineEnd
  const isOpen = to > 0 && source[to - 1] !== '\n'
  return splice(source, [
    { start, end: entry.end, text: '' },
    { start: to, end: to, text: isOpen ? lineEnd + closed : closed },
  ])
}

function splice(source: string, splices: readonly Splice[]): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end, text } of splices.toSorted((one, other) => one.start - other.start)) {
    parts.push(source.slice(from, start), text)
    from = end
  }
  return parts.join('') + source.slice(from)
}

/** `entry`: keeps the key as it is written. */
function writeEntry(layout: Layout, key: string, value: YamlValue, entry?: Entry): string {
  const { indent, lineEnd, source } = layout
  const name = entry === undefined ? writeKey(key) : source.slice(entry.keyStart, entry.keyEnd)
  const text = writeValue(value)
  return `${indent}${name}:${text === '' ? '' : ` ${text}`}${lineEnd}`
}

function writeKey(key: string): string {
  return stringify({ [key]: 0 }, oneLine).replace(/^\{(.*): 0\}\n$/s, '$1')
}

/** A value as it is written after its key, on one line; empty for no value. */
function writeValue(value: YamlValue): string {
  if (value === null) return ''
  return Array.isArray(value) ? stringify(value, oneLine).trimEnd() : writeScalar(value)
}

function writeScalar(value: Scalar): string {
  return stringify({ k: value }, { ...oneLine, collectionStyle: 'block' })
    .slice('k: '.length)
    .trimEnd()
}
