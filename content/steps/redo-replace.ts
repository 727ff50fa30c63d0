import { Fragment, type Node, type Slice } from 'prosemirror-model'
import { ReplaceAroundStep, ReplaceStep } from 'prosemirror-transform'
import type { Step } from 'prosemirror-transform'
import type { RetainedText } from './batch.ts'
import { inlineNodes, insertInline, insertSlice } from './insert.ts'
import type { Inserted } from './insert.ts'
import { mapInsertion, mapOutward, mapPosition, mapRange, recoverIn } from './mapping.ts'
import type { Range, Recover } from './mapping.ts'
import type { CorrectedAt, Redo } from './redo-state.ts'
import { hasContent, joinRanges, removeRanges } from './remove.ts'
import { countWords, rangeOfWords } from './revert/corrections.ts'
import { separateAt } from './revert/separate-words.ts'
import { tryStep } from './try-step.ts'

/** Redoes an insertion, deletion or replacement. It removes only what its author saw. */
export function redoReplace(redo: Redo, index: number, step: ReplaceStep): Recover | undefined {
  const first = redo.count - index
  if (redo.corrections?.steps.has(index) === true) return redoCorrection(redo, index, step)
  return redoSeen(redo, first, step)
}

/** Removes what the author saw, and inserts the new content. */
function redoSeen(redo: Redo, first: number, step: ReplaceStep): Recover | undefined {
  const { tr, mapping } = redo
  const seen = step.to > step.from ? mapRange(mapping, first, step.from, step.to) : []
  const ranges = joinRanges(tr.doc, seen)
  const [only, ...others] = ranges
  if (only === undefined) return redoInsertion(redo, first, step)
  if (others.length === 0) {
    const mapped = new ReplaceStep(only.from, only.to, step.slice, isStructure(step))
    if (tryStep(tr, mapped)) return recoverIn(mapped.getMap())
  }
  if (isStructure(step)) return undefined
  return removeAround(redo, ranges, step.slice)
}

/** With more words than that in the place of each that others wrote, the text returns and theirs stays beside it. */
const maxReturningWords = 2

/**
 * Replaces also the words that came back where those stood that the step replaced. If there are none, or too many, its
 * own words stay and are noted.
 */
function redoCorrection(redo: Redo, index: number, step: ReplaceStep): Recover | undefined {
  const { tr, mapping, count, corrections } = redo
  const first = count - index
  const isRewriting = corrections?.rewriting.has(index) === true
  const outer = {
    from: mapOutward(mapping, first, step.from, -1),
    to: mapOutward(mapping, first, step.to, 1),
  }
  const range = rangeOfWords(tr.doc, isRewriting ? textOfBlock(tr.doc, outer) : outer)
  if (range === undefined || range.to === range.from) return redoAdjacent(redo, first, step)
  const words = mapRange(mapping, first, step.from, step.to)
  const seen = words.reduce((sum, { from, to }) => sum + to - from, 0)
  if (seen === range.to - range.from) {
    return isRewriting ? redoAdjacent(redo, first, step) : redoSeen(redo, first, step)
  }
  const { content } = tr.doc.resolve(range.from).parent
  const start = tr.doc.resolve(range.from).start()
  const returning = countWords(content, { from: range.from - start, to: range.to - start })
  const own = countWords(step.slice.content, { from: 0, to: step.slice.size })
  const areMany = returning > maxReturningWords * own + 1
  if (areMany && !isRewriting) return redoAdjacent(redo, first, step)
  const inner = correctionsIn(redo, range)
  if (inner.some(({ entry }) => isAdjacent(redo, entry, index, step))) {
    return redoAdjacent(redo, first, step)
  }
  const former = takeFormer(redo, range, inner)
  const replaced = new ReplaceStep(range.from, range.to, step.slice)
  if (!tryStep(tr, replaced)) return redoAdjacent(redo, first, step)
  const to = range.from + step.slice.size
  const written = { from: step.from, to: step.from + step.slice.size }
  corrections?.found.push({ from: range.from, to, step: tr.steps.length, former, index, written })
  return recoverIn(replaced.getMap())
}

/** The text of a range that is one text block; others stay as they are. */
function textOfBlock(doc: Node, range: Range): Range {
  const { nodeAfter: block } = doc.resolve(range.from)
  const isBlock = block?.isTextblock === true && range.from + block.nodeSize === range.to
  return isBlock ? { from: range.from + 1, to: range.to - 1 } : range
}

type Inner = { entry: CorrectedAt; location: Range }

/** Earlier corrections in a range of the document now, in order. */
function correctionsIn({ tr, corrections }: Redo, { from, to }: Range): Inner[] {
  const inner = (corrections?.found ?? []).flatMap((entry) => {
    const map = tr.mapping.slice(entry.step)
    const location = { from: map.map(entry.from, 1), to: map.map(entry.to, -1) }
    return location.from >= from && location.to <= to && location.to > location.from
      ? [{ entry, location }]
      : []
  })
  return inner.toSorted((a, b) => a.location.from - b.location.from)
}

/** Whether words of an earlier correction stand outside of what a step replaces, in the document that its author saw. */
function isAdjacent(
  { mapping, count }: Redo,
  { index: earlier, written }: CorrectedAt,
  index: number,
  step: ReplaceStep,
): boolean {
  let { from, to } = written
  for (let between = earlier + 1; between < index; between += 1) {
    const map = mapping.maps[count - 1 - between]?.invert()
    if (map === undefined) continue
    from = map.map(from, 1)
    to = map.map(to, -1)
  }
  return to > from && (from < step.from || to > step.to)
}

/** The content of a range of words, where earlier corrections give way to what they replaced. */
function takeFormer(
  { tr, corrections }: Redo,
  { from, to }: Range,
  inner: readonly Inner[],
): Fragment {
  const $from = tr.doc.resolve(from)
  const contentOf = (start: number, end: number) =>
    $from.parent.content.cut(start - $from.start(), end - $from.start())
  let [former, at] = [Fragment.empty, from]
  for (const { entry, location } of inner) {
    former = former.append(contentOf(at, location.from)).append(entry.former)
    at = location.to
    corrections?.found.splice(corrections.found.indexOf(entry), 1)
  }
  return former.append(contentOf(at, to))
}

/** Inserts words of others where nothing stands that they replace, apart from the words beside them. */
function redoAdjacent(redo: Redo, first: number, step: ReplaceStep): Recover | undefined {
  const { tr } = redo
  const noted = redo.retained.length
  const recover = redoSeen(redo, first, step)
  const [from, to] = [recover?.(0, 0), recover?.(0, step.slice.size)]
  if (recover === undefined || from === undefined || to === undefined) return recover
  separateAt(tr, to)
  const start = tr.steps.length
  separateAt(tr, from)
  const map = tr.mapping.slice(start)
  const range = { from: map.map(from, 1), to: map.map(to, 1) }
  if (redo.retained.length === noted) note(redo, range, { reason: 'moved out' })
  return (number, offset) => {
    const found = recover(number, offset)
    return found === undefined ? undefined : map.map(found, 1)
  }
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
  const { tr, mapping } = redo
  if (step.slice.size === 0) return undefined
  const { pos, deleted } = mapInsertion(mapping, first, step.from, sideOf(step.slice))
  if (isStructure(step)) {
    const moved = new ReplaceStep(pos, pos, step.slice, true)
    return !deleted && tryStep(tr, moved) ? recoverIn(moved.getMap()) : undefined
  }
  return recoverInserted(redo, insertSlice(tr, pos, step.slice), deleted)
}

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

function note(
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
