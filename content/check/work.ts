import { type Node, Slice } from 'prosemirror-model'
import { AddMarkStep, RemoveMarkStep } from 'prosemirror-transform'
import type { Step } from 'prosemirror-transform'

/**
 * Work that is done in parts, so that a server can do other things between them. A part takes at most as long as one
 * step of a page of the largest size.
 */
export type InParts<Result> = Generator<undefined, Result, undefined>

/** Does all parts at once. */
export function finish<Result>(parts: InParts<Result>): Result {
  for (;;) {
    const { done, value } = parts.next()
    if (done === true) return value
  }
}

/** A limit on work, counted in nodes that are copied or visited. It is the same on every machine. */
export type Budget = { left: number }

export class BudgetError extends Error {
  override readonly name = 'BudgetError'
}

/** Throws BudgetError when there is too little left. */
export function spend(budget: Budget, cost: number): void {
  budget.left -= cost
  if (budget.left < 0) throw new BudgetError('The change takes too much work.')
}

/** A text is copied faster than a list of nodes, and takes as much memory: until the batch is done, copies stay. */
const copiedPerNode = 4
/** What is inserted or replaced is there once. */
const charactersPerNode = 10
/** A node that gets a mark is made anew, and compared with its neighbors. */
const unitsPerMarked = 10

/**
 * How much work it is to apply a step: the siblings and the text at its ends, which are copied, the size that it replaces
 * or inserts, and the nodes that it marks. One unit takes 5 to 20 nanoseconds.
 */
export function costOf(doc: Node, step: Step): number {
  const start = 'from' in step ? step.from : 'pos' in step ? step.pos : undefined
  if (typeof start !== 'number') return 1
  const end = 'to' in step && typeof step.to === 'number' ? step.to : start
  const inserted = 'slice' in step && step.slice instanceof Slice ? step.slice.size : 0
  const cost = 1 + copiedAt(doc, start) + inserted / charactersPerNode
  if (end <= start) return cost
  return cost + copiedAt(doc, end) + (end - start) / charactersPerNode + markedBy(doc, step)
}

function markedBy(doc: Node, step: Step): number {
  if (!(step instanceof AddMarkStep) && !(step instanceof RemoveMarkStep)) return 0
  let nodes = 0
  doc.nodesBetween(Math.max(0, step.from), Math.min(doc.content.size, step.to), () => {
    nodes += 1
  })
  return nodes * unitsPerMarked
}

function copiedAt(doc: Node, position: number): number {
  if (!(position >= 0 && position <= doc.content.size)) return 0
  const at = doc.resolve(position)
  let copied = (at.parent.maybeChild(at.index())?.nodeSize ?? 0) / copiedPerNode
  for (let depth = 0; depth <= at.depth; depth += 1) copied += at.node(depth).childCount
  return copied
}
