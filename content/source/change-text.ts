import { changeLine } from './change-line.ts'
import { type Counterparts, pairEqual, pairSimilar } from './lines.ts'

/** Which parts of a changed line are generated: its changed words, or the complete line. */
export type ChangedUnit = 'words' | 'lines'

/**
 * A stored text with the change from `before` to `after`, which are generated texts: lines that did not change stay as
 * they are stored. The result may be wrong and must be read again.
 */
export function changeText(
  stored: string,
  { before, after }: { before: string; after: string },
  { unit, lineEnding }: { unit: ChangedUnit; lineEnding: string },
): string {
  const lines = stored.split(/(?<=\n|\r(?!\n))/)
  const texts = lines.map((line) => line.replace(/[\r\n]+$/, ''))
  const [old, now] = [before.split('\n'), after.split('\n')]
  const inStored = pairSkeletons(old, texts)
  const equal = inverted(pairEqual(old, now), now.length)
  const similar = inverted(pairSimilar(old, now, inverted(equal, old.length)), now.length)
  const style = styleOf(old, texts, inStored)
  const used = new Set(inStored)
  /** A stored line with the lines after it that only the stored text has. */
  const storedFrom = (index: number) => {
    let end = index + 1
    while (end < lines.length && !used.has(end)) end += 1
    return lines.slice(index, end).join('')
  }
  const lead = inStored.find((index) => index !== undefined) ?? 0
  const result = lines.slice(0, lead)
  for (const [index, line] of now.entries()) {
    const source = similar[index]
    const target = source === undefined ? undefined : inStored[source]
    const own = target === undefined ? undefined : storedFrom(target)
    if (equal[index] !== undefined) {
      if (own !== undefined) result.push(own)
      continue
    }
    const [, text = '', end = lineEnding] = /^(.*?)((?:\r\n?|\n)\s*)?$/s.exec(own ?? '') ?? []
    const words =
      unit === 'words' && own !== undefined
        ? changeLine(text, old[source ?? 0] ?? '', line)
        : undefined
    result.push((words ?? styled(line, style)) + end)
  }
  return result
    .map((line, index) =>
      index < result.length - 1 && !/[\r\n]$/.test(line) ? line + lineEnding : line,
    )
    .join('')
    .replace(/[\r\n]+$/, '')
}

/**
 * Pairs lines by their letters, because generated lines have other marks. A generated line can be several stored ones, such
 * as a code span over two lines: it is paired with the first of them.
 */
function pairSkeletons(old: readonly string[], stored: readonly string[]): Counterparts {
  const equal = pairEqual(old.map(skeleton), stored.map(skeleton))
  let previous = -1
  return pairSimilar(old, stored, equal).map((pair, index) => {
    let first = pair
    if (pair !== undefined && equal[index] === undefined) {
      first = previous + 1
      while (first < pair && stored[first]?.trim() === '') first += 1
    }
    previous = pair ?? previous
    return first
  })
}

function skeleton(line: string): string {
  return line.replace(/^[\s>]*\d+[.)]/, '').replaceAll(/[^\p{L}\p{N}|]/gu, '')
}

function inverted(pairs: Counterparts, length: number): Counterparts {
  const result = Array<number | undefined>(length).fill(undefined)
  for (const [index, pair] of pairs.entries()) if (pair !== undefined) result[pair] = index
  return result
}

const prefix = /^(?:[ \t]|>|[-*+](?=[ \t]|$)|\d+[.)](?=[ \t]|$))*/

/** The start of a stored line, such as its indentation and bullet, by the start of the generated line. */
type Style = ReadonlyMap<string, string>

function styleOf(old: readonly string[], stored: readonly string[], inStored: Counterparts): Style {
  const style = new Map<string, string>()
  for (const [index, target] of inStored.entries()) {
    if (target === undefined) continue
    const start = withoutNumbers(startOf(old[index] ?? ''))
    if (!style.has(start)) style.set(start, startOf(stored[target] ?? ''))
  }
  return style
}

function styled(line: string, style: Style): string {
  const start = startOf(line)
  const known = style.get(withoutNumbers(start))
  if (known === undefined) return line
  const number = /\d+(?=[.)][ \t]*$)/.exec(start)?.[0]
  const own = number === undefined ? known : known.replace(/\d+(?=[.)][ \t]*$)/, number)
  return own + line.slice(start.length)
}

function startOf(line: string): string {
  return prefix.exec(line)?.[0] ?? ''
}

function withoutNumbers(start: string): string {
  return start.replaceAll(/\d+/g, '1')
}
