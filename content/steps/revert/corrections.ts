import { type Fragment, type Node, Slice } from 'prosemirror-model'
import { Mapping, ReplaceStep, type Step, StepMap } from 'prosemirror-transform'
import { tokenTexts } from '../../tokens/tokens.ts'
import { type Unit, unitsOf } from '../diff/units.ts'
import type { Range } from '../mapping.ts'
import type { DeletedPart } from '../redo-state.ts'
import { hasContent } from '../remove.ts'
import { insertedWords, joinRewrites, type JoinedSteps } from './rewrites.ts'

/** The steps of a change of others, and where its own steps are among them. */
export type WidenedSteps = {
  steps: Step[]
  indexes: number[]
  /** Steps that change words of the run. */
  corrected: number[]
  /** Those among them that leave no word of the run there. */
  rewriting: number[]
  /** Those whose text is wholly that of their author, with words of the run that they left. */
  theirs: number[]
  /** What steps delete of text of the run, in the document before each. */
  deleting: Map<number, DeletedPart[]>
}

/** More words are no correction of each other, one by one. */
const maxPairedWords = 4

/**
 * The steps of a change where each that changes a word of the run replaces all of it: the word is that of its last
 * writer. `docs` has the document before each step and after all; `own` is the text of the run before the change.
 */
export function widenCorrections(
  given: readonly Step[],
  docs: readonly Node[],
  own: readonly Range[],
): WidenedSteps {
  const joined = joinRewrites(given, docs, own)
  const widened = widenSteps(joined, own)
  return { ...widened, indexes: joined.indexes.map((index) => widened.indexes[index] ?? index) }
}

function widenSteps({ steps, docs, joined }: JoinedSteps, own: readonly Range[]): WidenedSteps {
  const earlier = new Mapping()
  const found: WidenedSteps = {
    steps: [],
    corrected: [],
    rewriting: [],
    theirs: [],
    deleting: new Map(),
    indexes: [],
  }
  const inserted = insertedWords(steps)
  for (const [index, step] of steps.entries()) {
    const before = docs[index]
    const back = earlier.invert()
    const locationOf = ({ from, to }: Range) => ({ from: back.map(from, -1), to: back.map(to, 1) })
    const isNear = (range: Range) => touchedBy(locationOf(range), own).length > 0
    const isWhole = (range: Range) =>
      docs[0] !== undefined && isAll(docs[0], locationOf(range), own)
    const words =
      before && step instanceof ReplaceStep ? wordSteps(step, before, isNear, isWhole) : []
    const isOwn = words.some(isNear)
    const ownNow = own.map(({ from, to }) => ({
      from: earlier.map(from, 1),
      to: earlier.map(to, -1),
    }))
    earlier.appendMap(step.getMap())
    // A correction is found again in a cell of a row that somebody replaced as a whole.
    for (const one of words.length > 0 ? words : [step]) {
      if (isOwn && one instanceof ReplaceStep && hasWords(one)) {
        found.corrected.push(found.steps.length)
        if (isWhole(one)) found.rewriting.push(found.steps.length)
        if (joined.has(step) || hasCode(one.slice.content)) found.theirs.push(found.steps.length)
      } else if (before !== undefined && one instanceof ReplaceStep) {
        const parts = deletedParts(one, before, ownNow, inserted)
        if (parts.length > 0) found.deleting.set(found.steps.length, parts)
      }
      found.steps.push(one)
    }
    found.indexes.push(found.steps.length - 1)
  }
  return found
}

/** The parts of texts of the run that a step deletes, as far as they have words that the change does not insert again. */
function deletedParts(
  step: ReplaceStep,
  before: Node,
  own: readonly Range[],
  inserted: ReadonlySet<string>,
): DeletedPart[] {
  return touchedBy(step, own).flatMap((part) => {
    const [from, to] = [Math.max(step.from, part.from), Math.min(step.to, part.to)]
    const words = tokenTexts(textOf(before, { from, to })).filter((word) => letterOrAtom.test(word))
    const again = words.filter((word) => inserted.has(word))
    if (words.length === 0 || 2 * again.length >= words.length) return []
    const outer = {
      from: saysSomething(before, { from: part.from, to: from }) ? part.from : from,
      to: saysSomething(before, { from: to, to: part.to }) ? part.to : to,
    }
    return [{ from, to, outer }]
  })
}

