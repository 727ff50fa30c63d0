import { type Node, Slice } from 'prosemirror-model'
import { Mapping, ReplaceStep, type Step } from 'prosemirror-transform'
import { tokenTexts } from '../../tokens/tokens.ts'
import { unitsOf } from '../diff/units.ts'
import type { Range } from '../mapping.ts'
import type { PastChange } from './past-change.ts'

/** The steps of a change, the documents before each and after all, and where its own steps are among them. */
export type JoinedSteps = {
  steps: Step[]
  docs: Node[]
  indexes: number[]
  /** Those that stand for several. */
  joined: Set<Step>
}

/** Fewer words are corrected one by one. */
const minWords = 3

/**
 * The steps of a change of others, where those that rewrite most words of a text of the run are one: the whole text is
 * theirs then. `docs` has the document before each step and after all, `own` is the text of the run before them.
 */
export function joinRewrites(
  given: readonly Step[],
  docs: readonly Node[],
  own: readonly Range[],
): JoinedSteps {
  const [before] = docs
  const locations = before === undefined ? [] : locationsOf(given, docs)
  const joins =
    before === undefined
      ? []
      : rewritesIn(before, own, locations).filter((join) => !isCarried(before, given, join))
  const joined: JoinedSteps = { steps: [], docs: [], indexes: [], joined: new Set() }
  for (let index = 0; index < given.length; index += 1) {
    const [step, doc] = [given[index], docs[index]]
    if (step === undefined || doc === undefined) continue
    const join = joins.find(({ first }) => first === index)
    const one = join && joinedStep(given, docs, join)
    joined.steps.push(one ?? step)
    joined.docs.push(doc)
    if (one !== undefined) joined.joined.add(one)
    const count = one === undefined || join === undefined ? 1 : join.last - join.first + 1
    for (let each = 0; each < count; each += 1) joined.indexes.push(joined.steps.length - 1)
    index += count - 1
  }
  const after = docs.at(-1)
  if (after !== undefined) joined.docs.push(after)
  return joined
}

/** Where a step changes words within a text block, in the document before all; undefined if it does something else. */
type Location = Range | undefined

function locationsOf(given: readonly Step[], docs: readonly Node[]): Location[] {
  const earlier = new Mapping()
  return given.map((step, index) => {
    const doc = docs[index]
    const back = earlier.invert()
    earlier.appendMap(step.getMap())
    if (doc === undefined || !(step instanceof ReplaceStep)) return undefined
    const { from, to, slice } = step
    const $from = doc.resolve(from)
    const isFlat = slice.openStart + slice.openEnd === 0
    if (!isFlat || !$from.parent.inlineContent || to > $from.end()) return undefined
    return { from: back.map(from, -1), to: back.map(to, 1) }
  })
}

type Join = Range & { first: number; last: number; replaced: Range[] }

/** The parts of the run of which the steps replace most words, with all that the steps change around them. */
function rewritesIn(before: Node, own: readonly Range[], locations: readonly Location[]): Join[] {
  const joins: Join[] = []
  for (const part of sentencesOf(before, own)) {
    const words = wordsIn(before, part)
    if (words.length < minWords) continue
    const touching = locations.flatMap((location, index) =>
      location !== undefined && location.from <= part.to && location.to >= part.from ? [index] : [],
    )
    const ranges = touching.flatMap((index) => locations[index] ?? [])
    const replaced = words.filter((word) =>
      ranges.some(({ from, to }) => from < word.to && to > word.from),
    )
    const [first, last] = [touching[0], touching.at(-1)]
    const areConsecutive = first !== undefined && last === first + touching.length - 1
    if (!areConsecutive || last === undefined || 2 * replaced.length <= words.length) continue
    if ((joins.at(-1)?.last ?? -1) >= first) continue
    const from = Math.min(part.from, ...ranges.map((range) => range.from))
    const to = Math.max(part.to, ...ranges.map((range) => range.to))
    joins.push({ from, to, first, last, replaced })
  }
  return joins.toSorted((a, b) => a.first - b.first)
}

