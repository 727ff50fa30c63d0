import { parse, stringify } from 'yaml'

export type FrontMatter = {
  attributes: Readonly<Record<string, unknown>>
  body: string
  /** It looks like front matter but cannot be read; the body holds it as text. */
  isBroken: boolean
}

const opening = /^---[ \t]*\r?\n/
const closing = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m

/** Takes the YAML between two lines of three dashes off the start of a text. */
export function splitFrontMatter(text: string): FrontMatter {
  const open = opening.exec(text)
  if (open === null) return { attributes: {}, body: text, isBroken: false }
  const rest = text.slice(open[0].length)
  const close = closing.exec(rest)
  if (close === null) return { attributes: {}, body: text, isBroken: false }
  const attributes = readYaml(rest.slice(0, close.index))
  // Prose between two thematic breaks is YAML too, but no mapping.
  if (attributes === 'none') return { attributes: {}, body: text, isBroken: false }
  if (attributes === 'broken') return { attributes: {}, body: text, isBroken: true }
  return { attributes, body: rest.slice(close.index + close[0].length), isBroken: false }
}

export function writeFrontMatter(attributes: Readonly<Record<string, unknown>>): string {
  return `---\n${stringify(attributes, { lineWidth: 0, blockQuote: false })}---\n`
}

function readYaml(source: string): Record<string, unknown> | 'none' | 'broken' {
  try {
    const value: unknown = parse(source, { logLevel: 'error' })
    if (value === null || value === undefined) return {}
    return isMapping(value) ? value : 'none'
  } catch {
    return /^[\w-]+:(?:\s|$)/m.test(source) ? 'broken' : 'none'
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
