import { isMap, isScalar, type Node, type Scalar as ScalarNode } from 'yaml'
import { parseYaml } from '../../../content/yaml/mapping.ts'

/** The lines of YAML properties, so that an edit changes only those of its key. */

/** A key with its value. The lines from `start` to `end` contain nothing else, except a comment. */
export type Entry = {
  key: string
  keyStart: number
  keyEnd: number
  start: number
  end: number
  value: Node | null
}

export type Layout = {
  source: string
  entries: Entry[]
  /** Spaces before each key. */
  indent: string
  lineEnd: string
}

/** Undefined if keys share lines, as in `{ a: 1 }`. */
export function layoutOf(source: string): Layout | undefined {
  const read = parseYaml(source)
  if (!read.ok) return undefined
  const { contents } = read.document
  const lineEnd = source.includes('\r\n') ? '\r\n' : '\n'
  if (contents === null) {
    const isBlank = source.split('\n').every((line) => /^\s*(?:#|$)/.test(line))
    return isBlank ? { source, entries: [], indent: '', lineEnd } : undefined
  }
  if (!isMap(contents) || contents.flow === true || contents.items.length === 0) return undefined
  const entries: Entry[] = []
  for (const { key, value } of contents.items) {
    const entry = isScalar(key) ? entryOf(source, key, isNode(value) ? value : null) : undefined
    if (entry === undefined || entry.start < (entries.at(-1)?.end ?? 0)) return undefined
    entries.push(entry)
  }
  const [first] = entries
  const indent = first === undefined ? '' : source.slice(first.start, first.keyStart)
  return { source, entries, indent, lineEnd }
}

/** The end of the line of a position. */
export function lineEndAfter(source: string, position: number): number {
  const end = source.indexOf('\n', position)
  return end === -1 ? source.length : end + 1
}

function entryOf(source: string, key: ScalarNode, value: Node | null): Entry | undefined {
  const [keyStart, keyEnd] = key.range ?? []
  if (keyStart === undefined || keyEnd === undefined) return undefined
  const start = source.lastIndexOf('\n', keyStart - 1) + 1
  if (!/^ *$/.test(source.slice(start, keyStart))) return undefined
  // A key on several lines, or one that is marked by `?`.
  if (!/^[ \t]*:/.test(source.slice(keyEnd)) || source.slice(keyStart, keyEnd).includes('\n')) {
    return undefined
  }
  const last = Math.max(value?.range?.[1] ?? 0, keyEnd)
  const end = source[last - 1] === '\n' ? last : lineEndAfter(source, last)
  return { key: String(key.value), keyStart, keyEnd, start, end, value }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'range' in value
}
