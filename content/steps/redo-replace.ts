import type { Slice } from 'prosemirror-model'
import { ReplaceAroundStep, ReplaceStep } from 'prosemirror-transform'
import type { Step } from 'prosemirror-transform'
import type { RetainedText } from './batch.ts'
import { inlineNodes, insertInline, insertSlice } from './insert.ts'
import type { Inserted } from './insert.ts'
import { mapInsertion, mapPosition, mapRange, recoverIn } from './mapping.ts'
import type { Mapped, Range, Recover } from './mapping.ts'
import type { Redo } from './redo-state.ts'
import { hasContent, joinRanges, removeRanges } from './remove.ts'
import { tryStep } from './try-step.ts'

/** Redoes an insertion, deletion or replacement. It removes only what its author saw. */
export function redoReplace(redo: Redo, index: number, step: ReplaceStep): Recover | undefined {
  const { corrections } = redo
  return corrections?.steps.has(index) === true || corrections?.deleting.has(index) === true
    ? corrections.redo(redo, index, step)
    : redoSeen(redo, redo.count - index, step)
}

/** Removes what the author saw, and inserts the new content. */
export function redoSeen(redo: Redo, first: number, step: ReplaceStep): Recover | undefined {
  const { tr, mapping } = redo
  const seen = step.to > step.from ? mapRange(mapping, first, step.from, step.to) : []
  return redoIn(redo, first, step, joinRanges(tr.doc, seen))
}

/** Removes some ranges, and inserts the new content of a step. */
export function redoIn(
  redo: Redo,
  first: number,
  step: ReplaceStep,
  ranges: readonly Range[],
): Recover | undefined {
  const { tr } = redo
  const [only, ...others] = ranges
  if (only === undefined) return redoInsertion(redo, first, step)
  if (others.length === 0) {
    const mapped = new ReplaceStep(only.from, only.to, step.slice, isStructure(step))
    if (tryStep(tr, mapped)) return recoverIn(mapped.getMap())
  }
  if (isStructure(step)) return undefined
  return removeAround(redo, ranges, step.slice)
}

/** Removes each range and leaves what others wrote between them, then inserts the new content. */
function removeAround(redo: Redo, ranges: readonly Range[], slice: Slice): Recover | undefined {
  const { tr } = redo
  const start = tr.steps.length
  const gaps = ranges
    .slice(1)
    .map(({ from }, index) => ({ from: ranges[index]?.to ?? from, to: from }))
  const spared = gaps.flatMap((gap) => redo.insertedBy?.(gap) ?? [])
  removeRanges(tr, ranges)
  const map = tr.mapping.slice(start)
  for (const { from, to, authorId } of spared) {
    const text = { reason: 'spared', ...(authorId === undefined ? {} : { authorId }) } as const
    note(redo, { from: map.map(from, 1), to: map.map(to, -1) }, text)
  }
  const at = map.map(ranges[0]?.from ?? 0, -1)
  if (slice.size === 0) return undefined
  return recoverInserted(redo, insertSlice(tr, at, slice), false)
}

function redoInsertion(redo: Redo, first: number, step: ReplaceStep): Recover | undefined {
  const { tr } = redo
  if (step.slice.size === 0) return undefined
  const { pos, deleted } = insertionOf(redo, first, step)
  if (isStructure(step)) {
    const moved = new ReplaceStep(pos, pos, step.slice, true)
    return !deleted && tryStep(tr, moved) ? recoverIn(moved.getMap()) : undefined
  }
  const inserted = redo.insertItems?.(redo, first, step, pos) ?? insertSlice(tr, pos, step.slice)
  return recoverInserted(redo, inserted, deleted)
}

/** In text that is left out, no map tells what stood before and behind a position: what is left of it there does. */
function insertionOf(
  { mapping, leftOut }: Redo,
  first: number,
  { from, slice }: ReplaceStep,
): Mapped {
  const side = sideOf(slice)
  const mapped = mapInsertion(mapping, first, from, side)
  if (leftOut === undefined) return mapped
  const other = mapInsertion(mapping, first, from, side === 1 ? -1 : 1).pos
  const { pos, deleted } = mapped
  if (other === pos) return mapped
  if (side === -1) {
    const ends = mapRange(mapping, first, Math.max(0, from - leftOutReach), from)
      .map(({ to }) => to)
      .filter((end) => pos < end && end <= other)
    return { pos: Math.max(pos, ...ends), deleted }
  }
  const starts = mapRange(mapping, first, from, from + leftOutReach)
    .map((range) => range.from)
    .filter((start) => other <= start && start < pos)
  return { pos: Math.min(pos, ...starts), deleted }
}

