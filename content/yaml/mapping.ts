import { type Document, isMap, isPair, isScalar, isSeq, parseDocument, visit } from 'yaml'
import { isFlat } from './depth.ts'

/** A document of YAML 1.2, or why it is not accepted, and where in the source if that is known. */
export type YamlResult =
  | { ok: true; document: Document.Parsed }
  | { ok: false; reason: string; offset?: number }

/** Parses YAML with unique text keys, without aliases and deep nesting, which take too long. */
export function parseYaml(source: string): YamlResult {
  if (!isFlat(source)) return refuse('is nested too deeply')
  try {
    // The parser's own check for unique keys compares each with each.
    const document = parseDocument(source, {
      logLevel: 'error',
      prettyErrors: false,
      stringKeys: true,
      uniqueKeys: false,
    })
    const [error] = document.errors
    if (error !== undefined) return refuse(`is not valid YAML: ${error.message}`, error.pos[0])
    const repeated = repeatedKey(document.contents)
    if (repeated !== undefined) {
      return refuse(`has the key ${repeated.name} twice`, repeated.offset)
    }
    if (hasAlias(document)) return refuse('has an alias')
    return { ok: true, document }
  } catch {
    return refuse('is not valid YAML')
  }
}

type Repeated = { name: string; offset?: number }

function repeatedKey(node: unknown): Repeated | undefined {
  if (isSeq(node)) return firstOf(node.items, repeatedKey)
  if (!isMap(node)) return undefined
  const keys = new Set<unknown>()
  return firstOf(node.items, (pair: unknown) => {
    if (!isPair(pair) || !isScalar(pair.key)) return { name: '' }
    const { value, range } = pair.key
    if (keys.has(value)) return { name: String(value), ...(range ? { offset: range[0] } : {}) }
    keys.add(value)
    return repeatedKey(pair.value)
  })
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

function hasAlias(document: Document.Parsed): boolean {
  let found = false
  visit(document, {
    Alias: () => {
      found = true
      return visit.BREAK
    },
  })
  return found
}

function refuse(reason: string, offset?: number): YamlResult {
  return { ok: false, reason, ...(offset === undefined ? {} : { offset }) }
}
