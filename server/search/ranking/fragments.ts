import { longText } from '../analysis/parts.ts'

/** The longest fragment, in characters. */
export const fragmentLength = 200
/** How much of the text before the first match is shown. */
export const leadLength = 60
/** A border between words is looked for this far from the place to cut at. */
const nearby = 40
/** A character of more accents and joiners than this is cut like a word that is too long. */
const maxCharacterLength = 40
/** Units of a long text from which on a reader sees where characters begin. */
const around = 2000

/** Plain text around a match, at most about 200 characters, cut between words and never inside a character. */
export function cutFragment(text: string, { start, end }: { start: number; end: number }): string {
  if (text.length <= fragmentLength) return text
  const room = Math.max(0, fragmentLength - leadLength - (end - start))
  const from =
    start <= leadLength
      ? 0
      : wordStart(text, start - Math.min(leadLength, room + leadLength / 2), start)
  const to =
    from + fragmentLength >= text.length ? text.length : wordEnd(text, from + fragmentLength)
  const fragment = text.slice(from, to).trim()
  return `${from > 0 ? '…' : ''}${fragment}${to < text.length ? '…' : ''}`
}

function wordStart(text: string, at: number, limit: number): number {
  const space = text.slice(at, Math.min(limit, at + nearby)).search(/\s/)
  return space === -1 ? characterStart(text, at) : at + space + 1
}

function wordEnd(text: string, at: number): number {
  const space = text.slice(at - nearby, at + 1).search(/\s\S*$/)
  return space === -1 ? characterStart(text, at) : at - nearby + space
}

/** Two letters, digits or ideographs that are a character each. To make a segmenter takes ten milliseconds. */
export const separateCharacters =
  /^[!-~\u0400-\u0481\u048A-\u052F\u3041-\u3096\u30A1-\u30FA\u4E00-\u9FFF]{2}$/

let graphemes: Intl.Segmenter | undefined

/** Steps back to where a reader sees a character begin; one of endless marks is cut all the same. */
function characterStart(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return at
  if (separateCharacters.test(text.slice(at - 1, at + 1))) return at
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  // The whole of an ordinary text: which two of a row of flags' letters belong together is counted from its start.
  const from = text.length > longText ? codePointStart(text, Math.max(0, at - around)) : 0
  const part = from === 0 && text.length <= longText ? text : text.slice(from, at + around)
  const start = from + (graphemes.segment(part).containing(at - from)?.index ?? at - from)
  return at - start <= maxCharacterLength ? start : codePointStart(text, at)
}

function codePointStart(text: string, at: number): number {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xff_ff ? at - 1 : at
}