/** The text that is left is searched so far from an insertion. */
const leftOutReach = 300

/**
 * Text goes before what others inserted at the same place. The end of what they typed stays free, so that what they
 * type next follows it, and the words of two writers do not mix. Blocks go behind, in the order in which they arrive.
 */
function sideOf({ content, openStart }: Slice): -1 | 1 {
  return openStart === 0 && content.firstChild?.isInline === true ? -1 : 1
}

function recoverInserted(
  redo: Redo,
  inserted: Inserted | undefined,
  deleted: boolean,
): Recover | undefined {
  if (inserted === undefined) return undefined
  if (inserted.movedOut || deleted || continuesText(redo, inserted.range.from)) {
    note(redo, inserted.range, { reason: 'moved out' })
  }
  return (_range, offset) => inserted.find(offset)
}

/** Whether what is inserted at `pos` follows text of the same batch that moved out. */
function continuesText({ tr, retained }: Redo, pos: number): boolean {
  const last = retained.at(-1)
  return last?.reason === 'moved out' && tr.mapping.slice(last.step).map(last.to, -1) === pos
}

/** Notes text that is kept. */
export function note(
  { tr, retained }: Redo,
  { from, to }: Range,
  text: Omit<RetainedText, 'from' | 'to'>,
): void {
  if (to > from && hasContent(tr.doc, from, to)) {
    retained.push({ from, to, step: tr.steps.length, ...text })
  }
}

/** Redoes a step that wraps, lifts, changes a type, or deletes across blocks. */
export function redoAround(
  redo: Redo,
  index: number,
  step: ReplaceAroundStep,
): Recover | undefined {
  const { tr, mapping, count } = redo
  const first = count - index
  const before = joinRanges(tr.doc, mapRange(mapping, first, step.from, step.gapFrom))
  const after = joinRanges(tr.doc, mapRange(mapping, first, step.gapTo, step.to))
  const mapped = before.length < 2 && after.length < 2 ? mapAround(redo, first, step) : undefined
  if (mapped !== undefined && covers(mapped, before, after) && tryStep(tr, mapped)) {
    return recoverIn(mapped.getMap())
  }
  const inline = inlineNodes(step.slice.content)
  if (isStructure(step) || (before.length + after.length === 0 && inline.length === 0))
    return undefined
  removeRanges(tr, [...before, ...after])
  if (inline.length > 0) {
    const { pos } = mapPosition(mapping, first, step.from, -1)
    const range = insertInline(tr, Math.min(pos, tr.doc.content.size), inline)
    if (range !== undefined) note(redo, range, { reason: 'moved out' })
  }
  return undefined
}

function mapAround(
  redo: Redo,
  first: number,
  step: ReplaceAroundStep,
): ReplaceAroundStep | undefined {
  const at = (pos: number, assoc: -1 | 1) => mapPosition(redo.mapping, first, pos, assoc).pos
  const from = at(step.from, 1)
  const to = at(step.to, -1)
  const gapFrom = step.from === step.gapFrom ? from : at(step.gapFrom, -1)
  const gapTo = step.to === step.gapTo ? to : at(step.gapTo, 1)
  if (from > gapFrom || gapFrom >= gapTo || gapTo > to) return undefined
  return new ReplaceAroundStep(from, to, gapFrom, gapTo, step.slice, step.insert, isStructure(step))
}

/** Whether the step removes exactly what is left of what its author saw. */
function covers(
  { from, gapFrom, gapTo, to }: ReplaceAroundStep,
  before: readonly Range[],
  after: readonly Range[],
): boolean {
  return isRange(before[0], from, gapFrom) && isRange(after[0], gapTo, to)
}

function isRange(range: Range | undefined, from: number, to: number): boolean {
  return range === undefined ? from === to : range.from === from && range.to === to
}

/** ProseMirror does not declare `structure`: such a step must not remove content. */
export function isStructure(step: Step): boolean {
  return 'structure' in step && step.structure === true
}
