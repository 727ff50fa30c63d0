import type { Transaction } from '@tiptap/pm/state'
import { ReplaceStep, type Step } from '@tiptap/pm/transform'
import type { Node } from 'prosemirror-model'
import { type Change, changeOf } from '../../../../content/steps/batch.ts'
import { findMoves } from '../../../../content/steps/find-moves.ts'
import { mapRange, type Range, startMapping } from '../../../../content/steps/mapping.ts'
import { hasContent } from '../../../../content/steps/remove.ts'
import { type CollabState, mapRanges } from '../collab.ts'
import { addMove } from './block-as-it-stands.ts'

/** Older text than this counts as everybody's. */
const maxRanges = 300

/** Where text of others stands after a transaction that applies `changes`; `own` is the index of that of this client. */
export function addForeign(
  { foreign, unconfirmed }: CollabState,
  { mapping }: Transaction,
  changes: readonly Change[],
  own: number | undefined,
): Range[] {
  const ranges = [...mapRanges(foreign, mapping.maps)]
  let first = unconfirmed.length
  for (const [index, change] of changes.entries()) {
    for (const [step, map] of change.maps.entries()) {
      if (index === own || isWrittenAgain(change, step)) continue
      const added: Range[] = []
      map.forEach((_oldStart, _oldEnd, from, to) => added.push({ from, to }))
      ranges.push(...mapRanges(added, mapping.maps.slice(first + step + 1)))
    }
    first += change.maps.length
  }
  return joined(ranges).slice(-maxRanges)
}

/** What a batch moves or removes before it inserts it was there before. */
function isWrittenAgain({ moves, copies = [] }: Change, step: number): boolean {
  return [...moves, ...copies].some(({ insert }) => insert === step)
}

/** What is typed letter by letter is one range. */
function joined(ranges: readonly Range[]): Range[] {
  const all: Range[] = []
  for (const range of ranges) {
    const last = all.at(-1)
    if (last?.to === range.from) all[all.length - 1] = { from: last.from, to: range.to }
    else all.push(range)
  }
  return all
}

type Steps = { readonly steps: readonly Step[]; readonly docs: readonly Node[] }

/**
 * Brings back what others wrote and an undo removes: their text alone from within a text, otherwise everything that the
 * undo did. `undone`: the undo and what mended it, the last of which is added to.
 */
export function keepForeign(foreign: readonly Range[], undone: readonly Transaction[]): void {
  const [tr, before] = [undone.at(-1), undone[0]?.before]
  if (tr === undefined || before === undefined) return
  const steps = undone.flatMap((one) => one.steps)
  const docs = undone.flatMap((one) => one.docs)
  const texts = foreign.filter(({ from, to }) => hasContent(before, from, to))
  if (texts.length === 0) return
  const mapping = startMapping([], [changeOf(steps, findMoves(steps, docs), undefined, docs)])
  const isLost = ({ from, to }: Range) =>
    mapRange(mapping, 0, from, to).reduce((sum, left) => sum + left.to - left.from, 0) < to - from
  if (!texts.some(isLost)) return
  if (!keepWithinText(texts, { steps, docs }, tr)) takeBack({ steps, docs }, tr)
}

/** False where the undo removes more than text. */
function keepWithinText(
  foreign: readonly Range[],
  { steps, docs }: Steps,
  tr: Transaction,
): boolean {
  if (!steps.every((step, index) => isWithinText(step, docs[index]))) return false
  let ranges = foreign
  for (const [index, step] of steps.entries()) {
    if (!(step instanceof ReplaceStep)) return false
    const removed = ranges
      .map(({ from, to }) => ({ from: Math.max(from, step.from), to: Math.min(to, step.to) }))
      .filter(({ from, to }) => from < to)
    for (const { from, to } of removed.toSorted((a, b) => a.from - b.from)) {
      const content = docs[index]?.slice(from, to).content
      const rest = steps.slice(index + 1).map((later) => later.getMap())
      const at = rest.reduce((pos, later) => later.map(pos), step.from)
      if (content !== undefined) tr.insert(tr.mapping.map(at), content)
    }
    ranges = mapRanges(ranges, [step.getMap()])
  }
  return true
}

function isWithinText(step: Step, doc: Node | undefined): boolean {
  if (!(step instanceof ReplaceStep) || doc === undefined) return false
  const $from = doc.resolve(step.from)
  const isFlat = step.slice.openStart === 0 && step.slice.content.firstChild?.isBlock !== true
  return isFlat && $from.parent.inlineContent && $from.sameParent(doc.resolve(step.to))
}

/** Typing of others in what comes back follows it, as if it moved. */
function takeBack({ steps, docs }: Steps, tr: Transaction): void {
  const before = steps.length - tr.steps.length
  for (const [index, step] of [...steps.entries()].toReversed()) {
    const doc = docs[index]
    if (doc === undefined) continue
    const insert = tr.steps.length
    tr.step(step.invert(doc))
    const node = step instanceof ReplaceStep ? doc.nodeAt(step.from) : null
    if (node !== null) addMove(tr, { remove: index - before, insert, node })
  }
}
