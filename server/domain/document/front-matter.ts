import { stringify } from 'yaml'
import { parseYaml } from '../../../content/yaml/mapping.ts'

export type FrontMatter = {
  attributes: Readonly<Record<string, unknown>>
  body: string
  /** It looks like front matter but is not valid; the body contains it as text. */
  isBroken: boolean
}

/** Longer front matter stays text, because the parser takes 3 µs per character. */
const maxFrontMatterLength = 262_144

const opening = /^---[ \t]*\r?\n/
const closing = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m

/** Splits the YAML between two `---` lines from the start of a text. */
export function splitFrontMatter(text: string, maxLength = maxFrontMatterLength): FrontMatter {
  const open = opening.exec(text)
  if (open === null) return { attributes: {}, body: text, isBroken: false }
  const rest = text.slice(open[0].length)
  const close = closing.exec(rest)
  if (close === null) return { attributes: {}, body: text, isBroken: false }
  const attributes = readYaml(rest.slice(0, close.index), maxLength)
  // Prose between two thematic breaks is valid YAML, but not a mapping.
  if (attributes === 'none') return { attributes: {}, body: text, isBroken: false }
  if (attributes === 'broken') return { attributes: {}, body: text, isBroken: true }
  return { attributes, body: rest.slice(close.index + close[0].length), isBroken: false }
}

export function writeFrontMatter(attributes: Readonly<Record<string, unknown>>): string {
  return `---\n${stringify(attributes, { lineWidth: 0, blockQuote: false })}---\n`
}

function readYaml(source: string, maxLength: number): Record<string, unknown> | 'none' | 'broken' {
  const value = source.length > maxLength ? undefined : parse(source)
  if (value === undefined) return /^[\w-]+:(?:\s|$)/m.test(source) ? 'broken' : 'none'
  if (value === null) return {}
  return isMapping(value) ? value : 'none'
}

/** Undefined if it is not valid or would take too long. */
function parse(source: string): unknown {
  const read = parseYaml(source)
  return read.ok ? (read.document.toJS() ?? null) : undefined
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
