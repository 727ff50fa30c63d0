import type { EditorState, Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import type { Mappable, Transform } from '@tiptap/pm/transform'
import type { Node } from 'prosemirror-model'
import type { MoveMark } from '../../../content/steps/batch.ts'

/** A block that this client moved, for as long as some of its text stands. */
export type OwnMove = {
  /** What an undo of the move inserts again. */
  readonly node: Node
  /** Positions of some of its letters. */
  readonly letters: readonly number[]
}

const maxMoves = 16
const maxLetters = 32

/** The moves of a client after a transaction with these `moves`. */
export function trackMoves(
  known: readonly OwnMove[],
  transaction: Transform,
  moves: readonly MoveMark[],
): OwnMove[] {
  const all = known.map((move) => ({ ...move, letters: left(move, transaction.mapping) }))
  for (const { remove, insert } of moves) {
    const [removal, insertion] = [transaction.steps[remove], transaction.steps[insert]]
    if (!(removal instanceof ReplaceStep) || !(insertion instanceof ReplaceStep)) continue
    const node = transaction.docs[remove]?.nodeAt(removal.from)
    const inserted = transaction.docs[insert + 1] ?? transaction.doc
    const letters = lettersIn(inserted, insertion.from, insertion.from + insertion.slice.size)
    if (!node) continue
    all.push({ node, letters: left({ letters }, transaction.mapping.slice(insert + 1)) })
  }
  return all.filter(({ letters }) => letters.length > 0).slice(-maxMoves)
}

function left({ letters }: Pick<OwnMove, 'letters'>, mapping: Mappable): number[] {
  return letters.flatMap((letter) => {
    const { pos, deletedAfter } = mapping.mapResult(letter, 1)
    return deletedAfter ? [] : [pos]
  })
}

function lettersIn(doc: Node, from: number, to: number): number[] {
  const letters: number[] = []
  doc.nodesBetween(from, to, (node, pos) => {
    for (let at = 0; node.isInline && at < node.nodeSize; at += 1) letters.push(pos + at)
  })
  const every = Math.ceil(letters.length / maxLetters)
  return letters.filter((_letter, index) => index % every === 0)
}

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
function halfMoves(known: readonly OwnMove[], { steps, mapping }: Transaction): number[] {
  const nothing = steps.findIndex((step) => step instanceof ReplaceStep && isEmpty(step))
  return [...steps.keys()].filter((index) => {
    const step = steps[index]
    const node =
      step instanceof ReplaceStep && step.from === step.to && step.slice.content.firstChild
    if (!node || !node.isBlock) return false
    const move = known.findLast((one) => one.node === node)
    if (move === undefined) return nothing >= 0 && index > nothing
    return left(move, mapping.slice(0, index)).length === move.letters.length
  })
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
