import * as patterns from './patterns.ts'
import { segmentEnds } from './segment-words.ts'

/** A part of a text that is changed as a whole. White space and single marks are no words, emoji are. */
export type Token = { from: number; to: number; isWord: boolean }

/**
 * The whole text as tokens: words, numbers with their separators, signs, units and counters, dates, times, phone
 * numbers, versions and addresses, then white space and other characters one by one. The time grows with the length.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (let from = 0; from < text.length;) {
    const spaceEnd = endOf(patterns.whiteSpace, text, from)
    const wordEnd = spaceEnd ?? wordEndAt(text, from) ?? linkEnd(text, from)
    if (wordEnd !== undefined) {
      tokens.push({ from, to: wordEnd, isWord: spaceEnd === undefined })
      from = wordEnd
      continue
    }
    const runEnd = endOf(patterns.spacelessRun, text, from)
    if (runEnd === undefined) {
      const to = endOf(patterns.symbol, text, from) ?? from + 1
      tokens.push({ from, to, isWord: isEmoji(text.slice(from, to)) })
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

function isEmoji(text: string): boolean {
  return text > '\u007f' && /^[\p{Extended_Pictographic}\p{RI}]/u.test(text)
}

function linkEnd(text: string, from: number): number | undefined {
  return text.charAt(from) === '[' ? endOf(patterns.wikiLink, text, from) : undefined
}

/** The texts of the tokens. */
export function tokenTexts(text: string): string[] {
  return tokensOf(text).map(({ from, to }) => text.slice(from, to))
}

const startsLetter = /^[\p{L}\p{M}_]/u

/** The end of a word, number, date, address or range that begins here. */
function wordEndAt(text: string, from: number): number | undefined {
  let end = valueEnd(text, from)
  for (let count = 1; end !== undefined && count < maxValues; count += 1) {
    const sign = text.charAt(text.charAt(end).trim() === '' ? end + 1 : end)
    const isRange = rangeSigns.has(sign) && hasDigit(text, from, end)
    const next = isRange ? otherEnd(text, end) : undefined
    if (next === undefined) break
    end = next
  }
  return end
}

const rangeSigns: ReadonlySet<string> = new Set('-‒–~～〜×….')

/** More numbers in a row are several ranges. */
const maxValues = 4

function hasDigit(text: string, from: number, end: number): boolean {
  return /\p{Nd}/u.test(text.slice(from, Math.min(end, from + maxStartLength)))
}

/** The end of a range of which one end was read: a number, date or time behind a sign. */
function otherEnd(text: string, from: number): number | undefined {
  const signEnd = endOf(patterns.rangeSign, text, from)
  if (signEnd === undefined) return undefined
  const end = valueEnd(text, signEnd)
  return end !== undefined && hasDigit(text, signEnd, end) ? end : undefined
}

function valueEnd(text: string, from: number): number | undefined {
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
    return amountEnd(text, from) ?? endOf(patterns.accounting, text, from)
  }
  if (patterns.dateWords.has(word.toLowerCase())) {
    return dateEnd(text, from)
  }
  if (!/\p{Nd}/u.test(word)) return undefined
  return endOf(patterns.partOfYear, text, from) ?? endOf(patterns.iban, text, from)
}

/** No name of a month is longer. */
const maxStartLength = 40

const startsNumber = /^[-+−±≈~<>≤≥(]?\s?[\p{Sc}\p{Nd}(]/u
const startsPrefix = /^[#@~./\\-]/

/** The longest of a number, a date and a phone number. */
function numberEnd(text: string, from: number, wordEnd: number | undefined): number | undefined {
  if (!startsNumber.test(text.slice(from, from + 4))) {
    if (wordEnd !== undefined || !startsPrefix.test(text.charAt(from))) return wordEnd
    return endOf(patterns.prefixed, text, from)
  }
  const ends = [wordEnd, amountEnd(text, from), dateEnd(text, from)]
  for (const pattern of [
    patterns.accounting,
    patterns.time,
    patterns.timeInZone,
    patterns.phone,
    patterns.account,
    patterns.duration,
    patterns.coordinates,
  ]) {
    ends.push(endOf(pattern, text, from))
  }
  const last = Math.max(...ends.map((end) => end ?? from))
  return last > from ? last : undefined
}

/** The end of a number with its unit. */
function amountEnd(text: string, from: number): number | undefined {
  const end = endOf(patterns.number, text, from)
  return end === undefined ? undefined : (endOf(patterns.behindNumber, text, end) ?? end)
}

/** No date with its day and times is longer. */
const maxDateLength = 90

/** The end of a date, also with its weekday and a time, or of a month with its year. */
function dateEnd(text: string, from: number): number | undefined {
  const near = patterns.markNames(text.slice(from, from + maxDateLength))
  const end = momentEnd(near) ?? endOf(patterns.monthOfYear, near, 0)
  return end === undefined ? undefined : from + end
}

function momentEnd(text: string): number | undefined {
  const end = endOf(patterns.date, text, 0)
  if (end !== undefined) return endOf(patterns.timeBehindDate, text, end) ?? end
  const timeEnd = endOf(patterns.timeBeforeDate, text, 0)
  return timeEnd === undefined ? undefined : endOf(patterns.date, text, timeEnd)
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
