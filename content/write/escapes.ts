import type { Token } from 'markdown-it'
import { type Located, type LocatedLine, locateCell, locateLine } from '../read/located.ts'

/** Where a line of inline Markdown stands. */
export type Surroundings = {
  /**
   * What is before and after the line in the source of its block, and what its content begins with, such as a task box;
   * undefined in a table cell.
   */
  block: { before: string; lead: string; after: string } | undefined
  /** Source that must not begin the line, such as a task box at the start of a list item. */
  reserved: RegExp | undefined
  /** The labels that the page defines; undefined if it may define all. */
  footnotes: (() => readonly string[]) | undefined
}

/** Longer lines keep their escapes, and those with more mistakes than rounds too: both bound the work. */
const maxLength = 20_000
const maxRounds = 5

export function hasEscapes(line: string): boolean {
  return line.includes('\\') || line.includes('&#')
}

/**
 * A line of generated Markdown without the escapes that change nothing. The line is read without any of them; those that
 * it needs come back, and it is read again.
 */
export function withoutNeedlessEscapes(line: string, surroundings: Surroundings): string {
  if (line.length > maxLength) return line
  const footnotes = line.includes('[^') ? (surroundings.footnotes?.() ?? labelsIn(line)) : []
  const locate = (text: string) => locateIn(text, surroundings, footnotes)
  const original = locate(line)
  if (original === undefined) return line
  const escapes = escapesOf(line, original, surroundings)
  if (escapes.length === 0) return line
  const key = keyOf(original)
  const wanted = new Set(original.located.map(locationOf))
  const needed = new Set(escapes.filter((escape) => isReserved(line, escape, surroundings)))
  for (let round = 1; round <= maxRounds; round += 1) {
    const removed = escapes.filter((escape) => !needed.has(escape))
    if (removed.length === 0) break
    const shorter = shortened(line, removed)
    const found = locate(shorter.text)
    if (found !== undefined && keyOf(found) === key) return shorter.text
    const missing = found === undefined ? blockEscapes(line, removed) : []
    if (found !== undefined) {
      const unwanted = found.located.filter(
        (one) => !wanted.has(locationOf({ ...one, start: shorter.positionOf(one.start) })),
      )
      for (const start of unwanted.flatMap((one) => startsOf(one, shorter.text))) {
        missing.push(...escapesAt(removed, shorter.positionOf(start)))
      }
    }
    const added = missing.length > 0 ? missing : lastResort(removed)
    if (added.length === 0) break
    for (const escape of added) needed.add(escape)
  }
  return line
}

function labelsIn(line: string): string[] {
  return Array.from(
    line.replaceAll('\\', '').matchAll(/\[\^([^\s[\]]+)\]/g),
    ([, label = '']) => label,
  )
}

/** A backslash or a character reference: the characters from `start` to `end` become `character`. */
type Escape = { start: number; end: number; character: string }

function locateIn(
  text: string,
  { block, reserved }: Surroundings,
  footnotes: readonly string[],
): LocatedLine | undefined {
  if (block === undefined) return locateCell(text, footnotes)
  if (reserved?.test(text) === true) return undefined
  return locateLine(text, block, footnotes)
}

function escapesOf(line: string, { located }: LocatedLine, { block }: Surroundings): Escape[] {
  return located.flatMap(({ kind, start, token }): Escape[] => {
    const character = kind === 'text_special' ? characterOf(token.markup) : undefined
    if (character === undefined) return []
    const end = start + token.markup.length
    // A cell is divided at its pipes before it is read.
    const isAtPipe =
      character === '|' || (character === '\\' && /^(?:$|\||\\\|)/.test(line.slice(end, end + 2)))
    if (block === undefined && isAtPipe) return []
    return [{ start, end, character }]
  })
}

