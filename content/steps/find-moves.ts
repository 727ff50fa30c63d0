import type { Node, Slice } from 'prosemirror-model'
import { ReplaceStep } from 'prosemirror-transform'
import type { Step } from 'prosemirror-transform'
import type { MoveMark } from './batch.ts'

/** The moves among the steps of a transaction: a deletion, and a later insertion of the same content. */
export function findMoves(steps: readonly Step[], docs: readonly Node[]): MoveMark[] {
  const moves: MoveMark[] = []
  for (const [insert, step] of steps.entries()) {
    if (!(step instanceof ReplaceStep) || step.from !== step.to || step.slice.size === 0) continue
    const remove = steps.findIndex(
      (other, index) =>
        index < insert &&
        !moves.some((move) => move.remove === index) &&
        removesContent(other, docs[index], step.slice),
    )
    if (remove >= 0) moves.push({ remove, insert })
  }
  return moves
}

function removesContent(step: Step, doc: Node | undefined, inserted: Slice): boolean {
  if (doc === undefined || !(step instanceof ReplaceStep) || !isFiller(step.slice)) return false
  if (step.to - step.from !== inserted.size || !isClosed(inserted)) return false
  const removed = doc.slice(step.from, step.to)
  return isClosed(removed) && removed.content.eq(inserted.content)
}

/** What may stand in place of moved content: nothing, or empty blocks where a list or cell must have one. */
export function isFiller({ content, openStart, openEnd }: Slice): boolean {
  if (openStart + openEnd > 0) return false
  let hasInline = false
  content.descendants((node) => {
    hasInline ||= node.isInline || node.isAtom
    return !hasInline
  })
  return !hasInline
}

/** Whether a slice has whole nodes only. */
export function isClosed({ openStart, openEnd, size }: Slice): boolean {
  return size > 0 && openStart === 0 && openEnd === 0
}
