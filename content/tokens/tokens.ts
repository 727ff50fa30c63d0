import * as patterns from './patterns.ts'
import { segmentEnds } from './segment-words.ts'

/** A part of a text that is changed as a whole. White space and single marks are no words. */
export type Token = { from: number; to: number; isWord: boolean }

/**
 * The whole text as tokens: words, numbers with their separators, signs, units and counters, dates, times, phone
 * numbers, versions and addresses, then white space and other characters one by one. The time grows with the length.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (let from = 0; from < text.length;) {
    const spaceEnd = endOf(patterns.whiteSpace, text, from)
    const wordEnd = spaceEnd ?? wordEndAt(text, from)
    if (wordEnd !== undefined) {
      tokens.push({ from, to: wordEnd, isWord: spaceEnd === undefined })
      from = wordEnd
      continue
    }
    const runEnd = endOf(patterns.spacelessRun, text, from)
    if (runEnd === undefined) {
      const to = endOf(patterns.symbol, text, from) ?? from + 1
      tokens.push({ from, to, isWord: false })
      from = to
      continue
    }
    const start = from
    for (const end of segmentEnds(text.slice(start, runEnd))) {
      tokens.push({ from, to: start + end, isWord: true })
      from = start + end
    }
  }
  return tokens
}

/** The texts of the tokens. */
export function tokenTexts(text: string): string[] {
  return tokensOf(text).map(({ from, to }) => text.slice(from, to))
}

const startsLetter = /^[\p{L}\p{M}_]/u

/** The end of a word, number, date or address that begins here. */
function wordEndAt(text: string, from: number): number | undefined {
  const isLetter = startsLetter.test(text.slice(from, from + 2))
  const wordEnd = endOf(patterns.word, text, from)
  if (!isLetter) return numberEnd(text, from, wordEnd)
  if (wordEnd === undefined) return endOf(patterns.ordinalNumber, text, from)
  const addressEnd = endOf(patterns.address, text, wordEnd)
  if (addressEnd !== undefined) return withoutPunctuation(text, wordEnd, addressEnd)
  return longerEnd(text, from, wordEnd) ?? wordEnd
}

/** The end of a price, a date or an account that begins with a word. */
function longerEnd(text: string, from: number, wordEnd: number): number | undefined {
  const word = text.slice(from, Math.min(wordEnd, from + maxStartLength))
  if (text.charAt(wordEnd) === '$' || patterns.currencyName.test(word)) {
    return endOf(patterns.number, text, from)
  }
  if (patterns.monthName.test(word)) return endOf(patterns.dateOfMonth, text, from)
  if (!/\p{Nd}/u.test(word)) return undefined
  return endOf(patterns.partOfYear, text, from) ?? endOf(patterns.iban, text, from)
}

/** No name of a month is longer. */
const maxStartLength = 40

const startsNumber = /^[-+−±≈~<>≤≥(]?\s?[\p{Sc}\p{Nd}(]/u
const startsPrefix = /^[#@~./\\-]/

/** The longest of a number, a date and a phone number; two times around a dash are two. */
function numberEnd(text: string, from: number, wordEnd: number | undefined): number | undefined {
  if (!startsNumber.test(text.slice(from, from + 4))) {
    if (wordEnd !== undefined || !startsPrefix.test(text.charAt(from))) return wordEnd
    return endOf(patterns.prefixed, text, from)
  }
  const timeEnd = endOf(patterns.time, text, from)
  if (timeEnd !== undefined && isRange(text, timeEnd)) return timeEnd
  const ends = [wordEnd, timeEnd]
  for (const pattern of [
    patterns.number,
    patterns.timeInZone,
    patterns.dateOfDay,
    patterns.phone,
    patterns.account,
  ]) {
    ends.push(endOf(pattern, text, from))
  }
  const last = Math.max(...ends.map((end) => end ?? from))
  return last > from ? last : undefined
}

function isRange(text: string, timeEnd: number): boolean {
  return /^[-–]\p{Nd}/u.test(text.slice(timeEnd, timeEnd + 3))
}

/** An address without the marks of the sentence around it. A closing bracket stays if it was opened in the address. */
function withoutPunctuation(text: string, from: number, to: number): number {
  let end = to
  for (;;) {
    const last = text.charAt(end - 1)
    const isClosing = last === ')' && !text.slice(from, end).includes('(')
    if (!isClosing && !/[.,;:!?'’*_~\]}]/.test(last)) return end
    if (end - 1 <= from + 3) return end
    end -= 1
  }
}

function endOf(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : undefined
}
