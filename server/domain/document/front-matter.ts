import { isMap, isPair, isScalar, isSeq, parseDocument, stringify } from 'yaml'
import { isFlat } from './yaml-depth.ts'

export type FrontMatter = {
  attributes: Readonly<Record<string, unknown>>
  body: string
  /** It looks like front matter but cannot be read; the body holds it as text. */
  isBroken: boolean
}

/** Characters of YAML: the parser takes some 3 µs for each. Longer front matter stays text. */
const longestFrontMatter = 262_144

const opening = /^---[ \t]*\r?\n/
const closing = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m

/** Takes the YAML between two lines of three dashes off the start of a text. */
export function splitFrontMatter(text: string, longest = longestFrontMatter): FrontMatter {
  const open = opening.exec(text)
  if (open === null) return { attributes: {}, body: text, isBroken: false }
  const rest = text.slice(open[0].length)
  const close = closing.exec(rest)
  if (close === null) return { attributes: {}, body: text, isBroken: false }
  const attributes = readYaml(rest.slice(0, close.index), longest)
  // Prose between two thematic breaks is YAML too, but no mapping.
  if (attributes === 'none') return { attributes: {}, body: text, isBroken: false }
  if (attributes === 'broken') return { attributes: {}, body: text, isBroken: true }
  return { attributes, body: rest.slice(close.index + close[0].length), isBroken: false }
}

export function writeFrontMatter(attributes: Readonly<Record<string, unknown>>): string {
  return `---\n${stringify(attributes, { lineWidth: 0, blockQuote: false })}---\n`
}

function readYaml(source: string, longest: number): Record<string, unknown> | 'none' | 'broken' {
  const value = source.length > longest ? undefined : parse(source)
  if (value === undefined) return /^[\w-]+:(?:\s|$)/m.test(source) ? 'broken' : 'none'
  if (value === null) return {}
  return isMapping(value) ? value : 'none'
}

/** Undefined where it cannot be read, or would take too long: no references, and little nesting. */
function parse(source: string): unknown {
  if (!isFlat(source)) return undefined
  try {
    // The parser's own check for unique keys compares each with each.
    const document = parseDocument(source, {
      logLevel: 'error',
      prettyErrors: false,
      stringKeys: true,
      uniqueKeys: false,
    })
    if (document.errors.length > 0 || hasRepeatedKey(document.contents)) return undefined
    return document.toJS({ maxAliasCount: 0 }) ?? null
  } catch {
    return undefined
  }
}

function hasRepeatedKey(node: unknown): boolean {
  if (isSeq(node)) return node.items.some(hasRepeatedKey)
  if (!isMap(node)) return false
  const keys = new Set<unknown>()
  return node.items.some((pair) => {
    if (!isPair(pair) || !isScalar(pair.key) || keys.has(pair.key.value)) return true
    keys.add(pair.key.value)
    return hasRepeatedKey(pair.value)
  })
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
