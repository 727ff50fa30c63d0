/**
 * Terms, and how often each stands in a text: the UTF-16 units of all of them one after another, where each ends
 * (the first number is 0), and how often it stands there. A worker gives it back without copying term by term.
 */
export type TermList = { size: number; units: Uint16Array; bounds: Int32Array; counts: Int32Array }

const maxReusedUnits = 1 << 16

export function startTermList(terms = 256, units = 2048): TermList {
  return {
    size: 0,
    units: new Uint16Array(units),
    bounds: new Int32Array(terms + 1),
    counts: new Int32Array(terms),
  }
}

/** Empties a list for the next text; one that has grown for a long text is replaced. */
export function emptyTermList(list: TermList): TermList {
  if (list.units.length > maxReusedUnits) return startTermList()
  list.size = 0
  return list
}

/** Adds a term that stands between two offsets of `units`. */
export function addTerm(
  list: TermList,
  units: Uint16Array,
  start: number,
  end: number,
  count: number,
): void {
  let at = startOfNext(list, end - start)
  for (let index = start; index < end; index += 1) {
    list.units[at] = units[index] ?? 0
    at += 1
  }
  finishTerm(list, at, count)
}

export function addText(list: TermList, term: string, count: number): void {
  let at = startOfNext(list, term.length)
  for (let index = 0; index < term.length; index += 1) {
    list.units[at] = term.charCodeAt(index)
    at += 1
  }
  finishTerm(list, at, count)
}

function startOfNext(list: TermList, length: number): number {
  const start = list.bounds[list.size] ?? 0
  if (start + length > list.units.length) {
    const grown = new Uint16Array(Math.max(list.units.length * 2, start + length))
    grown.set(list.units)
    list.units = grown
  }
  if (list.size === list.counts.length) {
    const bounds = new Int32Array(list.size * 2 + 1)
    const counts = new Int32Array(list.size * 2)
    bounds.set(list.bounds)
    counts.set(list.counts)
    list.bounds = bounds
    list.counts = counts
  }
  return start
}

function finishTerm(list: TermList, end: number, count: number): void {
  list.counts[list.size] = count
  list.size += 1
  list.bounds[list.size] = end
}

/** The terms in the order in which JavaScript compares strings, each once, equal ones added up. */
export function sortTerms(list: TermList): TermList {
  const sorted = startTermList(list.size, list.bounds[list.size])
  const order = indexesInOrder(list)
  for (let at = 0; at < list.size; at += 1) {
    const index = order[at] ?? 0
    const count = list.counts[index] ?? 0
    const last = sorted.size - 1
    if (last >= 0 && compareTerms(sorted, last, list, index) === 0) {
      sorted.counts[last] = (sorted.counts[last] ?? 0) + count
    } else {
      const end = list.bounds[index + 1] ?? 0
      addTerm(sorted, list.units, list.bounds[index] ?? 0, end, count)
    }
  }
  return sorted
}

/** As `localeCompare` gives it, by units. */
export function compareTerms(
  one: TermList,
  inOne: number,
  other: TermList,
  inOther: number,
): number {
  let at = one.bounds[inOne] ?? 0
  let otherAt = other.bounds[inOther] ?? 0
  const end = one.bounds[inOne + 1] ?? 0
  const otherEnd = other.bounds[inOther + 1] ?? 0
  while (at < end && otherAt < otherEnd) {
    const difference = (one.units[at] ?? 0) - (other.units[otherAt] ?? 0)
    if (difference !== 0) return difference
    at += 1
    otherAt += 1
  }
  return end - at - (otherEnd - otherAt)
}

/** Reused from text to text: an array of numbers takes longer to create than to fill. */
const scratch = { indexes: new Int32Array(2048), merged: new Int32Array(2048) }

/** Merges ever longer runs: the engine's own sort calls a function for each comparison. */
function indexesInOrder(list: TermList): Int32Array {
  const isSmall = list.size <= scratch.indexes.length
  let indexes = isSmall ? scratch.indexes : new Int32Array(list.size)
  let merged = isSmall ? scratch.merged : new Int32Array(list.size)
  for (let index = 0; index < list.size; index += 1) indexes[index] = index
  for (let length = 1; length < list.size; length *= 2) {
    for (let start = 0; start < list.size; start += length * 2) {
      mergeRuns(list, indexes, merged, start, length)
    }
    const next = merged
    merged = indexes
    indexes = next
  }
  return indexes
}

/** Merges two neighbouring runs of a length, which are in order. */
function mergeRuns(
  list: TermList,
  indexes: Int32Array,
  merged: Int32Array,
  start: number,
  length: number,
): void {
  const middle = Math.min(start + length, list.size)
  const end = Math.min(middle + length, list.size)
  let one = start
  let other = middle
  for (let at = start; at < end; at += 1) {
    const [first, second] = [indexes[one] ?? 0, indexes[other] ?? 0]
    const takesFirst =
      other === end || (one < middle && compareTerms(list, first, list, second) <= 0)
    merged[at] = takesFirst ? first : second
    if (takesFirst) one += 1
    else other += 1
  }
}
