import { Slice } from 'prosemirror-model'
import type { Node } from 'prosemirror-model'
import { ReplaceStep } from 'prosemirror-transform'
import type { Step } from 'prosemirror-transform'
import type { MoveMark } from './batch.ts'
import { isClosed } from './find-moves.ts'
import { insertSlice } from './insert.ts'
import type { Inserted } from './insert.ts'
import { mapInsertion, mapRange, recoverIn } from './mapping.ts'
import type { Range, StepMapping } from './mapping.ts'
import { appendMaps } from './redo-state.ts'
import type { Redo } from './redo-state.ts'
import { tryStep } from './try-step.ts'

/** A move whose content is removed and not yet inserted. */
export type OpenMove = { readonly step: number; readonly map: number; readonly content: Slice }

/**
 * Removes what a move moves, with all that others wrote in it. Undefined if it is gone, or no longer stands in one
 * place: then it stays where it is.
 */
export function redoRemoveOfMove(
  redo: Redo,
  steps: readonly Step[],
  { remove, insert }: MoveMark,
): OpenMove | undefined {
  const { tr, mapping, count } = redo
  const step = steps[remove]
  if (!(step instanceof ReplaceStep)) return undefined
  mirrorInverses(mapping, count, { remove, insert })
  const range = wholeRange(tr.doc, mapRange(mapping, count - remove, step.from, step.to))
  if (range === undefined) return undefined
  const content = tr.doc.slice(range.from, range.to)
  if (!isClosed(content) || !isOfKind(content, steps[insert])) return undefined
  const opened = { step: tr.steps.length, map: mapping.maps.length, content }
  return removeFor(redo, remove, range, step.slice) ? opened : undefined
}

/** Leaves the empty block that the author had there. What they wrote in it since follows. */
function removeFor(redo: Redo, index: number, { from, to }: Range, filler: Slice): boolean {
  const { tr, mapping, count } = redo
  const removal = new ReplaceStep(from, to, filler)
  if (!tryStep(tr, removal)) {
    return filler.size > 0 && tryStep(tr, new ReplaceStep(from, to, Slice.empty))
  }
  if (filler.size > 0) {
    mapping.mirrors[count - 1 - index] = {
      resume: mapping.maps.length + 1,
      recover: recoverIn(removal.getMap()),
      holdsEdges: true,
    }
  }
  return true
}

/** Blocks stay where they are if only text is left of them, for example after they were joined to another. */
function isOfKind(content: Slice, step: Step | undefined): boolean {
  const original = step instanceof ReplaceStep ? step.slice.content.firstChild : undefined
  return original?.isBlock === content.content.firstChild?.isBlock
}

/**
 * A position in what the author inserted is the same position in what the author removed. `count`: how many steps the
 * mapping undoes first.
 */
export function mirrorInverses(
  mapping: StepMapping,
  count: number,
  { remove, insert }: MoveMark,
): void {
  const inverse = mapping.maps[count - 1 - remove]
  if (inverse === undefined) return
  mapping.mirrors[count - 1 - insert] = {
    resume: count - remove,
    recover: recoverIn(inverse),
    holdsEdges: false,
  }
}

/** The hull of what is left, if it still stands in one parent. */
function wholeRange(doc: Node, ranges: readonly Range[]): Range | undefined {
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const isFlat = doc.resolve(first.from).sameParent(doc.resolve(last.to))
  return isFlat ? { from: first.from, to: last.to } : undefined
}

/** Inserts what a move removed. Where its place is gone, it returns to where it was. */
export function redoInsertOfMove(
  redo: Redo,
  steps: readonly Step[],
  { insert }: MoveMark,
  { step, map, content }: OpenMove,
): MoveMark | undefined {
  const { tr, mapping, count } = redo
  const original = steps[insert]
  const from = original instanceof ReplaceStep ? original.from : 0
  const { pos } = mapInsertion(mapping, count - insert, from, 1)
  const first = tr.steps.length
  const inserted = insertSlice(tr, pos, content) ?? putBack(redo, step, content)
  appendMaps(redo, first)
  if (inserted === undefined) return undefined
  mapping.mirrors[map] = {
    resume: mapping.maps.length,
    recover: (_range, offset) => inserted.find(offset),
    holdsEdges: false,
  }
  const isWhole = tr.steps.length === first + 1 && insertsAll(tr.steps[first], content)
  return isWhole ? { remove: step, insert: first } : undefined
}

/** Others find positions again only in content of the same size. */
function insertsAll(step: Step | undefined, { size }: Slice): boolean {
  return step instanceof ReplaceStep && step.from === step.to && step.slice.size === size
}

function putBack({ tr }: Redo, step: number, content: Slice): Inserted | undefined {
  const removed = tr.steps[step]
  if (!(removed instanceof ReplaceStep)) return undefined
  const pos = tr.mapping.slice(step + 1).map(removed.from)
  return insertSlice(tr, pos, content)
}
