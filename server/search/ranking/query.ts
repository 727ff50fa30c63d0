import { fold } from '../analysis/fold.ts'
import { foldPhrase, normalizeSpace } from '../analysis/phrases.ts'
import type { Token } from '../analysis/token.ts'
import { readTokens } from '../analysis/tokens.ts'
import { plainTitle } from '../index/entry.ts'

export type QueryToken = Token & {
  /** How often the query says it. */
  count: number
  /** The query ends in it: it may be the beginning of a word. */
  isOpen: boolean
  /** It stands in quotes: a page without it is no answer. */
  isRequired: boolean
}

export type Query = {
  tokens: QueryToken[]
  /** Folded texts that must occur as they are. */
  phrases: string[]
  /** The whole query as a title would be compared. */
  title: string
}

const quoted = /"([^"]+)"/g

/** Reads a query as typed: nothing in it is an operator but double quotes around an exact phrase. */
export function parseQuery(text: string): Query {
  const phrases = [...text.matchAll(quoted)].map((match) => match[1] ?? '')
  const required = new Set(phrases.flatMap((phrase) => [...readTokens(phrase)].map(keyOf)))
  return {
    tokens: readQueryTokens(text, required),
    phrases: phrases
      .map((phrase) => normalizeSpace(foldPhrase(phrase)))
      .filter((phrase) => phrase !== ''),
    title: plainTitle(text),
  }
}

function readQueryTokens(text: string, required: ReadonlySet<string>): QueryToken[] {
  const tokens = new Map<string, QueryToken>()
  const read = [...readTokens(text)]
  const open = /[\p{L}\p{N}\p{M}_]$/u.test(text) ? openTokens(read) : []
  for (const token of read) {
    const key = keyOf(token)
    const known = tokens.get(key)
    const isOpen = open.includes(token)
    if (known !== undefined) {
      known.count += 1
      known.isOpen ||= isOpen
      continue
    }
    // Pairs hold their characters; an identifier is held by its parts.
    const isRequired = required.has(key) && !['character', 'whole'].includes(token.kind)
    tokens.set(key, { ...token, count: 1, isOpen, isRequired })
  }
  return [...tokens.values()]
}

function keyOf({ kind, text }: Token): string {
  return `${kind} ${text}`
}

/** The last word, and the identifier it ends. */
function openTokens(tokens: readonly Token[]): Token[] {
  const last = tokens.at(-1)
  if (last?.kind === 'character') return [last]
  if (last?.kind !== 'word') return []
  const ending = fold(last.text)
  const wholes = tokens.filter(
    ({ kind, text }, index) =>
      kind === 'whole' && index > tokens.length - 12 && fold(text).endsWith(ending),
  )
  return [last, ...wholes]
}