const letterOrAtom = /[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}\ufffc]/u

function textOf(document: Node, { from, to }: Range): string {
  return to > from ? document.textBetween(from, to, ' ', '\ufffc') : ''
}

/** Whether a range has a letter, a digit, an emoji or an atom. */
export function saysSomething(document: Node, range: Range): boolean {
  return letterOrAtom.test(textOf(document, range))
}

/** Whether a range has text of the run, and all of each of its parts there. */
function isAll(document: Node, { from, to }: Range, own: readonly Range[]): boolean {
  const parts = touchedBy({ from, to }, own)
  return (
    parts.length > 0 &&
    parts.every(
      (part) =>
        (from <= part.from || !hasContent(document, part.from, from)) &&
        (to >= part.to || !hasContent(document, to, part.to)),
    )
  )
}

function hasWords(step: ReplaceStep): boolean {
  const { content, size } = step.slice
  return countWords(content, { from: 0, to: size }) > 0
}

/** Whether a text has a code span, which is one token of several words. */
function hasCode({ content }: Fragment): boolean {
  return content.some(({ marks }) => marks.some(({ type }) => type.spec.code === true))
}

/**
 * A step as replacements of whole words, the last one first; none if it replaces more than words, or in a text block that
 * is not near text of the run, so that typing costs nothing there.
 */
function wordSteps(
  step: ReplaceStep,
  before: Node,
  isNear: (range: Range) => boolean,
  isWhole: (range: Range) => boolean,
): ReplaceStep[] {
  const $from = before.resolve(step.from)
  if ($from.parent.inlineContent && !isNear({ from: $from.start(), to: $from.end() })) return []
  const texts = changedTexts(step, before) ?? rewrittenText(step, before, isWhole)
  const steps: ReplaceStep[] = []
  let document = before
  for (const { start, old, now } of texts.toReversed()) {
    const inner = new ReplaceStep(start, start + old.size, new Slice(now, 0, 0))
    const after = inner.apply(document).doc
    const wide = after ? wholeWords(inner, document, after) : undefined
    if (!after || !wide) return []
    steps.push(wide)
    document = after
  }
  return steps
}

/** The texts that a step changes, also where it only inserts; undefined if it changes more. */
function changedTexts(step: ReplaceStep, before: Node): ReplacedText[] | undefined {
  const { from, to, slice } = step
  const $from = before.resolve(from)
  const isFlat = slice.openStart === 0 && slice.openEnd === 0
  if (isFlat && $from.parent.inlineContent && to <= $from.end()) {
    return [{ start: from, old: before.slice(from, to).content, now: slice.content }]
  }
  const texts = replacedTexts(step, before)
  return texts.length === 0 ? undefined : texts.filter(({ old, now }) => !old.eq(now))
}

/** The text of a block of the run in whose place others wrote another one. */
function rewrittenText(
  { from, to, slice }: ReplaceStep,
  before: Node,
  isWhole: (range: Range) => boolean,
): ReplacedText[] {
  const [old, now] = [before.resolve(from).nodeAfter, slice.content.firstChild]
  const isOne = old?.isTextblock === true && from + old.nodeSize === to
  if (!isOne || now === null || slice.content.childCount !== 1 || !old.sameMarkup(now)) return []
  if (slice.openStart + slice.openEnd > 0 || !isWhole({ from, to })) return []
  return [{ start: from + 1, old: old.content, now: now.content }]
}

/** The step with the whole words that it changes. Undefined if it is not within a text. */
function wholeWords(step: ReplaceStep, before: Node, after: Node): ReplaceStep | undefined {
  const { slice } = step
  const $from = before.resolve(step.from)
  if (!$from.parent.inlineContent || step.to > $from.end()) return undefined
  const start = $from.start()
  const old = unitsOf($from.parent.content, { from: 0, to: $from.parent.content.size })
  const { content } = after.resolve(step.from).parent
  const now = unitsOf(content, { from: 0, to: content.size })
  const shift = slice.size - (step.to - step.from)
  let [from, to] = [step.from - start, step.to - start]
  for (let isWider = true; isWider;) {
    const wider = {
      from: Math.min(startIn(old, from), startIn(now, from)),
      to: Math.max(endIn(old, to), endIn(now, to + shift) - shift),
    }
    isWider = wider.from < from || wider.to > to
    ;({ from, to } = wider)
  }
  return new ReplaceStep(start + from, start + to, after.slice(start + from, start + to + shift))
}

