import type { Node } from 'prosemirror-model'
import type { Likeness } from './likeness.ts'

/** Indexes of a node and of what became of it. */
export type Pair = { before: number; after: number }

const minLikeness = 0.25
/** So alike that no better partner is searched. */
const surelyAlike = 0.6
/** Up to this many combinations the best pairs are found, beyond it good ones nearby. */
const maxCombinations = 400
const searchDistance = 6

/** Which nodes became which, in order. A node without a partner is new, or removed. */
export function pairNodes(
  before: readonly Node[],
  after: readonly Node[],
  likeness: Likeness,
): Pair[] {
  if (before.length === 0 || after.length === 0) return []
  const byIndex = before.length === after.length ? pairsByIndex(before, after, likeness) : undefined
  if (byIndex) return byIndex
  const score = (old: number, now: number): number => {
    const [a, b] = [before[old], after[now]]
    const value = a && b ? likeness.of(a, b) : 0
    return value > minLikeness ? value : 0
  }
  return before.length * after.length <= maxCombinations
    ? bestPairs(before.length, after.length, score)
    : nearPairs(before.length, after.length, score)
}

function pairsByIndex(
  before: readonly Node[],
  after: readonly Node[],
  likeness: Likeness,
): Pair[] | undefined {
  const minimum = before.length === 1 ? minLikeness : surelyAlike
  const areAlike = before.every((node, index) => {
    const partner = after[index]
    return partner !== undefined && likeness.of(node, partner) > minimum
  })
  return areAlike ? before.map((_node, index) => ({ before: index, after: index })) : undefined
}

type Score = (before: number, after: number) => number

/** The pairs with the greatest sum of scores: `sums` has it for each two ends of the lists. */
function bestPairs(before: number, after: number, score: Score): Pair[] {
  const scores = Array.from({ length: before }, (_old, old) =>
    Array.from({ length: after }, (_now, now) => score(old, now)),
  )
  const sums = Array.from({ length: before + 1 }, () => new Float64Array(after + 1))
  const sumAt = (old: number, now: number) => sums[old]?.[now] ?? 0
  const scoreAt = (old: number, now: number) => scores[old]?.[now] ?? 0
  for (let old = before - 1; old >= 0; old -= 1) {
    for (let now = after - 1; now >= 0; now -= 1) {
      const value = scoreAt(old, now)
      const paired = value > 0 ? sumAt(old + 1, now + 1) + value : 0
      sums[old]?.fill(Math.max(sumAt(old + 1, now), sumAt(old, now + 1), paired), now, now + 1)
    }
  }
  const pairs: Pair[] = []
  for (let old = 0, now = 0; old < before && now < after;) {
    const value = scoreAt(old, now)
    if (value > 0 && sumAt(old, now) === sumAt(old + 1, now + 1) + value) {
      pairs.push({ before: old, after: now })
      old += 1
      now += 1
    } else if (sumAt(old, now) === sumAt(old + 1, now)) old += 1
    else now += 1
  }
  return pairs
}

/** Each node with the nearest that is alike, so that the time grows with the lists' length only. */
function nearPairs(before: number, after: number, score: Score): Pair[] {
  const pairs: Pair[] = []
  let [old, now] = [0, 0]
  while (old < before && now < after) {
    const partner = nearest(old, now, score)
    if (partner) {
      pairs.push(partner)
      old = partner.before
      now = partner.after
    }
    old += 1
    now += 1
  }
  return pairs
}

function nearest(old: number, now: number, score: Score): Pair | undefined {
  for (let distance = 0; distance <= searchDistance; distance += 1) {
    for (let ahead = 0; ahead <= distance; ahead += 1) {
      const pair = { before: old + ahead, after: now + distance - ahead }
      if (score(pair.before, pair.after) > 0) return pair
    }
  }
  return undefined
}
