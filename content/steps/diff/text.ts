import { type Fragment, type Node, Slice } from 'prosemirror-model'
import { ReplaceStep, type Step } from 'prosemirror-transform'
import { align, type Hunk, hunksBetween, type Match, type Range } from './align.ts'
import { changedRange } from './changed-range.ts'
import { isSameChange, type MarkChange, markSteps } from './mark-change.ts'
import { MarkRuns } from './mark-runs.ts'
import { type Joining, mergeClose } from './merge-close.ts'
import { type Unit, unitsOf, widened } from './units.ts'

/** With more steps the changed text is replaced as a whole. */
const maxSteps = 200

/**
 * The change of the text in a text block that starts at `start`, the last step first. It replaces whole tokens, so that
 * a step of somebody else cannot end inside of one.
 */
export function textSteps(before: Node, after: Node, start: number, joining: Joining): Step[] {
  const range = changedRange(before.content, after.content)
  if (!range) return []
  const text = new TextDiff(
    before.content,
    after.content,
    widened(before.content, after.content, range),
  )
  const steps = text.steps(start, joining)
  return steps.length > maxSteps ? [text.complete(start)] : steps
}

class TextDiff {
  readonly #after: Fragment
  readonly #range: Hunk
  readonly #old: readonly Unit[]
  readonly #now: readonly Unit[]
  readonly #marks: MarkRuns

  constructor(before: Fragment, after: Fragment, range: Hunk) {
    this.#after = after
    this.#range = range
    this.#old = unitsOf(before, range.before)
    this.#now = unitsOf(after, range.after)
    this.#marks = new MarkRuns(before, after)
  }

  complete(start: number): Step {
    return this.#replace(this.#range, start)
  }

  steps(start: number, joining: Joining): Step[] {
    const [old, now] = [this.#old, this.#now]
    const matches = this.#matches()
    const changes = hunksBetween(matches, { before: old.length, after: now.length })
    const hunks = mergeClose(
      changes.map((hunk, index) => movedBack(hunk, changes[index + 1], { old, now })),
      { old, now, joining },
    )
    const steps: Step[] = []
    let [toOld, toNow] = [old.length, now.length]
    for (const hunk of hunks.toReversed()) {
      steps.push(
        ...this.#markSteps(
          { before: hunk.before.to, after: hunk.after.to, length: toOld - hunk.before.to },
          start,
        ),
      )
      steps.push(
        this.#replace(
          {
            before: positionsOf(old, hunk.before, this.#range.before),
            after: positionsOf(now, hunk.after, this.#range.after),
          },
          start,
        ),
      )
      toOld = hunk.before.from
      toNow = hunk.after.from
    }
    const first = { before: toOld - Math.min(toOld, toNow), after: 0, length: toNow }
    return [...steps, ...this.#markSteps(first, start)]
  }

  /** The same units, as far as steps can change their marks. */
  #matches(): Match[] {
    const ids = new Map<string, number>()
    const idOf = ({ key }: Unit): number => {
      const id = ids.get(key) ?? ids.size
      ids.set(key, id)
      return id
    }
    const parts: Match[] = []
    for (const match of align(this.#old.map(idOf), this.#now.map(idOf))) {
      for (let index = 0; index < match.length; index += 1) {
        const [old, now] = [this.#old[match.before + index], this.#now[match.after + index]]
        if (!old || !now || this.#marks.compare(old, now.from).some(({ change }) => !change))
          continue
        const last = parts.at(-1)
        if (
          last &&
          last.before + last.length === match.before + index &&
          last.after + last.length === match.after + index
        )
          last.length += 1
        else parts.push({ before: match.before + index, after: match.after + index, length: 1 })
      }
    }
    return parts
  }

  /** Changes of marks on text that stays. */
  #markSteps(match: Match, start: number): Step[] {
    const [first, last] = [this.#old[match.before], this.#old[match.before + match.length - 1]]
    const now = this.#now[match.after]
    if (match.length === 0 || !first || !last || !now) return []
    const runs: { change: MarkChange; from: number; to: number }[] = []
    for (const { change, from, to } of this.#marks.compare(
      { from: first.from, to: last.to },
      now.from,
    )) {
      if (!change || change.remove.length + change.add.length === 0) continue
      const previous = runs.at(-1)
      if (previous?.to === from && isSameChange(previous.change, change)) previous.to = to
      else runs.push({ change, from, to })
    }
    return runs
      .toReversed()
      .flatMap(({ change, from, to }) => markSteps(change, start + from, start + to))
  }

  #replace({ before, after }: Hunk, start: number): Step {
    const content = this.#after.cut(after.from, after.to)
    return new ReplaceStep(start + before.from, start + before.to, new Slice(content, 0, 0))
  }
}

/** A deletion or insertion as far back in the text as it can be, so that two writers of the same change agree on it. */
function movedBack(
  hunk: Hunk,
  next: Hunk | undefined,
  { old, now }: { old: readonly Unit[]; now: readonly Unit[] },
): Hunk {
  const { before, after } = hunk
  const isInsertion = before.from === before.to
  if (!isInsertion && after.from !== after.to) return hunk
  const [units, { from, to }] = isInsertion ? [now, after] : [old, before]
  const gap = (next?.before.from ?? old.length) - before.to
  let by = 0
  while (by < gap && units[from + by]?.key === units[to + by]?.key) by += 1
  return by === 0 ? hunk : { before: shifted(before, by), after: shifted(after, by) }
}

function shifted({ from, to }: Range, by: number): Range {
  return { from: from + by, to: to + by }
}

function positionsOf(units: readonly Unit[], range: Range, all: Range): Range {
  const from = units[range.from]?.from ?? all.to
  return { from, to: range.to === range.from ? from : (units[range.to - 1]?.to ?? all.to) }
}
