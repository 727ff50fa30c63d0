import type { EditorState, Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import type { Node } from 'prosemirror-model'
import { isFiller } from '../../../../content/steps/find-moves.ts'
import { left, type OwnMove, trackMoves } from '../own-moves.ts'

/**
 * The undo of a move finds nothing to remove when another moved, joined or deleted the block since, and inserts it all
 * the same. What it inserted goes again, or the block would stand twice. `own`: before the transactions.
 */
export function withoutHalfMoves(
  own: readonly OwnMove[],
  transactions: readonly Transaction[],
  after: EditorState,
): Transaction | null {
  const { tr } = after
  let known = own
  for (const [number, transaction] of transactions.entries()) {
    if (transaction.getMeta('history$') !== undefined) {
      const rest = [...transactions.slice(number + 1), tr]
      for (const index of halfMoves(known, transaction)) removeInserted(transaction, index, rest)
    }
    known = trackMoves(known, transaction, [])
  }
  return tr.docChanged ? tr : null
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
