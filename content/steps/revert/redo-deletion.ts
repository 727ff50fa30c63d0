import { type Fragment, type Node } from 'prosemirror-model'
import type { ReplaceStep } from 'prosemirror-transform'
import { mapOutward, mapRange, type Range, type Recover } from '../mapping.ts'
import { redoIn, redoSeen } from '../redo-replace.ts'
import type { DeletedPart, Redo } from '../redo-state.ts'
import { joinRanges } from '../remove.ts'
import { saysSomething } from './corrections.ts'

/**
 * Removes also the words that came back where those stood that the step deletes, and notes them. What stands there instead
 * of other words of the run returns.
 */
export function redoDeletion(
  redo: Redo,
  index: number,
  step: ReplaceStep,
  parts: readonly DeletedPart[],
): Recover | undefined {
  const { tr, mapping, count, corrections } = redo
  const first = count - index
  const locations = parts
    .map((part) => locationOf(redo, first, part))
    .filter((location) => location.to > location.from && saysSomething(tr.doc, location))
  if (locations.length === 0) return redoSeen(redo, first, step)
  const seen = mapRange(mapping, first, step.from, step.to)
  const ranges = joinRanges(tr.doc, united([...seen, ...locations]))
  const formers = locations.map((location) => formerIn(tr.doc, withSpace(tr.doc, location, seen)))
  const before = tr.steps.length
  const recover = redoIn(redo, first, step, ranges)
  const map = tr.mapping.slice(before)
  for (const [number, location] of locations.entries()) {
    const former = formers[number]
    const at = map.map(location.from, -1)
    // One location gets back its text instead of all that stands there now.
    const to = locations.length === 1 && isInText(step) ? map.map(location.to, 1) : at
    if (former === undefined) continue
    const written = { from: step.from, to: step.from + step.slice.size }
    corrections?.found.push({ from: at, to, step: tr.steps.length, former, index, written })
  }
  return recover
}

function isInText({ slice }: ReplaceStep): boolean {
  return slice.openStart === 0 && slice.content.firstChild?.isInline === true
}

/** What stands instead of a part of a text, without what stands instead of the rest of the text. */
function locationOf({ mapping, tr }: Redo, first: number, { from, to, outer }: DeletedPart): Range {
  const at = (position: number, side: -1 | 1) => mapOutward(mapping, first, position, side)
  const location = { from: at(from, -1), to: at(to, 1) }
  const [start, end] = [
    outer.from < from ? at(from, 1) : location.from,
    outer.to > to ? at(to, -1) : location.to,
  ]
  return {
    from: Math.min(Math.max(location.from, start), tr.doc.content.size),
    to: Math.min(location.to, end),
  }
}

/** Ranges in order, without overlaps. */
function united(ranges: readonly Range[]): Range[] {
  const found: Range[] = []
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last === undefined || from > last.to) found.push({ from, to })
    else found[found.length - 1] = { from: last.from, to: Math.max(last.to, to) }
  }
  return found
}

/** A location with the space behind or before it that the step deletes, too. */
function withSpace(doc: Node, { from, to }: Range, seen: readonly Range[]): Range {
  const isSpace = (start: number, end: number) =>
    seen.some((range) => range.from <= start && end <= range.to) &&
    /^\s$/.test(doc.textBetween(start, end))
  if (to < doc.content.size && isSpace(to, to + 1)) return { from, to: to + 1 }
  return from > 0 && isSpace(from - 1, from) ? { from: from - 1, to } : { from, to }
}

function formerIn(doc: Node, { from, to }: Range): Fragment {
  return doc.slice(from, to).content
}
