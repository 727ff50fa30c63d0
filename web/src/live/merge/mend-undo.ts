import type { EditorState, Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import type { Node } from 'prosemirror-model'
import { isFiller } from '../../../../content/steps/find-moves.ts'
import type { MendUndo } from '../collab.ts'
import { left, type OwnMove } from '../own-moves.ts'
import { moveAsItStands } from './block-as-it-stands.ts'
import { keepForeign } from './foreign-text.ts'
import { isUndo, noteInHistory } from './history.ts'

/**
 * Mends what an undo does too much where others wrote since. The undo of a move finds nothing to remove when another
 * moved, joined or deleted the block, and inserts it all the same: what it inserted goes again, or the block would
 * stand twice. Text that others wrote in what it removes comes back. `own` and `foreign`: before the transactions.
 */
export function mendUndo(
  { own, foreign }: Parameters<MendUndo>[0],
  transactions: readonly Transaction[],
  after: EditorState,
): Transaction | null {
  const [undone] = transactions
  if (undone === undefined || !isUndo(undone)) return null
  const { tr } = after
  const all = [...transactions, tr]
  const half = halfMoves(own, undone)
  for (const index of half) removeInserted(undone, index, all.slice(1))
  const maps = [...tr.mapping.maps]
  if (half.length === 0) maps.push(...moveAsItStands(own, all))
  const mended = tr.steps.length
  keepForeign(foreign, all)
  if (!tr.docChanged) return null
  return noteInHistory(tr, { undone, after, maps: [...maps, ...tr.mapping.maps.slice(mended)] })
}

/** The steps of an undo that insert a block whose removal did nothing. */
function halfMoves(known: readonly OwnMove[], { steps, docs, mapping }: Transaction): number[] {
  const nothing = steps.findIndex((step) => step instanceof ReplaceStep && isEmpty(step))
  return [...steps.keys()].filter((index) => {
    const step = steps[index]
    const node = step instanceof ReplaceStep && step.slice.content.firstChild
    if (!node || !node.isBlock || !replacesFiller(step, docs[index])) return false
    const move = known.findLast((one) => one.node === node)
    if (move === undefined) return nothing >= 0 && index > nothing
    return left(move, mapping.slice(0, index)).length === move.letters.length
  })
}

/** Where a move left an empty block, its undo replaces that block. */
function replacesFiller({ from, to }: ReplaceStep, doc: Node | undefined): boolean {
  return from === to || (doc !== undefined && isFiller(doc.slice(from, to)))
}

function isEmpty({ from, to, slice }: ReplaceStep): boolean {
  return from === to && slice.size === 0
}

function removeInserted(
  { steps, mapping }: Transaction,
  index: number,
  after: readonly Transaction[],
): void {
  const [step, tr] = [steps[index], after.at(-1)]
  if (!(step instanceof ReplaceStep) || tr === undefined) return
  const rest = [mapping.slice(index + 1), ...after.map((one) => one.mapping)]
  const at = (start: number, assoc: -1 | 1) => rest.reduce((pos, map) => map.map(pos, assoc), start)
  tr.delete(at(step.from, 1), at(step.from + step.slice.size, -1))
}
