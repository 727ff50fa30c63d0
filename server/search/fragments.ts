import type { Query } from './query.ts'
import { fold } from './tokens.ts'

const words = /[\p{L}\p{N}\p{M}\p{S}_]+/gu
const longest = 200
const before = 60

export type Match = { count: number; start: number; end: number }

/** How many distinct terms of the query a text holds, and where the first one stands. */
export function findMatch(text: string, query: Query): Match {
  const terms = query.prefix === undefined ? query.terms : [...query.terms, query.prefix]
  const found = new Set<string>()
  let first: { start: number; end: number } | undefined
  for (const word of text.matchAll(words)) {
    const folded = fold(word[0])
    const matched = terms.filter((term) => isForm(folded, term))
    for (const term of matched) found.add(term)
    if (matched.length > 0) first ??= { start: word.index, end: word.index + word[0].length }
  }
  return { count: found.size, start: first?.start ?? 0, end: first?.end ?? 0 }
}

/** Plain text around a match, at most about 200 characters, cut between words and never inside a character. */
export function cutFragment(text: string, match: Match): string {
  if (text.length <= longest) return text
  const start = match.start <= before ? 0 : wordStart(text, match.start - before, match.start)
  const end = start + longest >= text.length ? text.length : wordEnd(text, start + longest)
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`
}

/** A word of the text as a form of a term: the same, its beginning, an inflection, or a run that holds it. */
function isForm(word: string, term: string): boolean {
  if (word === term || word.startsWith(term)) return true
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(term)) {
    return word.includes(term)
  }
  const shared = Math.min(word.length, term.length) - 2
  return shared >= 4 && Math.abs(word.length - term.length) <= 3
    ? word.slice(0, shared) === term.slice(0, shared)
    : false
}

function wordStart(text: string, from: number, limit: number): number {
  const space = text.slice(from, limit).search(/\s/)
  return space === -1 ? characterStart(text, from) : from + space + 1
}

function wordEnd(text: string, at: number): number {
  const space = text.slice(0, at + 1).search(/\s\S*$/)
  return space > at - 40 ? space : characterStart(text, at)
}

/** Steps back from the middle of a surrogate pair, a combined letter or a joined emoji. */
function characterStart(text: string, at: number): number {
  let start = at
  while (
    start > 0 &&
    start < text.length &&
    /^(?:[\uDC00-\uDFFF]|\p{M}|\u200D|\uFE0F)/u.test(text.slice(start, start + 2))
  ) {
    start -= 1
  }
  return start
}