function startIn(units: readonly Unit[], position: number): number {
  return units.find((unit) => unit.from < position && position < unit.to)?.from ?? position
}

function endIn(units: readonly Unit[], position: number): number {
  return units.find((unit) => unit.from < position && position < unit.to)?.to ?? position
}

function touchedBy({ from, to }: Range, own: readonly Range[]): Range[] {
  return own.filter((part) => part.from < to && part.to > from)
}

/** A range widened to whole words of its text block. Undefined if it is not within one. */
export function rangeOfWords(document: Node, { from, to }: Range): Range | undefined {
  const $from = document.resolve(from)
  const { parent } = $from
  if (from > to || !parent.inlineContent || to > $from.end()) return undefined
  const units = unitsOf(parent.content, { from: 0, to: parent.content.size })
  const start = $from.start()
  return { from: start + startIn(units, from - start), to: start + endIn(units, to - start) }
}

/** The number of words in a range of a text that begins and ends between words. */
export function countWords(content: Fragment, range: Range): number {
  return unitsOf(content, range).filter(({ isWord }) => isWord).length
}

/**
 * The map of a step of the run: where it replaces a few words by as many, or the text of a cell, each stands for the
 * one before it.
 */
export function mapOfWords(step: Step, before: Node | undefined, known: StepMap): StepMap {
  const texts =
    before !== undefined && step instanceof ReplaceStep ? replacedTexts(step, before) : []
  if (texts.length === 0) return known
  const ranges = texts.flatMap(({ start, old, now }) => {
    const wholly = [start, old.size, now.size]
    if (old.eq(now)) return []
    const [words, others] = [old, now].map((text) => unitsOf(text, { from: 0, to: text.size }))
    if (words === undefined || others === undefined || !areAlike(words, others)) return wholly
    return words.flatMap((unit, index) => {
      const other = others[index]
      if (other === undefined || unit.key === other.key) return []
      return [start + unit.from, unit.to - unit.from, other.to - other.from]
    })
  })
  return new StepMap(ranges)
}

function areAlike(old: readonly Unit[], now: readonly Unit[]): boolean {
  const isShort = old.filter(({ isWord }) => isWord).length <= maxPairedWords
  const isPaired = old.every(({ isWord }, index) => isWord === now[index]?.isWord)
  return isShort && isPaired && old.length === now.length
}

/** A text that a step replaces, at `start` in the document before it. */
type ReplacedText = { start: number; old: Fragment; now: Fragment }

/** The texts that a step replaces by others: within a text block, or in blocks that stay as they are otherwise. */
function replacedTexts({ from, to, slice }: ReplaceStep, before: Node): ReplacedText[] {
  const removed = before.slice(from, to)
  const isClosed = [removed, slice].every(({ openStart, openEnd }) => openStart + openEnd === 0)
  if (!isClosed || from === to || slice.size === 0) return []
  const $from = before.resolve(from)
  if ($from.parent.inlineContent) return [{ start: from, old: removed.content, now: slice.content }]
  if (removed.content.childCount !== 1) return []
  const texts: ReplacedText[] = []
  const isSame = addTexts(texts, removed.content, slice.content, from)
  const isShort = texts.every(({ old, now }) =>
    [old, now].every((text) => countWords(text, { from: 0, to: text.size }) <= maxPairedWords),
  )
  return isSame && (isShort || $from.depth > 0) ? texts : []
}

/** Adds the texts of blocks of the same kinds. Returns whether they are. */
function addTexts(texts: ReplacedText[], old: Fragment, now: Fragment, start: number): boolean {
  let position = start
  return (
    old.childCount === now.childCount &&
    old.content.every((node, index) => {
      const other = now.maybeChild(index)
      const at = position + 1
      position += node.nodeSize
      if (other === null || !node.sameMarkup(other)) return false
      if (!node.isTextblock) return addTexts(texts, node.content, other.content, at)
      texts.push({ start: at, old: node.content, now: other.content })
      return true
    })
  )
}
