import type { Transaction } from '@tiptap/pm/state'
import { ReplaceStep, StepMap } from '@tiptap/pm/transform'
import type { Slice } from 'prosemirror-model'
import { isClosed } from '../../../../content/steps/find-moves.ts'
import { tryStep } from '../../../../content/steps/try-step.ts'
import { movesKey } from '../collab.ts'
import { left, type MoveOfNode, type OwnMove } from '../own-moves.ts'

/**
 * The undo of a move inserts the block as it was when it was moved, without what others wrote in it since. The block
 * as it stands takes its place, and the two steps are a move again. `all`: the undo, what followed it, and what mends
 * it. Returns the maps of what changes by that.
 */
export function moveAsItStands(known: readonly OwnMove[], all: readonly Transaction[]): StepMap[] {
  const [undone, tr] = [all[0], all.at(-1)]
  if (undone === undefined || tr === undefined) return []
  const before = all.slice(0, -1).reduce((sum, { steps }) => sum + steps.length, 0)
  const maps: StepMap[] = []
  for (const [index, step] of undone.steps.entries()) {
    const move = step instanceof ReplaceStep && moveOf(known, step)
    const removed = move && removalOf(move, undone, index)
    if (!move || !removed || removed.content.content.eq(step.slice.content)) continue
    const { content } = removed
    const [from, to] = rangeAfter(undone, index, all.slice(1))
    const insert = tr.steps.length
    if (!tryStep(tr, new ReplaceStep(from, from, content))) continue
    tr.delete(from + content.size, to + content.size)
    addMove(tr, {
      remove: removed.index - before,
      insert,
      node: content.content.firstChild ?? move.node,
    })
    maps.push(changeOf(step.slice, content, from))
  }
  return maps
}

/** Only what differs: positions in the rest of the block stay in it. */
function changeOf({ content: old }: Slice, { content: now }: Slice, at: number): StepMap {
  const start = old.findDiffStart(now) ?? 0
  const end = old.findDiffEnd(now) ?? { a: old.size, b: now.size }
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  return new StepMap([at + start, end.a + overlap - start, end.b + overlap - start])
}

function moveOf(known: readonly OwnMove[], { slice }: ReplaceStep): OwnMove | undefined {
  return known.findLast(({ node }) => node === slice.content.firstChild)
}

/** The earlier step that removes the block with every letter of it that is left. */
function removalOf(
  move: OwnMove,
  { steps, docs, mapping }: Transaction,
  before: number,
): { index: number; content: Slice } | undefined {
  for (let index = before - 1; index >= 0; index -= 1) {
    const step = steps[index]
    if (!(step instanceof ReplaceStep) || step.from === step.to) continue
    const letters = left(move, mapping.slice(0, index))
    const isAll = letters.every((letter) => letter >= step.from && letter < step.to)
    const content = docs[index]?.slice(step.from, step.to)
    if (letters.length > 0 && isAll && content !== undefined && isClosed(content))
      return { index, content }
  }
  return undefined
}

function rangeAfter(
  { steps, mapping }: Transaction,
  index: number,
  after: readonly Transaction[],
): [number, number] {
  const step = steps[index]
  if (!(step instanceof ReplaceStep)) return [0, 0]
  const rest = [mapping.slice(index + 1), ...after.map((one) => one.mapping)]
  const at = (start: number, assoc: -1 | 1) => rest.reduce((pos, map) => map.map(pos, assoc), start)
  return [at(step.from, 1), at(step.from + step.slice.size, -1)]
}

export function addMove(tr: Transaction, move: MoveOfNode): void {
  const known: unknown = tr.getMeta(movesKey)
  tr.setMeta(movesKey, Array.isArray(known) ? [...known, move] : [move])
}
