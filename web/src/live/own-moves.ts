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

/** A move of the client. Its `node` may be given where another transaction removed it. */
export type MoveOfNode = MoveMark & { readonly node?: Node }

const maxMoves = 16
const maxLetters = 32

/** The moves of a client after a transaction with these `moves`. */
export function trackMoves(
  known: readonly OwnMove[],
  transaction: Transform,
  moves: readonly MoveOfNode[],
): OwnMove[] {
  const all = known.map((move) => ({ ...move, letters: left(move, transaction.mapping) }))
  for (const { remove, insert, node = removedBy(transaction, remove) } of moves) {
    const insertion = transaction.steps[insert]
    if (!(insertion instanceof ReplaceStep)) continue
    const inserted = transaction.docs[insert + 1] ?? transaction.doc
    const letters = lettersIn(inserted, insertion.from, insertion.from + insertion.slice.size)
    if (!node) continue
    all.push({ node, letters: left({ letters }, transaction.mapping.slice(insert + 1)) })
  }
  return all.filter(({ letters }) => letters.length > 0).slice(-maxMoves)
}

function removedBy({ steps, docs }: Transform, index: number): Node | null | undefined {
  const step = steps[index]
  return step instanceof ReplaceStep ? docs[index]?.nodeAt(step.from) : undefined
}

/** Those of the letters that still stand. */
export function left({ letters }: Pick<OwnMove, 'letters'>, mapping: Mappable): number[] {
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