/** Whether other steps insert most of the words again, as where somebody splits or moves a paragraph. */
function isCarried(before: Node, given: readonly Step[], { first, last, replaced }: Join): boolean {
  const inserted = insertedWords(given.filter((_step, index) => index < first || index > last))
  const again = replaced.filter(({ from, to }) =>
    inserted.has(before.textBetween(from, to, ' ', '\ufffc')),
  )
  return 2 * again.length >= replaced.length
}

export function insertedWords(steps: readonly Step[]): Set<string> {
  return new Set(
    steps.flatMap((step) => {
      if (!(step instanceof ReplaceStep)) return []
      const { content } = step.slice
      return tokenTexts(content.textBetween(0, content.size, ' ', '\ufffc'))
    }),
  )
}

/** The text of the run in each text block, in one piece where only spaces and marks are between two parts. */
function sentencesOf(document: Node, own: readonly Range[]): Range[] {
  const found: Range[] = []
  for (const part of own) {
    document.nodesBetween(part.from, part.to, (node, position) => {
      if (!node.isTextblock) return true
      const start = position + 1
      const from = Math.max(part.from, start)
      const to = Math.min(part.to, start + node.content.size)
      const last = found.at(-1)
      const isNear =
        last !== undefined &&
        last.from >= start &&
        wordsIn(document, { from: last.to, to: from }).length === 0
      if (isNear) found[found.length - 1] = { from: last.from, to }
      else if (to > from) found.push({ from, to })
      return false
    })
  }
  return found
}

/** The words of a part of a text block that lie in it in full. */
function wordsIn(document: Node, { from, to }: Range): Range[] {
  const $from = document.resolve(from)
  const start = $from.start()
  return unitsOf($from.parent.content, { from: 0, to: $from.parent.content.size })
    .map((unit) => ({ from: start + unit.from, to: start + unit.to, isWord: unit.isWord }))
    .filter((unit) => unit.isWord && unit.from >= from && unit.to <= to)
}

/** One step for several; undefined if they do not only change words of one text block. */
function joinedStep(
  given: readonly Step[],
  docs: readonly Node[],
  { first, last, ...location }: Join,
): ReplaceStep | undefined {
  const earlier = new Mapping(given.slice(0, first).map((step) => step.getMap()))
  const [from, to] = [earlier.map(location.from, -1), earlier.map(location.to, 1)]
  const steps = new Mapping(given.slice(first, last + 1).map((step) => step.getMap()))
  const after = docs[last + 1]
  if (after === undefined) return undefined
  const [start, end] = [steps.map(from, -1), steps.map(to, 1)]
  const $start = after.resolve(start)
  if (!$start.parent.inlineContent || end > $start.end()) return undefined
  const { content } = after.slice(start, end)
  const hasWords = unitsOf(content, { from: 0, to: content.size }).some(({ isWord }) => isWord)
  return hasWords ? new ReplaceStep(from, to, new Slice(content, 0, 0)) : undefined
}

/**
 * Changes where somebody first deletes a text and then types another in its place, as one: that is how people rewrite a
 * sentence.
 */
export function joinDeletions(past: readonly PastChange[]): PastChange[] {
  const joined: PastChange[] = []
  for (const change of past) {
    const last = joined.at(-1)
    const one = last && replacementOf(last, change)
    if (one === undefined) joined.push(change)
    else joined[joined.length - 1] = { ...change, steps: [one, ...change.steps.slice(1)] }
  }
  return joined
}

function replacementOf(deletion: PastChange, next: PastChange): ReplaceStep | undefined {
  const [deleted, ...others] = deletion.steps
  const [step] = next.steps
  const isSame =
    deletion.isReverted === next.isReverted && deletion.writer.userId === next.writer.userId
  const areMoves = (deletion.moves ?? []).length + (next.moves ?? []).length > 0
  if (!isSame || areMoves || others.length > 0) return undefined
  if (!(deleted instanceof ReplaceStep) || !(step instanceof ReplaceStep)) return undefined
  if (deleted.slice.size > 0 || step.from > deleted.from || step.to < deleted.from) return undefined
  const isText = step.slice.content.firstChild?.isInline !== false
  const isFlat = step.slice.openStart + step.slice.openEnd === 0
  const to = deleted.to + step.to - deleted.from
  return isText && isFlat ? new ReplaceStep(step.from, to, step.slice) : undefined
}
