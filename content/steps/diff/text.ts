import { type Fragment, type Node, Slice } from 'prosemirror-model'
import { ReplaceStep, type Step } from 'prosemirror-transform'
import { align, type Hunk, hunksBetween, type Match } from './align.ts'
import { changedRange } from './changed-range.ts'
import { isSameChange, type MarkChange, markChange, markSteps } from './mark-change.ts'
import { mergeClose } from './merge-close.ts'
import { type Unit, unitsOf } from './units.ts'

/** With more steps the changed text is replaced as a whole. */
const maxSteps = 200

/** The change of the text in a text block that starts at `start`, the last step first. */
export function textSteps(before: Node, after: Node, start: number): Step[] {
  const range = changedRange(before.content, after.content)
  if (!range) return []
  const complete = replaceSteps(before.content, after.content, range, start)
  const isPlain = range.before.from === range.before.to || range.after.from === range.after.to
  if (isPlain) return complete
  const steps = wordSteps(before.content, after.content, range, start)
  return steps.length > maxSteps ? complete : steps
}

function wordSteps(before: Fragment, after: Fragment, range: Hunk, start: number): Step[] {
  const [old, now] = [unitsOf(before, range.before), unitsOf(after, range.after)]
  const ids = new Map<string, number>()
  const idOf = ({ key }: Unit): number => {
    const id = ids.get(key) ?? ids.size
    ids.set(key, id)
    return id
  }
  const matches = align(old.map(idOf), now.map(idOf)).flatMap((match) => markable(match, old, now))
  const hunks = mergeClose(
    hunksBetween(matches, { before: old.length, after: now.length }),
    old,
    now,
  )
  const steps: Step[] = []
  let [toOld, toNow] = [old.length, now.length]
  for (const hunk of hunks.toReversed()) {
    const same = { before: hunk.before.to, after: hunk.after.to, length: toOld - hunk.before.to }
    steps.push(...markStepsOf(same, old, now, start))
    const positions = {
      before: positionsOf(old, hunk.before, range.before),
      after: positionsOf(now, hunk.after, range.after),
    }
    steps.push(...replaceSteps(before, after, positions, start))
    toOld = hunk.before.from
    toNow = hunk.after.from
  }
  const first = { before: toOld - Math.min(toOld, toNow), after: 0, length: toNow }
  return [...steps, ...markStepsOf(first, old, now, start)]
}

/** The parts of a match whose marks can be changed by steps. */
function markable(match: Match, old: readonly Unit[], now: readonly Unit[]): Match[] {
  const parts: Match[] = []
  for (let index = 0; index < match.length; index += 1) {
    const [unit, next] = [old[match.before + index], now[match.after + index]]
    if (!unit || !next || !markChange(unit.node.marks, next.node.marks)) continue
    const last = parts.at(-1)
    if (last && last.before + last.length === match.before + index) last.length += 1
    else parts.push({ before: match.before + index, after: match.after + index, length: 1 })
  }
  return parts
}

/** Changes of marks on text that stays. */
function markStepsOf(
  match: Match,
  old: readonly Unit[],
  now: readonly Unit[],
  start: number,
): Step[] {
  const runs: { change: MarkChange; from: number; to: number }[] = []
  for (let index = 0; index < match.length; index += 1) {
    const [unit, next] = [old[match.before + index], now[match.after + index]]
    const change = unit && next && markChange(unit.node.marks, next.node.marks)
    if (!unit || !change || change.remove.length + change.add.length === 0) continue
    const last = runs.at(-1)
    if (last?.to === unit.from && isSameChange(last.change, change)) last.to = unit.to
    else runs.push({ change, from: unit.from, to: unit.to })
  }
  return runs
    .toReversed()
    .flatMap(({ change, from, to }) => markSteps(change, start + from, start + to))
}

function positionsOf(
  units: readonly Unit[],
  range: { from: number; to: number },
  all: { from: number; to: number },
): { from: number; to: number } {
  const from = units[range.from]?.from ?? all.to
  return { from, to: range.to === range.from ? from : (units[range.to - 1]?.to ?? all.to) }
}

/** One step without the letters at both ends that stay the same, or none. */
function replaceSteps(before: Fragment, after: Fragment, hunk: Hunk, start: number): Step[] {
  const old = before.cut(hunk.before.from, hunk.before.to)
  const now = after.cut(hunk.after.from, hunk.after.to)
  const range = changedRange(old, now)
  if (!range) return []
  const from = start + hunk.before.from
  const put = now.cut(range.after.from, range.after.to)
  return [new ReplaceStep(from + range.before.from, from + range.before.to, new Slice(put, 0, 0))]
}
