import { diffArrays } from 'diff'

/** With more changed lines, or more changed words in a line, the rest counts as changed. */
const maxEdits = 400
/** Pairs of changed lines that are compared with each other. */
const maxCompared = 2500

/** For each item of the first list, the index of its counterpart in the second one. */
export type Counterparts = ReadonlyArray<number | undefined>

/** Pairs equal items, in order. */
export function pairEqual(first: readonly string[], second: readonly string[]): Counterparts {
  const pairs: Array<number | undefined> = first.map(() => undefined)
  let start = 0
  while (start < first.length && start < second.length && first[start] === second[start]) {
    pairs[start] = start
    start += 1
  }
  let [end, secondEnd] = [first.length, second.length]
  while (end > start && secondEnd > start && first[end - 1] === second[secondEnd - 1]) {
    end -= 1
    secondEnd -= 1
    pairs[end] = secondEnd
  }
  const changes = diffArrays(first.slice(start, end), second.slice(start, secondEnd), {
    maxEditLength: maxEdits,
  })
  let [from, to] = [start, start]
  for (const { added, removed, value } of changes ?? []) {
    if (!added && !removed) for (const offset of value.keys()) pairs[from + offset] = to + offset
    if (!added) from += value.length
    if (!removed) to += value.length
  }
  return pairs
}

/**
 * Pairs what remains between pairs: all of it where both lists have the same number of items there, and otherwise the
 * items that share most words.
 */
export function pairSimilar(
  first: readonly string[],
  second: readonly string[],
  equal: Counterparts,
): Counterparts {
  const pairs = [...equal]
  let [from, to] = [0, 0]
  const pairGap = (end: number, secondEnd: number) => {
    const gap = similarIn(first.slice(from, end), second.slice(to, secondEnd))
    for (const [offset, pair] of gap.entries()) {
      if (pair !== undefined) pairs[from + offset] = to + pair
    }
  }
  for (const [index, pair] of equal.entries()) {
    if (pair === undefined) continue
    pairGap(index, pair)
    from = index + 1
    to = pair + 1
  }
  pairGap(first.length, second.length)
  return pairs
}

function similarIn(first: readonly string[], second: readonly string[]): Counterparts {
  const isSimple = first.length === second.length || first.length * second.length > maxCompared
  if (isSimple) return first.map((_, index) => (index < second.length ? index : undefined))
  if (first.length === 0 || second.length === 0) return first.map(() => undefined)
  const words = second.map(wordsOf)
  const scores = first.map((line) => {
    const own = wordsOf(line)
    return words.map((others) => likeness(own, others))
  })
  return bestInOrder(scores, second.length)
}

function wordsOf(line: string): Set<string> {
  return new Set(line.match(/[\p{L}\p{N}]+/gu))
}

function likeness(first: ReadonlySet<string>, second: ReadonlySet<string>): number {
  if (first.size === 0 || second.size === 0) return 0
  let shared = 0
  for (const word of first) if (second.has(word)) shared += 1
  return (2 * shared) / (first.size + second.size)
}

/** The pairs in order whose scores have the largest sum. */
function bestInOrder(scores: ReadonlyArray<readonly number[]>, width: number): Counterparts {
  const sums = Array.from({ length: scores.length + 1 }, () => Array<number>(width + 1).fill(0))
  const sum = (row: number, column: number) => sums[row]?.[column] ?? 0
  for (let row = scores.length - 1; row >= 0; row -= 1) {
    for (let column = width - 1; column >= 0; column -= 1) {
      const both = (scores[row]?.[column] ?? 0) + sum(row + 1, column + 1)
      const values = sums[row]
      if (values) values[column] = Math.max(both, sum(row + 1, column), sum(row, column + 1))
    }
  }
  const pairs: Array<number | undefined> = scores.map(() => undefined)
  let [row, column] = [0, 0]
  while (row < scores.length && column < width) {
    const score = scores[row]?.[column] ?? 0
    if (score > 0 && sum(row, column) === score + sum(row + 1, column + 1)) {
      pairs[row] = column
      row += 1
      column += 1
    } else if (sum(row, column) === sum(row + 1, column)) row += 1
    else column += 1
  }
  return pairs
}
