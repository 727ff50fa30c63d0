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
  const storedLines = stored.split(/\r\n?|\n/)
  const endings = stored.match(/\r\n?|\n/g) ?? []
  const [old, now] = [before.split('\n'), after.split('\n')]
  const inStored = pairSkeletons(old, storedLines)
  const equal = inverted(pairEqual(old, now), now.length)
  const similar = inverted(pairSimilar(old, now, inverted(equal, old.length)), now.length)
  const style = styleOf(old, storedLines, inStored)
  const used = new Set(inStored)
  const result: Array<{ text: string; ending: string }> = []
  const add = (index: number, text: string) => {
    result.push({ text, ending: endings[index] ?? lineEnding })
    // Lines that only the stored text has stay with the line before them.
    for (let next = index + 1; next < storedLines.length && !used.has(next); next += 1)
      result.push({ text: storedLines[next] ?? '', ending: endings[next] ?? lineEnding })
  }
  const lead = inStored.find((index) => index !== undefined) ?? 0
  for (let index = 0; index < lead; index += 1)
    result.push({ text: storedLines[index] ?? '', ending: endings[index] ?? lineEnding })
  for (const [index, line] of now.entries()) {
    const source = similar[index]
    const target = source === undefined ? undefined : inStored[source]
    const isSame = equal[index] !== undefined
    if (target === undefined) {
      if (!isSame) result.push({ text: styled(line, style), ending: lineEnding })
      continue
    }
    const storedLine = storedLines[target] ?? ''
    if (isSame) add(target, storedLine)
    else {
      const text =
        unit === 'words' ? changeLine(storedLine, old[source ?? 0] ?? '', line) : undefined
      add(target, text ?? styled(line, style))
    }
  }
  return result
    .map(({ text, ending }, index) => (index < result.length - 1 ? text + ending : text))
    .join('')
}

/** Pairs lines by their words, because generated lines have other marks. */
function pairSkeletons(old: readonly string[], stored: readonly string[]): Counterparts {
  const [first, second] = [old.map(skeleton), stored.map(skeleton)]
  return pairSimilar(first, second, pairEqual(first, second))
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
