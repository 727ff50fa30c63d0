import type { Node } from 'prosemirror-model'
import { Mapping, ReplaceStep, Transform } from 'prosemirror-transform'
import type { Step } from 'prosemirror-transform'
import { attribute, type Attribution, type Writer } from '../attribution.ts'
import { type Change, changeOf, type MoveMark } from '../batch.ts'
import type { CopiedText } from '../copied-text.ts'
import { mapRange, type Range, startMapping } from '../mapping.ts'
import { mendTables } from '../mend-tables.ts'
import type { CorrectedAt, DeletedPart, RetainedAt } from '../redo-state.ts'
import { type Redone, redoSteps } from '../redo.ts'
import { hasContent, joinRanges, removeRanges } from '../remove.ts'
import { copiedBlocks } from './copied-blocks.ts'
import { CorrectedBlocks } from './corrected-blocks.ts'
import { mapOfWords, widenCorrections } from './corrections.ts'
import { insertionOfItems } from './insert-items.ts'
import { mirrorLeftOut } from './mirrors.ts'
import type { PastChange } from './past-change.ts'
import { redoCorrection } from './redo-correction.ts'
import { type RemainingText, remainingTexts } from './remaining-text.ts'
import { joinDeletions } from './rewrites.ts'
import { type CarriedRange, RunText } from './run-text.ts'
import { separateWords } from './separate-words.ts'
import { mendHeaders } from './table-headers.ts'

export type Reverted = {
  readonly doc: Node
  readonly attribution: Attribution
  readonly remaining: RemainingText[]
}

type Replayed = {
  readonly change: PastChange
  readonly parsed: Change
  readonly first: number
}

/**
 * The document after all changes but the reverted ones: without what they wrote, and with what they removed. The
 * others are redone one after the other on the document before, by the rules of `rebase`: a step removes only what its
 * author saw, and no text of others is lost. `reverter` is whose the repairs of tables are. Throws a
 * TransformError if a step does not fit.
 */
export function revertChanges(
  base: Node,
  known: Attribution,
  past: readonly PastChange[],
  reverter: Writer,
): Reverted {
  const first = past.findIndex(({ isReverted }) => isReverted)
  const start = follow(base, known, first === -1 ? past : past.slice(0, first))
  if (first === -1) return { doc: start.doc, attribution: start.attribution, remaining: [] }
  const { changes, docs, corrected, correctedBlocks, runText } = replay(
    start.doc,
    joinDeletions(past.slice(first)),
  )
  const last = docs.at(-1) ?? start.doc
  const tr = new Transform(start.doc)
  const steps = changes.flatMap(({ change }) => change.steps)
  const mapping = startMapping(
    changes.flatMap(({ parsed }) => parsed.maps),
    [],
  )
  for (const { change, parsed, first: at } of changes) {
    if (!change.isReverted) continue
    const { moves, copies, maps } = parsed
    mirrorLeftOut(mapping, steps.length, { first: at, steps: change.steps, maps, moves, copies })
  }
  const retained: RetainedAt[] = []
  const leftOut = new Set(changes.flatMap((one) => (one.change.isReverted ? indexesOf(one) : [])))
  const found: CorrectedAt[] = []
  const corrections = { ...corrected, found, redo: redoCorrection }
  const insertItems = insertionOfItems((index) => documentBefore(changes, docs, index))
  const redo = { tr, mapping, count: steps.length, leftOut, retained, corrections, insertItems }
  const redone = redoSteps(redo, steps, movesOf(changes))
  let attribution = attributeRedone(start.attribution, tr, changes, redone)
  const carried = (kind: CarriedRange['kind']) =>
    runText.carried
      .filter((one) => one.kind === kind)
      .flatMap(({ after, from, to }) => mapRange(mapping, steps.length - after, from, to))
  const copied = inOrder(carried('copied'), tr.doc)
  const atEnd = tr.steps.length
  removeRanges(tr, joinRanges(tr.doc, inOrder(carried('own'), tr.doc)))
  const own = attributeFrom(attribution, tr, atEnd, reverter)
  separateWords(tr, docs, own.runs)
  correctedBlocks.restore(tr, mapping, atEnd)
  mendTables(last, tr)
  mendHeaders(tr, [start.doc, last])
  attribution = attributeFrom(attribution, tr, atEnd, reverter)
  const now = { doc: tr.doc, attribution }
  const remaining = remainingTexts(now, tr, {
    corrections: found.map((one) => ({ ...one, writer: writerOf(changes, one.index) })),
    retained,
    copied,
    atEnd,
  })
  const blocks = correctedBlocks.remaining(tr, mapping, atEnd)
  return { ...now, remaining: [...remaining, ...blocks].toSorted((a, b) => a.from - b.from) }
}

function follow(
  base: Node,
  known: Attribution,
  past: readonly PastChange[],
): { doc: Node; attribution: Attribution } {
  let [doc, attribution] = [base, known]
  for (const change of past) {
    attribution = attribute(attribution, doc, change)
    for (const step of change.steps) doc = applied(doc, step)
  }
  return { doc, attribution }
}

