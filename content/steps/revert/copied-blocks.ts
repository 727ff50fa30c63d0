import type { Node } from 'prosemirror-model'
import { ReplaceStep, type Step } from 'prosemirror-transform'
import type { MoveMark } from '../batch.ts'
import { blockEnds, type CopiedText, kindOf } from '../copied-text.ts'

/** A block with a letter. */
const minSize = 3

type Placed = { readonly step: number; readonly position: number; readonly node: Node }

/**
 * Blocks that a change removes in one step and inserts in another, also as items of a list of another kind. Those that
 * occur twice are left out, as are `moves`, which are known.
 */
export function copiedBlocks(
  steps: readonly Step[],
  docs: readonly Node[],
  moves: readonly MoveMark[],
): CopiedText[] {
  if (steps.length < 2) return []
  const known = new Set(moves.flatMap(({ remove, insert }) => [remove, insert]))
  const removed: Placed[] = []
  const inserted: Placed[] = []
  for (const [step, given] of steps.entries()) {
    const isClosed =
      given instanceof ReplaceStep && given.slice.openStart + given.slice.openEnd === 0
    if (!isClosed || known.has(step)) continue
    const { from, to, slice } = given
    if (from === to) {
      slice.content.descendants((node, offset) => {
        if (node.isBlock) inserted.push({ step, position: from + offset, node })
        return !node.isTextblock
      })
    } else if (slice.size === 0) removed.push(...removedBlocks(docs[step], given, step))
  }
  if (inserted.length === 0) return []
  const targets = singles(inserted)
  return [...singles(removed)].flatMap(([key, from]) => {
    const to = targets.get(key)
    if (from === undefined || to === undefined) return []
    const [old, now, length] = [from.position, to.position, from.node.nodeSize]
    return [{ remove: from.step, insert: to.step, old, now, length }]
  })
}

function removedBlocks(doc: Node | undefined, { from, to }: ReplaceStep, step: number): Placed[] {
  const found: Placed[] = []
  const slice = doc?.slice(from, to)
  if (slice === undefined || slice.openStart + slice.openEnd > 0) return found
  slice.content.forEach((node, offset) => {
    if (node.isBlock) found.push({ step, position: from + offset, node })
  })
  return found
}

/** Blocks by their kinds and texts. */
function singles(blocks: readonly Placed[]): Map<string, Placed | undefined> {
  const byKey = new Map<string, Placed | undefined>()
  for (const block of blocks) {
    const { node } = block
    if (node.nodeSize < minSize) continue
    const key = keyOf(node)
    byKey.set(key, byKey.has(key) ? undefined : block)
  }
  return byKey
}

function keyOf(node: Node): string {
  const ends = [...blockEnds(node.content, { from: 0, to: node.content.size })]
  const text = node.textBetween(0, node.content.size, '', '\ufffc')
  return JSON.stringify([kindOf(node), text, ...ends.toSorted(([a], [b]) => a - b)])
}
