import { normalizeSpace } from './phrases.ts'
import { fold, queryTokens } from './tokens.ts'

export type Query = {
  /** Distinct tokens, at most `mostTerms`. */
  terms: string[]
  /** The last token where the query ends in it: it may be the beginning of a word. */
  prefix: string | undefined
  /** Folded texts that must occur as they are. */
  phrases: string[]
  folded: string
}

const mostTerms = 32
const quoted = /"([^"]+)"/g

/** Reads a query as typed: nothing in it is an operator but double quotes around an exact phrase. */
export function parseQuery(text: string): Query {
  const phrases = [...text.matchAll(quoted)].map((match) => normalizeSpace(fold(match[1] ?? '')))
  const tokens = queryTokens(text)
  const open = /[\p{L}\p{N}]$/u.test(text)
  const prefix = open ? tokens.at(-1) : undefined
  const whole = open ? tokens.slice(0, -1) : tokens
  return {
    terms: [...new Set(whole)].slice(0, mostTerms),
    prefix,
    phrases: phrases.filter((phrase) => phrase !== ''),
    folded: normalizeSpace(fold(text)),
  }
}
