import { diffArrays } from 'diff'

/** Entries that are the same in two lists: `length` of them, from these indexes on. */
export type Match = { before: number; after: number; length: number }

/** From the first index up to, not including, the last. */
export type Range = { from: number; to: number }

/** Entries of one list that those of another replace. Either range may be empty. */
export type Hunk = { before: Range; after: Range }

/** Lists that are together this short get their shortest edit. */
const shortLength = 300
/** The time to find the shortest edit grows with the square of its length. */
const maxEdits = 64
const maxAnchorings = 8

/**
 * The same entries of two lists, in order. Long lists are cut at entries that occur once in each, so that the time
 * grows with their length only.
 */
export function align(
  before: readonly number[],
  after: readonly number[],
  anchorings = maxAnchorings,
): Match[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const middle = alignMiddle(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
    anchorings,
  )
  return joined([
    { before: 0, after: 0, length: start },
    ...middle.map((match) => shifted(match, start, start)),
    { before: before.length - end, after: after.length - end, length: end },
  ])
}

/** What lies between matches, in lists of these lengths. */
export function hunksBetween(
  matches: readonly Match[],
  lengths: { before: number; after: number },
): Hunk[] {
  const hunks: Hunk[] = []
  let [before, after] = [0, 0]
  for (const match of [...matches, { ...lengths, length: 0 }]) {
    if (match.before > before || match.after > after) {
      hunks.push({
        before: { from: before, to: match.before },
        after: { from: after, to: match.after },
      })
    }
    before = match.before + match.length
    after = match.after + match.length
  }
  return hunks
}

function alignMiddle(before: number[], after: number[], anchorings: number): Match[] {
  if (before.length === 0 || after.length === 0) return []
  const isShort = before.length + after.length <= shortLength
  const anchors = isShort || anchorings === 0 ? [] : onceInBoth(before, after)
  if (anchors.length === 0) return shortestEdit(before, after, isShort ? shortLength : maxEdits)
  const gaps = hunksBetween(anchors, { before: before.length, after: after.length })
  const between = gaps.flatMap((gap) => {
    const old = before.slice(gap.before.from, gap.before.to)
    const now = after.slice(gap.after.from, gap.after.to)
    return align(old, now, anchorings - 1).map((match) =>
      shifted(match, gap.before.from, gap.after.from),
    )
  })
  return [...anchors, ...between].toSorted((a, b) => a.before - b.before)
}

function shortestEdit(before: number[], after: number[], maxEditLength: number): Match[] {
  const changes = diffArrays(before, after, { maxEditLength }) ?? []
  const matches: Match[] = []
  let [old, now] = [0, 0]
  for (const { added, removed, count } of changes) {
    if (!added && !removed) matches.push({ before: old, after: now, length: count })
    if (!added) old += count
    if (!removed) now += count
  }
  return matches
}

/** The longest row of entries, in the order of both lists, that occur once in each. */
function onceInBoth(before: readonly number[], after: readonly number[]): Match[] {
  const old = indexesOfSingles(before)
  const common: Match[] = []
  for (const [entry, index] of indexesOfSingles(after)) {
    const oldIndex = old.get(entry)
    if (oldIndex !== undefined && index >= 0 && oldIndex >= 0) {
      common.push({ before: oldIndex, after: index, length: 1 })
    }
  }
  return increasing(common.toSorted((a, b) => a.after - b.after))
}

/** The index of each entry, -1 if it occurs again. */
function indexesOfSingles(list: readonly number[]): Map<number, number> {
  const indexes = new Map<number, number>()
  for (const [index, entry] of list.entries()) indexes.set(entry, indexes.has(entry) ? -1 : index)
  return indexes
}

/** By patience sorting: `tops` has the last match of the best row of each length. */
function increasing(matches: readonly Match[]): Match[] {
  type Row = { match: Match; previous: Row | undefined }
  const tops: Row[] = []
  for (const match of matches) {
    let [low, high] = [0, tops.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((tops[middle]?.match.before ?? 0) < match.before) low = middle + 1
      else high = middle
    }
    tops[low] = { match, previous: tops[low - 1] }
  }
  const row: Match[] = []
  for (let top = tops.at(-1); top; top = top.previous) row.push(top.match)
  return row.toReversed()
}

function shifted({ before, after, length }: Match, by: number, byAfter: number): Match {
  return { before: before + by, after: after + byAfter, length }
}

function joined(matches: readonly Match[]): Match[] {
  const runs: Match[] = []
  for (const match of matches) {
    const last = runs.at(-1)
    if (match.length === 0) continue
    const isNext =
      last?.before === match.before - (last?.length ?? 0) &&
      last?.after === match.after - (last?.length ?? 0)
    if (last && isNext) last.length += match.length
    else runs.push({ ...match })
  }
  return runs
}
