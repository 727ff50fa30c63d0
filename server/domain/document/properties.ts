import { isCollection, isMap, isScalar, isSeq, type Pair, type YAMLMap } from 'yaml'
import { parseYaml } from '../../../content/yaml/mapping.ts'
import { maxPropertiesLength } from '../../lib/page-fields.ts'
import { maxKeyLength } from '../../lib/property-types.ts'
import { storable } from '../../lib/text.ts'
import type { properties } from '../../store/index.ts'
import { indexedValue, type Scalar, typeOfAll } from './property-values.ts'

/** One value, as it is indexed. */
export type PropertyValue = properties.PropertyRow

/** The properties of a page, ready to be stored. */
export type PreparedProperties = {
  /** The YAML, letter for letter. Null without properties. */
  source: string | null
  values: PropertyValue[]
  /** Of the key `tags`, as they are written, without a leading `#`. */
  tags: string[]
}

/** A property as it is written. */
export type WrittenProperty =
  | { key: string; kind: 'values'; values: Scalar[]; isList: boolean }
  /** A value of a shape that no type describes, as YAML. */
  | { key: string; kind: 'nested'; yaml: string }

export type ReadProperties =
  | { ok: true; properties: PreparedProperties; written: WrittenProperty[] }
  | { ok: false; reason: string }

/** More values of a page are stored in its YAML, and not found by queries. */
const maxIndexedValues = 1000
/** Such a line would end the front matter of a file. */
const marker = /^(?:---|\.\.\.)[ \t]*\r?$/m

/** Reads the YAML of properties: a mapping without aliases, of at most 64 KB. */
export function readProperties(source: string | null): ReadProperties {
  if (source === null) return { ok: true, properties: prepared(null, []), written: [] }
  if (Buffer.byteLength(source) > maxPropertiesLength) return refuse('is larger than 64 KB')
  if (marker.test(source)) return refuse('has a line that ends a YAML document')
  if (storable(source) !== source) return refuse('has characters that cannot be stored')
  const read = parseYaml(source)
  if (!read.ok) return read
  const { contents } = read.document
  if (contents === null || (isScalar(contents) && contents.value === null)) {
    return { ok: true, properties: prepared(source, []), written: [] }
  }
  if (!isMap(contents)) return refuse('is not a mapping of keys to values')
  const written = entriesOf(contents, source)
  const long = written.find(({ key }) => key.length > maxKeyLength || key.trim() === '')
  if (long !== undefined) return refuse(`has a key that is empty or longer than ${maxKeyLength}`)
  return { ok: true, properties: prepared(source, written), written }
}

function entriesOf(map: YAMLMap, source: string): WrittenProperty[] {
  return map.items.map(({ key, value }: Pair) => {
    const name = isScalar(key) ? String(key.value) : ''
    const values = isSeq(value) ? value.items.map(scalarOf) : [scalarOf(value)]
    if (values.includes(undefined)) {
      const [start = 0, end = 0] = (isCollection(value) ? value.range : undefined) ?? []
      const lineStart = source.lastIndexOf('\n', start - 1) + 1
      const indent = source.slice(lineStart, start).trim() === '' ? lineStart : start
      return { key: name, kind: 'nested', yaml: source.slice(indent, end).trimEnd() }
    }
    const scalars = values.filter((one) => one !== undefined && one !== null)
    return { key: name, kind: 'values', values: scalars, isList: isSeq(value) }
  })
}

/** Undefined for a collection; null for no value. */
function scalarOf(node: unknown): Scalar | null | undefined {
  if (node === null) return null
  if (!isScalar(node)) return undefined
  const { value } = node
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  // Numbers that JSON does not have, and other values, as they are written.
  if (typeof value === 'number' && Number.isFinite(value)) return value
  return node.source ?? ''
}

function prepared(source: string | null, written: readonly WrittenProperty[]): PreparedProperties {
  const values = written.flatMap((property, position) => {
    if (property.kind === 'nested') return []
    const { key } = property
    const type = typeOfAll(property.values, property.isList)
    const indexed = property.values.slice(0, maxIndexedValues)
    return indexed.map((value, item) => ({ ...indexedValue(key, type, value), position, item }))
  })
  return { source, values: values.slice(0, maxIndexedValues), tags: tagsOf(written) }
}

/** A list, or a text with commas. */
function tagsOf(written: readonly WrittenProperty[]): string[] {
  const property = written.find(({ key }) => key === 'tags')
  if (property?.kind !== 'values') return []
  const names = property.values.flatMap((value) =>
    property.isList ? [String(value)] : String(value).split(','),
  )
  return names.map((name) => name.trim().replace(/^#/, '')).filter((name) => name !== '')
}

function refuse(reason: string): ReadProperties {
  return { ok: false, reason }
}
