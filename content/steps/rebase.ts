import type { Node } from 'prosemirror-model'
import { ReplaceStep, Transform } from 'prosemirror-transform'
import type { Step } from 'prosemirror-transform'
import { type Budget, BudgetError, costOf, finish, type InParts, spend } from '../check/work.ts'
import { changeInParts } from './batch.ts'
import type { Change, MoveMark, RetainedText } from './batch.ts'
import { isFiller } from './find-moves.ts'
import { insertedBy } from './inserted-by.ts'
import { startMapping } from './mapping.ts'
import { mendTablesInParts } from './mend-tables.ts'
import type { RetainedAt, Redo } from './redo-state.ts'
import { redoInParts } from './redo.ts'
import { hasEffect } from './try-step.ts'

export type Rebased =
  | {
      ok: true
      doc: Node
      steps: readonly Step[]
      moves: readonly MoveMark[]
      /** The accepted batch, for the batches that must be brought over it. */
      change: Change
      retained: RetainedText[]
    }
  | { ok: false; code: 'invalid' | 'too much work'; reason: string }

/**
 * Brings a batch that was made on an older document over the batches that were accepted since. A step removes only
 * what its author saw. The result is not checked against the limits: `checkChange` does.
 */
export function rebase(doc: Node, over: readonly Change[], batch: Change): Rebased {
  return finish(rebaseInParts(doc, over, batch, { left: Infinity }))
}

/** Like `rebase`, within a budget. */
export function* rebaseInParts(
  doc: Node,
  over: readonly Change[],
  batch: Change,
  budget: Budget,
): InParts<Rebased> {
  const moves = batch.moves.filter((move) => isMove(batch.steps, move))
  try {
    if (over.length === 0) return yield* applyAll(doc, batch, { moves, budget })
    const earlier = over.reduce((sum, { maps }) => sum + maps.length, 0)
    spend(budget, earlier)
    const tr = new Transform(doc)
    const mapping = startMapping(batch.maps, over)
    const count = batch.steps.length
    const redo: Redo = {
      tr,
      mapping,
      count,
      insertedBy: (range) => insertedBy(mapping, count, over, range),
      retained: [],
      budget,
    }
    const moved = yield* redoInParts(redo, batch.steps, moves)
    yield* mendTablesInParts(doc, tr, budget)
    const retained = joinTexts(redo.retained.map((entry) => retainedAfter(tr, entry)))
    return yield* accepted(tr, moved.moves, batch, retained)
  } catch (error) {
    if (error instanceof BudgetError)
      return { ok: false, code: 'too much work', reason: error.message }
    return invalid('A step names a position that the page does not have.')
  }
}

function* applyAll(
  doc: Node,
  batch: Change,
  { moves, budget }: { moves: readonly MoveMark[]; budget: Budget },
): InParts<Rebased> {
  const tr = new Transform(doc)
  const numbers = new Map<number, number>()
  for (const [index, step] of batch.steps.entries()) {
    yield undefined
    spend(budget, costOf(tr.doc, step))
    if (!hasEffect(tr.doc, step)) continue
    numbers.set(index, tr.steps.length)
    const { failed } = tr.maybeStep(step)
    if (failed !== null) return invalid(`A step does not fit the page: ${failed}.`)
  }
  yield* mendTablesInParts(doc, tr, budget)
  return yield* accepted(tr, [...renumber(moves, numbers)], batch, [])
}

/** A move names its steps by their numbers, which change where a step without an effect is left out. */
function* renumber(
  moves: readonly MoveMark[],
  numbers: ReadonlyMap<number, number>,
): Generator<MoveMark> {
  for (const move of moves) {
    const [remove, insert] = [numbers.get(move.remove), numbers.get(move.insert)]
    if (remove !== undefined && insert !== undefined) yield { remove, insert }
  }
}

function invalid(reason: string): Rebased {
  return { ok: false, code: 'invalid', reason }
}

function* accepted(
  { doc, steps, docs }: Transform,
  moves: readonly MoveMark[],
  { authorId }: Change,
  retained: RetainedText[],
): InParts<Rebased> {
  const change = yield* changeInParts(steps, { moves, authorId, docs })
  return { ok: true, doc, steps, moves, change, retained }
}

/** Others follow a move, so its two steps must be a deletion and an insertion of one size. */
function isMove(steps: readonly Step[], { remove, insert }: MoveMark): boolean {
  const [removal, insertion] = [steps[remove], steps[insert]]
  return (
    remove < insert &&
    removal instanceof ReplaceStep &&
    insertion instanceof ReplaceStep &&
    isFiller(removal.slice) &&
    insertion.from === insertion.to &&
    removal.to - removal.from === insertion.slice.size
  )
}

function retainedAfter(tr: Transform, { from, to, step, ...text }: RetainedAt): RetainedText {
  const rest = tr.mapping.slice(step)
  return { from: rest.map(from, 1), to: rest.map(to, -1), ...text }
}

/** Letters that follow each other are one text. */
function joinTexts(texts: readonly RetainedText[]): RetainedText[] {
  const joined: RetainedText[] = []
  for (const text of texts) {
    const last = joined.at(-1)
    const isNext =
      last?.to === text.from && last.reason === text.reason && last.authorId === text.authorId
    if (last !== undefined && isNext) joined[joined.length - 1] = { ...last, to: text.to }
    else joined.push(text)
  }
  return joined
}