/** The character behind a backslash, or a visible one that is written as a reference. */
function characterOf(markup: string): string | undefined {
  if (/^\\[!-/:-@[-`{-~]$/.test(markup)) return markup.charAt(1)
  const code = /^&#x([\dA-F]+);$/.exec(markup)?.[1]
  const character = code === undefined ? '' : String.fromCodePoint(Number.parseInt(code, 16))
  return /^[^\s\p{C}]$/u.test(character) ? character : undefined
}

// With a bullet before it, a line of these would be a thematic break.
const onlyRule = /^[-*_ \t]+(?:\n|$)/

function isReserved(line: string, { start }: Escape, { block }: Surroundings): boolean {
  if (block === undefined || start > 0) return false
  return onlyRule.test(line.replaceAll('\\', ''))
}

/** A text, and for each of its positions that of the original. */
type Shortened = { text: string; positionOf: (position: number) => number }

function shortened(line: string, removed: readonly Escape[]): Shortened {
  const starts: number[] = []
  const offsets: number[] = []
  let text = ''
  let copied = 0
  for (const { start, end, character } of removed) {
    text += line.slice(copied, start)
    starts.push(text.length)
    text += character
    offsets.push(end - text.length)
    copied = end
  }
  text += line.slice(copied)
  const positionOf = (position: number) => {
    const index = lastBefore(starts, position)
    if (index < 0) return position
    // The location of an escape is that of its character.
    return position + (offsets[index] ?? 0)
  }
  return { text, positionOf }
}

/** The index of the last of the sorted numbers that is not larger. */
function lastBefore(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}

function locationOf({ start, token, kind }: Located): string {
  return `${start} ${token.type === 'text' ? kind : token.type}`
}

/** The positions of the characters that make a construct. */
function startsOf({ kind, start, token }: Located, text: string): number[] {
  const { type, markup } = token
  if (type === 'text' && kind === 'text') return []
  // In a link, the state is at its text.
  if (kind === 'link_open') return [markup === 'autolink' ? start : start - 1]
  if (kind === 'code_inline') return [start, text.indexOf(markup, start + markup.length)]
  if (kind === 'image') return [start, start + 1]
  if (kind === 'math_inline') return [start, start + markup.length - 1]
  return [start]
}

/** The escape of the character at a position, with those of all others in its run. */
function escapesAt(removed: readonly Escape[], position: number): Escape[] {
  const at = removed.findIndex(({ end, start }) => position >= start && position < end)
  const found = removed[at]
  if (found === undefined) return []
  const run = [found]
  if (!'*_~`$'.includes(found.character)) return run
  for (let index = at + 1; isNext(removed[index - 1], removed[index]); index += 1)
    run.push(...removed.slice(index, index + 1))
  for (let index = at - 1; isNext(removed[index], removed[index + 1]); index -= 1)
    run.push(...removed.slice(index, index + 1))
  return run
}

function isNext(left: Escape | undefined, right: Escape | undefined): boolean {
  return left !== undefined && left.end === right?.start && left.character === right.character
}

/** Escapes at the start of a line, which can begin a block; if there are none, those in rows of tables. */
function blockEscapes(line: string, removed: readonly Escape[]): Escape[] {
  const first = removed.filter(({ start }) => {
    const lineStart = line.lastIndexOf('\n', start - 1) + 1
    return start - lineStart < 12 && /^[ \t]*\d*$/.test(line.slice(lineStart, start))
  })
  return first.length > 0 ? first : removed.filter(({ character }) => character === '|')
}

/** Bare links and letters beside marks have effects elsewhere in the line. */
function lastResort(removed: readonly Escape[]): Escape[] {
  return removed.filter(({ character }) => /[.:@\p{L}\p{N}\p{M}]/u.test(character))
}

/** Equal for lines that are read as the same. */
function keyOf({ block, tokens }: LocatedLine): string {
  return `${block}${tokensKey(tokens)}`
}

function tokensKey(tokens: readonly Token[]): string {
  let key = ''
  let text = ''
  for (const { type, content, attrs, children } of tokens) {
    if (type === 'text') {
      text += content
      continue
    }
    key += `${JSON.stringify(text)}${type}${JSON.stringify(content)}${JSON.stringify(attrs)}`
    if (children !== null) key += `(${tokensKey(children)})`
    text = ''
  }
  return key + JSON.stringify(text)
}