/** The changes with their maps. Those of reverted changes follow text that was only written again. */
function replay(base: Node, past: readonly PastChange[]) {
  const runText = new RunText(base)
  const correctedBlocks = new CorrectedBlocks()
  const changes: Replayed[] = []
  const corrected = {
    steps: new Set<number>(),
    rewriting: new Set<number>(),
    deleting: new Map<number, readonly DeletedPart[]>(),
  }
  const docs = [base]
  let [doc, first] = [base, 0]
  for (const given of past) {
    const before = doc
    const between = given.steps.map((step) => {
      const current = doc
      doc = applied(current, step)
      return current
    })
    correctedBlocks.follow(given, [...between, doc])
    const { change, ...widened } = given.isReverted
      ? { change: given, corrected: [], rewriting: [], theirs: [], deleting: [] }
      : widen(given, [...between, doc], runText)
    for (const index of widened.corrected) corrected.steps.add(first + index)
    for (const index of widened.rewriting) corrected.rewriting.add(first + index)
    for (const [index, parts] of widened.deleting) corrected.deleting.set(first + index, parts)
    const parsed = parsedOf(change, between)
    changes.push({ change, parsed, first })
    first += change.steps.length
    runText.follow(before, doc, change, parsed, writtenBy(change.steps, widened.theirs))
    docs.push(doc)
  }
  return { changes, docs, corrected, correctedBlocks, runText }
}

/** A change of others that replaces the words of the run that it changes as a whole. */
function widen(given: PastChange, docs: readonly Node[], runText: RunText) {
  const own = runText.ownParts()
  const { steps, indexes, ...widened } = widenCorrections(given.steps, docs, own)
  const moves = given.moves?.map(({ remove, insert }) => ({
    remove: indexes[remove] ?? remove,
    insert: indexes[insert] ?? insert,
  }))
  return { change: { ...given, steps, ...(moves && { moves }) }, ...widened }
}

/** Where the texts of some steps are after all of them. */
function writtenBy(steps: readonly Step[], indexes: readonly number[]): Range[] {
  const later = new Mapping(steps.map((step) => step.getMap()))
  return indexes.flatMap((index) => {
    const step = steps[index]
    if (!(step instanceof ReplaceStep)) return []
    const map = later.slice(index + 1)
    const from = map.map(step.from, 1)
    const to = map.map(step.from + step.slice.size, -1)
    return to > from ? [{ from, to }] : []
  })
}

function parsedOf({ steps, moves = [], isReverted }: PastChange, docs: readonly Node[]): Change {
  const parsed = changeOf(steps, moves, undefined, isReverted ? docs : [])
  if (!isReverted) return parsed
  const maps = parsed.maps.map((map, index) => {
    const step = steps[index]
    return step === undefined ? map : mapOfWords(step, docs[index], map)
  })
  const blocks = copiedBlocks(steps, docs, moves)
  const texts = (parsed.copies ?? []).filter((text) => !blocks.some((block) => isIn(text, block)))
  return { ...parsed, maps, copies: [...texts, ...blocks] }
}

function isIn(text: CopiedText, block: CopiedText): boolean {
  return (
    (text.remove === block.remove &&
      text.old < block.old + block.length &&
      text.old + text.length > block.old) ||
    (text.insert === block.insert &&
      text.now < block.now + block.length &&
      text.now + text.length > block.now)
  )
}

/** The document before a step. `docs` has those before each change. */
function documentBefore(
  changes: readonly Replayed[],
  docs: readonly Node[],
  index: number,
): Node | undefined {
  const number = changes.findLastIndex(({ first }) => first <= index)
  const [one, doc] = [changes[number], docs[number]]
  if (one === undefined || doc === undefined) return undefined
  return one.change.steps.slice(0, index - one.first).reduce(applied, doc)
}

function applied(doc: Node, step: Step): Node {
  return new Transform(doc).step(step).doc
}

/** Who made a step. */
function writerOf(changes: readonly Replayed[], index: number): Writer | undefined {
  return changes.findLast(({ first }) => first <= index)?.change.writer
}

function indexesOf({ change, first }: Replayed): number[] {
  return change.steps.map((_step, index) => first + index)
}

/** The moves of changes that are redone, as indexes among all steps. */
function movesOf(changes: readonly Replayed[]): MoveMark[] {
  return changes.flatMap(({ change, first }) =>
    change.isReverted
      ? []
      : (change.moves ?? []).map(({ remove, insert }) => ({
          remove: first + remove,
          insert: first + insert,
        })),
  )
}

/** Who wrote what after the redone changes. */
function attributeRedone(
  known: Attribution,
  tr: Transform,
  changes: readonly Replayed[],
  { redone, moves }: { redone: readonly Redone[]; moves: readonly MoveMark[] },
): Attribution {
  let attribution = known
  for (const { change, first } of changes) {
    const [from, to] = [redone[first], redone[first + change.steps.length - 1]]
    const before = tr.docs[from?.first ?? 0]
    if (from === undefined || to === undefined || to.end === from.first || !before) continue
    attribution = attribute(attribution, before, {
      writer: change.writer,
      steps: tr.steps.slice(from.first, to.end),
      moves: moves
        .filter(({ remove, insert }) => remove >= from.first && insert < to.end)
        .map(({ remove, insert }) => ({
          remove: remove - from.first,
          insert: insert - from.first,
        })),
    })
  }
  return attribution
}

/** Who wrote what after the steps from number `first` on, all of one writer. */
function attributeFrom(known: Attribution, tr: Transform, first: number, writer: Writer) {
  return attribute(known, tr.docs[first] ?? tr.doc, { writer, steps: tr.steps.slice(first) })
}

/** Ranges without what lies in an earlier one. */
function inOrder(ranges: readonly Range[], doc: Node): Range[] {
  const found: Range[] = []
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const start = Math.max(from, found.at(-1)?.to ?? 0)
    if (to > start && hasContent(doc, start, to)) found.push({ from: start, to })
  }
  return found
}
