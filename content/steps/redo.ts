import {
  AddMarkStep,
  RemoveMarkStep,
  ReplaceAroundStep,
  ReplaceStep,
  StepMap,
} from 'prosemirror-transform'
import type { Step, Transform } from 'prosemirror-transform'
import { costOf, finish, type InParts, spend } from '../check/work.ts'
import type { MoveMark } from './batch.ts'
import { mapPosition, mapRange } from './mapping.ts'
import type { Range, Recover } from './mapping.ts'
import { redoInsertOfMove, redoRemoveOfMove } from './move.ts'
import type { OpenMove } from './move.ts'
import { redoAround, redoReplace } from './redo-replace.ts'
import { appendMaps } from './redo-state.ts'
import type { Redo } from './redo-state.ts'
import { hasEffect, tryStep } from './try-step.ts'

/** The steps of the transform that redo one original step: from `first` to before `end`. */
export type Redone = { readonly first: number; readonly end: number }

/** Redoes steps from number `skip` on. `mapping` must begin with the inverse of each step, the newest first. */
export function redoSteps(
  redo: Redo,
  steps: readonly Step[],
  moves: readonly MoveMark[],
  skip = 0,
): { redone: Redone[]; moves: MoveMark[] } {
  return finish(redoInParts(redo, steps, moves, skip))
}

/** Like `redoSteps`, within the budget of `redo`. */
export function* redoInParts(
  redo: Redo,
  steps: readonly Step[],
  moves: readonly MoveMark[],
  skip = 0,
): InParts<{ redone: Redone[]; moves: MoveMark[] }> {
  const redone: Redone[] = []
  const moved: MoveMark[] = []
  const open = new Map<number, OpenMove>()
  for (const [index, step] of steps.entries()) {
    if (index < skip) continue
    yield undefined
    const first = redo.tr.steps.length
    if (redo.leftOut?.has(index) === true) {
      redone.push({ first, end: first })
      continue
    }
    const move = moves.find(({ remove, insert }) => remove === index || insert === index)
    if (move?.remove === index) {
      const started = redoRemoveOfMove(redo, steps, move)
      if (started !== undefined) open.set(move.insert, started)
      appendMaps(redo, first)
    } else if (move?.insert === index) {
      const started = open.get(index)
      const mark = started && redoInsertOfMove(redo, steps, move, started)
      if (mark !== undefined) moved.push(mark)
    } else {
      const recover = redoStep(redo, index, step)
      appendMaps(redo, first)
      if (recover !== undefined) setMirror(redo, index, recover)
    }
    spendOn(redo, first)
    redone.push({ first, end: redo.tr.steps.length })
  }
  return { redone, moves: moved }
}

/** What a step took: the maps that it was brought over, and the steps since `first`. */
function spendOn({ budget, mapping, tr }: Redo, first: number): void {
  if (budget === undefined) return
  let cost = mapping.maps.length
  for (let index = first; index < tr.steps.length; index += 1) {
    const [doc, step] = [tr.docs[index], tr.steps[index]]
    if (doc !== undefined && step !== undefined) cost += costOf(doc, step)
  }
  spend(budget, cost)
}

function setMirror({ mapping, count }: Redo, index: number, recover: Recover): void {
  mapping.mirrors[count - 1 - index] = {
    resume: mapping.maps.length,
    recover,
    holdsEdges: true,
  }
}

function redoStep(redo: Redo, index: number, step: Step): Recover | undefined {
  if (step instanceof ReplaceStep) return redoReplace(redo, index, step)
  if (step instanceof ReplaceAroundStep) return redoAround(redo, index, step)
  if (step instanceof AddMarkStep || step instanceof RemoveMarkStep) {
    redoMark(redo, index, step)
  } else if ('pos' in step && typeof step.pos === 'number') {
    redoAtNode(redo, index, step, step.pos)
  } else {
    tryEffective(redo.tr, step)
  }
  return undefined
}

/** Marks also what others wrote inside the range. */
function redoMark(redo: Redo, index: number, step: AddMarkStep | RemoveMarkStep): void {
  const { tr, mapping, count } = redo
  let marked: Range | undefined
  for (const range of [...mapRange(mapping, count - index, step.from, step.to), undefined]) {
    if (marked !== undefined && range !== undefined && inOneText(redo, marked, range)) {
      marked = { from: marked.from, to: range.to }
      continue
    }
    if (marked !== undefined) tryEffective(tr, markStep(step, marked))
    marked = range
  }
}

function inOneText({ tr }: Redo, a: Range, b: Range): boolean {
  const $from = tr.doc.resolve(a.from)
  return $from.parent.inlineContent && $from.sameParent(tr.doc.resolve(b.to))
}

function markStep(step: AddMarkStep | RemoveMarkStep, { from, to }: Range): Step {
  return step instanceof AddMarkStep
    ? new AddMarkStep(from, to, step.mark)
    : new RemoveMarkStep(from, to, step.mark)
}

/** An attribute or mark of a node: nothing happens when the node is gone. */
function redoAtNode({ tr, mapping, count }: Redo, index: number, step: Step, pos: number): void {
  const mapped = mapPosition(mapping, count - index, pos, 1)
  if (mapped.deleted) return
  const shifted = step.map(StepMap.offset(mapped.pos - pos))
  if (shifted !== null) tryEffective(tr, shifted)
}

function tryEffective(tr: Transform, step: Step): void {
  if (hasEffect(tr.doc, step)) tryStep(tr, step)
}
