import type { Block } from './blocks.ts'

/** A part of a page's text that a comment is about, with what stood around it. */
export type Quote = {
  text: string
  prefix: string
  suffix: string
  /** Number of the block it began in, and how many characters into its text. */
  block: number
  start: number
}

/** Where a quote is now; `text` differs from the quoted one when that was changed. */
export type Found = { block: number; start: number; text: string }

/** The text of a page without white space, which editors and Markdown change freely. */
export type PageText = {
  squeezed: string
  /** For every character of `squeezed`, its place in `whole`. */
  places: Uint32Array
  /** The blocks' texts, a line feed between them. */
  whole: string
  /** Where each block begins in `whole`. */
  blocks: readonly { number: number; from: number }[]
}

const around = 32
/** Two quotes of a page in a hundred thousand the same are told apart by their blocks alone. */
const mostOccurrences = 500

export function readPageText(blocks: readonly Block[]): PageText {
  const whole = blocks.map(({ text }) => text).join('\n')
  const starts: { number: number; from: number }[] = []
  let from = 0
  for (const { number, text } of blocks) {
    starts.push({ number, from })
    from += text.length + 1
  }
  const places = new Uint32Array(whole.length)
  let length = 0
  for (const match of whole.matchAll(/\S/g)) {
    places[length] = match.index
    length += 1
  }
  return { whole, blocks: starts, squeezed: squeeze(whole), places: places.subarray(0, length) }
}

/** The quote of a text on a page, the occurrence nearest to where it is said to be; undefined for none. */
export function takeQuote(
  page: PageText,
  { text, block = 0, start = 0 }: { text: string; block?: number; start?: number },
): Quote | undefined {
  const wanted = page.blocks.find(({ number }) => number >= block)
  const place = (wanted?.from ?? 0) + start
  const at = nearest(occurrences(page.squeezed, squeeze(text)), (found) =>
    Math.abs((page.places[found] ?? 0) - place),
  )
  if (at === undefined) return undefined
  const { from, to } = spanOf(page, at, squeeze(text).length)
  return {
    text,
    prefix: whole(page.whole.slice(Math.max(0, from - around), from)),
    suffix: whole(page.whole.slice(to, to + around)),
    ...blockAt(page, from),
  }
}

/**
 * Finds a quote again: its text, of several the one with the most of the same around it; and where the
 * text was changed, what stands between the same surroundings now.
 */
export function findQuote(page: PageText, quote: Quote): Found | undefined {
  const text = squeeze(quote.text)
  const [prefix, suffix] = [squeeze(quote.prefix), squeeze(quote.suffix)]
  const at = nearest(occurrences(page.squeezed, text), (found) => {
    const before = sharedEnd(page.squeezed.slice(Math.max(0, found - around), found), prefix)
    const end = found + text.length
    const after = sharedStart(page.squeezed.slice(end, end + around), suffix)
    const { block } = blockAt(page, page.places[found] ?? 0)
    return Math.abs(block - quote.block) / 1e6 - before - after
  })
  if (at !== undefined) return foundAt(page, at, text.length)
  const between = findBetween(page.squeezed, { prefix, suffix, longest: 2 * text.length + around })
  return between && foundAt(page, between.at, between.length)
}

type Surroundings = { prefix: string; suffix: string; longest: number }

/** Too little around it is found anywhere. */
const leastAround = 8

function findBetween(
  text: string,
  { prefix, suffix, longest }: Surroundings,
): { at: number; length: number } | undefined {
  if (prefix.length < leastAround || suffix.length < leastAround) return undefined
  for (const found of occurrences(text, prefix)) {
    const at = found + prefix.length
    const length = text.slice(at, at + longest + suffix.length).indexOf(suffix)
    if (length > 0) return { at, length }
  }
  return undefined
}

function foundAt(page: PageText, at: number, length: number): Found {
  const { from, to } = spanOf(page, at, length)
  return { ...blockAt(page, from), text: page.whole.slice(from, to) }
}

function spanOf({ places }: PageText, at: number, length: number): { from: number; to: number } {
  return { from: places[at] ?? 0, to: (places[at + length - 1] ?? 0) + 1 }
}

function blockAt({ blocks }: PageText, place: number): { block: number; start: number } {
  const block = blocks.findLast(({ from }) => from <= place)
  return { block: block?.number ?? 1, start: place - (block?.from ?? 0) }
}

/** Without half a character at either end. */
function whole(text: string): string {
  return text.replaceAll(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, '')
}

function occurrences(text: string, part: string): number[] {
  const found: number[] = []
  if (part === '') return found
  for (let at = text.indexOf(part); at !== -1 && found.length < mostOccurrences;) {
    found.push(at)
    at = text.indexOf(part, at + 1)
  }
  return found
}

/** The first of those with the least distance. */
function nearest(places: readonly number[], distance: (place: number) => number) {
  let best: { place: number; away: number } | undefined
  for (const place of places) {
    const away = distance(place)
    if (best === undefined || away < best.away) best = { place, away }
  }
  return best?.place
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
