import type { Block } from './blocks.ts'

/** The passage of a page that a comment quotes, with the text around it. */
export type Quote = {
  text: string
  prefix: string
  suffix: string
  /** Number of the block where it began, and the offset in its text. */
  block: number
  start: number
}

/** Where a quote is now; `text` differs from the quoted text if that was changed. */
export type Found = { block: number; start: number; text: string }

/** The text of a page without white space, which editors and Markdown change freely. */
export type PageText = {
  squeezed: string
  /** For every character of `squeezed`, its index in `whole`. */
  offsets: Uint32Array
  /** The texts of the blocks, separated by line feeds. */
  text: string
  /** The start of each block in `whole`. */
  blocks: readonly { number: number; from: number }[]
}

const around = 32
/** For a frequent short word, only the occurrences nearest to the old position are checked. */
const candidateLimit = 64
/** The maximum number nearby for a word of one letter. */
const maxAttempts = 2000
const maxKeyLength = 64
/** Characters before and after the old position in which a quote is searched first. */
const nearby = 1000

export function readPageText(blocks: readonly Block[]): PageText {
  const text = blocks.map(({ text }) => text).join('\n')
  const starts: { number: number; from: number }[] = []
  let from = 0
  for (const { number, text } of blocks) {
    starts.push({ number, from })
    from += text.length + 1
  }
  const offsets = new Uint32Array(text.length)
  let length = 0
  for (const { index, 0: run } of text.matchAll(/\S+/g)) {
    for (let at = index; at < index + run.length; at += 1) {
      offsets[length] = at
      length += 1
    }
  }
  return { text, blocks: starts, squeezed: squeeze(text), offsets: offsets.subarray(0, length) }
}

/** The quote of a text on a page: the occurrence nearest to the given position; undefined for none. */
export function takeQuote(
  page: PageText,
  { text, block = 0, start = 0 }: { text: string; block?: number; start?: number },
): Quote | undefined {
  const part = squeeze(text)
  const [at] = nearest(page.squeezed, part, expectedAt(page, { block, start }))
  if (at === undefined) return undefined
  const { from, to } = spanOf(page, at, part.length)
  return {
    text,
    prefix: withoutHalves(page.text.slice(Math.max(0, from - around), from)),
    suffix: withoutHalves(page.text.slice(to, to + around)),
    ...blockAt(page, from),
  }
}

/**
 * Finds a quote again: the occurrence of its text with the most similar surroundings, then the nearest. If the text
 * was changed, finds the text between the same surroundings.
 */
export function findQuote(page: PageText, quote: Quote): Found | undefined {
  const text = squeeze(quote.text)
  const [prefix, suffix] = [squeeze(quote.prefix), squeeze(quote.suffix)]
  const expected = expectedAt(page, quote)
  const [same] = nearest(page.squeezed, prefix + text + suffix, expected - prefix.length)
  if (same !== undefined) return foundAt(page, same + prefix.length, text.length)
  let best: { at: number; shared: number } | undefined
  for (const at of nearest(page.squeezed, text, expected)) {
    const end = at + text.length
    const before = page.squeezed.slice(Math.max(0, at - around), at)
    const shared =
      sharedEnd(before, prefix) + sharedStart(page.squeezed.slice(end, end + around), suffix)
    if (best === undefined || shared > best.shared) best = { at, shared }
  }
  if (best !== undefined) return foundAt(page, best.at, text.length)
  const between = findBetween(page.squeezed, {
    prefix,
    suffix,
    maxLength: 2 * text.length + around,
  })
  return between && foundAt(page, between.at, between.length)
}

type Surroundings = { prefix: string; suffix: string; maxLength: number }

/** Shorter surroundings occur everywhere. */
const minSurroundings = 8

function findBetween(
  text: string,
  { prefix, suffix, maxLength }: Surroundings,
): { at: number; length: number } | undefined {
  if (prefix.length < minSurroundings || suffix.length < minSurroundings) return undefined
  for (const found of nearest(text, prefix, 0)) {
    const at = found + prefix.length
    const length = text.slice(at, at + maxLength + suffix.length).indexOf(suffix)
    if (length > 0) return { at, length }
  }
  return undefined
}

function foundAt(page: PageText, at: number, length: number): Found {
  const { from, to } = spanOf(page, at, length)
  return { ...blockAt(page, from), text: page.text.slice(from, to) }
}

function spanOf({ offsets }: PageText, at: number, length: number): { from: number; to: number } {
  return { from: offsets[at] ?? 0, to: (offsets[at + length - 1] ?? 0) + 1 }
}

function blockAt({ blocks }: PageText, offset: number): { block: number; start: number } {
  const block = blocks.findLast(({ from }) => from <= offset)
  return { block: block?.number ?? 1, start: offset - (block?.from ?? 0) }
}

/** Does not split a surrogate pair at either end. */
function withoutHalves(text: string): string {
  return text.replaceAll(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, '')
}

/**
 * Indexes of a part in a text, the nearest first. Searches forwards only: engines search backwards by trying every
 * index, which takes a second per quote on a page of one repeated letter.
 */
function nearest(text: string, part: string, offset: number): number[] {
  if (part === '') return []
  const start = Math.max(0, offset - nearby)
  const end = Math.max(0, offset) + nearby + part.length
  const found = occurrences(text.slice(start, end), part).map((at) => start + at)
  const all = found.length > 0 ? found : occurrences(text, part)
  return all
    .toSorted((a, b) => Math.abs(a - offset) - Math.abs(b - offset))
    .slice(0, candidateLimit)
}

/** Searches for the start of a part first, because the time of a search grows with its length. */
function occurrences(text: string, part: string): number[] {
  const found: number[] = []
  const key = part.slice(0, maxKeyLength)
  let at = text.indexOf(key)
  for (let tries = 0; at !== -1 && tries < maxAttempts; tries += 1) {
    if (text.startsWith(part, at)) found.push(at)
    at = text.indexOf(key, at + 1)
  }
  return found
}

/** The index in `squeezed` of a character of a block, or of the next block if that block is gone. */
function expectedAt(page: PageText, { block, start }: { block: number; start: number }): number {
  const from = page.blocks.find(({ number }) => number >= block)?.from ?? page.text.length
  let [low, high] = [0, page.offsets.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((page.offsets[middle] ?? 0) < from + start) low = middle + 1
    else high = middle
  }
  return low
}

function sharedStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return length
}

function sharedEnd(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) {
    length += 1
  }
  return length
}
