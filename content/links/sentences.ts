/** The sentence around a link, with the place of the link in it. */
export type Passage = { sentence: string; from: number; to: number }

const maxLength = 300
/** The end of a sentence: before a space, or after a full stop of Chinese or Japanese. */
const sentenceEnd = /(?<![.!?…؟۔।])[.!?…؟۔।]+["'”’»)\]]*(?=\s)|[。！？]+["'”’»」』）]*|\n/gu
/** As much of a link as the end of a sentence has characters. */
const maxEnd = 10

/** The sentence of a text around a part of it, at most 300 characters long. */
export function passageAround(text: string, from: number, to: number): Passage {
  let start = sentenceStart(text, from)
  let end = sentenceStop(text, from, to)
  if (end - start > maxLength) ({ start, end } = shortened(text, { start, end }, { from, to }))
  while (start < from && /\s/.test(text.charAt(start))) start += 1
  while (end > to && /\s/.test(text.charAt(end - 1))) end -= 1
  const sentence = text.slice(start, end)
  const linkEnd = Math.min(to, end) - start
  return { sentence, from: Math.min(from - start, linkEnd), to: linkEnd }
}

function sentenceStart(text: string, from: number): number {
  const windowStart = Math.max(0, from - maxLength)
  const last = Array.from(text.slice(windowStart, from).matchAll(sentenceEnd)).at(-1)
  return last === undefined ? 0 : windowStart + last.index + last[0].length
}

/** A link may have the end of its sentence. */
function sentenceStop(text: string, from: number, to: number): number {
  const windowStart = Math.max(from, to - maxEnd)
  for (const match of text.slice(windowStart, to + maxLength).matchAll(sentenceEnd)) {
    const at = windowStart + match.index + match[0].length
    if (at >= to) return at
  }
  return text.length
}

type Range = { start: number; end: number }

/** The part of a long sentence with as much before the link as after it, cut between words. */
function shortened(text: string, range: Range, { from, to }: { from: number; to: number }): Range {
  const around = Math.max(0, maxLength - (to - from)) / 2
  let start = Math.max(range.start, Math.floor(from - around))
  let end = Math.min(range.end, start + maxLength)
  start = Math.max(range.start, Math.min(start, end - maxLength))
  if (start > range.start) {
    const space = text.slice(start, from).search(/\s/)
    start = space < 0 ? characterStart(text, start) : start + space + 1
  }
  if (end < range.end) {
    const space = text.lastIndexOf(' ', end)
    end = space > to ? space : characterStart(text, end)
  }
  return { start, end }
}

function characterStart(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) && at > 0 ? at - 1 : at
}
