import { findPhrase, type Place } from './phrases.ts'
import type { Query } from './query.ts'
import { fold, words } from './tokens.ts'

const longest = 200
const before = 60
const longestCharacter = 40

/** A phrase that was asked for says more than any number of words. */
const phraseWeight = 100

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

export type Match = { count: number; start: number; end: number }

/** How much of the query a text holds: its phrases, then distinct terms; and where the first one stands. */
export function findMatch(text: string, query: Query): Match {
  const terms = query.prefix === undefined ? query.terms : [...query.terms, query.prefix]
  const found = new Set<string>()
  let first: Place | undefined
  for (const { 0: word, index } of text.matchAll(words)) {
    const folded = fold(word)
    const matched = terms.filter((term) => isForm(folded, term))
    for (const term of matched) found.add(term)
    // A run of Chinese or Japanese is as long as a sentence: the term may stand deep in it.
    if (matched[0] !== undefined) {
      const start = index + Math.max(0, folded.indexOf(matched[0]))
      first ??= { start, end: index + word.length }
    }
  }
  const phrases = query.phrases.flatMap((phrase) => findPhrase(text, phrase) ?? [])
  const { start, end } = phrases[0] ?? first ?? { start: 0, end: 0 }
  return { count: found.size + phrases.length * phraseWeight, start, end }
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

/** Steps back to where a reader sees a character begin; one of endless marks is cut all the same. */
function characterStart(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return at
  const start = characters.segment(text).containing(at)?.index ?? at
  return at - start <= longestCharacter ? start : codePointStart(text, at)
}

function codePointStart(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xff_ff ? at - 1 : at
}
