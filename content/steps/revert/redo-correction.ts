import { Fragment, type Node } from 'prosemirror-model'
import { ReplaceStep } from 'prosemirror-transform'
import { mapOutward, mapRange, type Range, type Recover, recoverIn } from '../mapping.ts'
import { note, redoSeen } from '../redo-replace.ts'
import type { CorrectedAt, Redo } from '../redo-state.ts'
import { tryStep } from '../try-step.ts'
import { countWords, rangeOfWords } from './corrections.ts'
import { redoDeletion } from './redo-deletion.ts'
import { inlineOf } from './remaining-text.ts'
import { separateAt } from './separate-words.ts'

/** With more words than that in the place of each that others wrote, the text returns and theirs stays beside it. */
const maxReturningWords = 2

/**
 * Replaces also the words that came back where those stood that the step replaced. If there are none, or too many, its
 * own words stay and are noted.
 */
export function redoCorrection(redo: Redo, index: number, step: ReplaceStep): Recover | undefined {
  const { tr, mapping, count, corrections } = redo
  const first = count - index
  const deleted = corrections?.deleting.get(index)
  if (deleted !== undefined) return redoDeletion(redo, index, step, deleted)
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
    former = former.append(contentOf(at, location.from)).append(inlineOf(entry.former))
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
