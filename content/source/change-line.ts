import { type Counterparts, pairEqual } from './lines.ts'

const token =
  /[ \t]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+|[^]/gu

/** A stored line with the change from `before` to `after`; undefined if it cannot be found in the stored one. */
export function changeLine(stored: string, before: string, after: string): string | undefined {
  const [own, old, now] = [stored, before, after].map((line) => line.match(token) ?? [])
  if (own === undefined || old === undefined || now === undefined) return undefined
  const inStored = pairEqual(old, own)
  let result = ''
  let copied = 0
  for (const change of changesBetween(old, now)) {
    const found = locate(change, inStored, own.length)
    if (found === undefined || found.start < copied) return undefined
    const [left, right] = [old.slice(found.from, change.from), old.slice(change.to, found.to)]
    result += own.slice(copied, found.start).join('')
    result += [...left, ...change.tokens, ...right].join('')
    copied = found.end
  }
  result += own.slice(copied).join('')
  return isRow(stored) ? padded(result, stored) : result
}

/** New tokens for the old ones between two indexes. */
type Change = { from: number; to: number; tokens: readonly string[] }

function changesBetween(old: readonly string[], now: readonly string[]): Change[] {
  const pairs = pairEqual(old, now)
  const changes: Change[] = []
  let [from, start] = [0, 0]
  for (let index = 0; index <= old.length; index += 1) {
    const pair = index < old.length ? pairs[index] : now.length
    if (pair === undefined) continue
    if (index > from || pair > start)
      changes.push({ from, to: index, tokens: now.slice(start, pair) })
    from = index + 1
    start = pair + 1
  }
  return changes
}

/** The stored tokens for a change, and the old tokens that they stand for: more than the change if marks differ. */
type Found = { start: number; end: number; from: number; to: number }

function locate(change: Change, inStored: Counterparts, length: number): Found | undefined {
  let { from, to } = change
  const insertion = from === to
  const before = from === 0 ? -1 : inStored[from - 1]
  const after = to === inStored.length ? length : inStored[to]
  // What is inserted goes beside a token that is found.
  if (insertion && before !== undefined && from > 0)
    return { start: before + 1, end: before + 1, from, to }
  if (insertion && after !== undefined) return { start: after, end: after, from, to }
  const first = inStored[from]
  const last = inStored[to - 1]
  if (first !== undefined && last !== undefined && last - first === to - 1 - from)
    return { start: first, end: last + 1, from, to }
  while (from > 0 && inStored[from - 1] === undefined) from -= 1
  while (to < inStored.length && inStored[to] === undefined) to += 1
  const start = from === 0 ? 0 : (inStored[from - 1] ?? 0) + 1
  const end = to === inStored.length ? length : (inStored[to] ?? length)
  return start <= end ? { start, end, from, to } : undefined
}

function isRow(line: string): boolean {
  return /^[ \t>]*\|.*\|[ \t]*$/.test(line)
}

/** A row of a table whose cells are as wide as they were stored, if their text fits. */
function padded(row: string, stored: string): string {
  const [cells, own] = [cellsOf(row), cellsOf(stored)]
  if (cells.length !== own.length) return row
  return cells.map((cell, index) => paddedCell(cell, own[index] ?? cell)).join('|')
}

function cellsOf(row: string): string[] {
  return row.split(/(?<!\\)\|/)
}

function paddedCell(cell: string, stored: string): string {
  const [text, old] = [cell.trim(), stored.trim()]
  if (text === old || old === '') return text === old ? stored : cell
  const start = stored.slice(0, stored.length - stored.trimStart().length)
  const end = stored.slice(stored.trimEnd().length)
  const room = stored.length - text.length
  if (start.length > 1 && end.length <= 1)
    return ' '.repeat(Math.max(1, room - end.length)) + text + end
  return start + text + ' '.repeat(Math.max(Math.min(1, end.length), room - start.length))
}
