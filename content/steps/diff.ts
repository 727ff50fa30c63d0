import { type Node, Slice } from 'prosemirror-model'
import { ReplaceStep, type Step } from 'prosemirror-transform'
import type { MoveMark } from './batch.ts'
import { BlockDiff } from './diff/blocks.ts'
import type { Joining } from './diff/merge-close.ts'
import { moveApart } from './diff/moves.ts'
import { NodeIds } from './diff/node-ids.ts'

/** Applying a step copies the list of blocks: with more copies than this, a coarser diff is faster to apply. */
const maxCopies = 10_000_000

/** Steps, and marks for those that move blocks. */
export type DocumentDiff = { steps: Step[]; moves: MoveMark[] }

/**
 * The change between two documents as few small steps, so that positions, other people's typing and the names of
 * authors survive around it. Applied to `before` they give a document that is equal to `after`.
 */
export function diffSteps(before: Node, after: Node): Step[] {
  return diffDocuments(before, after).steps
}

/** Like `diffSteps`, with the marks of moved blocks. */
export function diffDocuments(before: Node, after: Node, joining: Joining = 'close'): DocumentDiff {
  const ids = new NodeIds()
  for (const attempt of [withMoves, withoutMoves, ofBlocks]) {
    const diff = attempt(before, after, { ids, joining })
    if (diff && leadsTo(before, after, diff.steps)) return diff
  }
  const all = new ReplaceStep(0, before.content.size, new Slice(after.content, 0, 0))
  return { steps: [all], moves: [] }
}

type DiffOptions = { ids: NodeIds; joining: Joining }

function withMoves(before: Node, after: Node, options: DiffOptions): DocumentDiff | undefined {
  const apart = moveApart(before, after, options.ids)
  if (!apart) return undefined
  const { steps } = withoutMoves(apart.before, apart.after, options)
  return {
    steps: [...apart.removals, ...steps, ...apart.insertions],
    moves: apart.marks(steps.length),
  }
}

function withoutMoves(before: Node, after: Node, { ids, joining }: DiffOptions): DocumentDiff {
  const diff = new BlockDiff(ids, 'deep', joining)
  diff.compare(before, after, 0)
  return { steps: diff.steps, moves: [] }
}

function ofBlocks(before: Node, after: Node, { ids, joining }: DiffOptions): DocumentDiff {
  const diff = new BlockDiff(ids, 'flat', joining)
  diff.compare(before, after, 0)
  return { steps: diff.steps, moves: [] }
}

/** A step fails if the document between it and the next would violate the schema. */
function leadsTo(before: Node, after: Node, steps: readonly Step[]): boolean {
  if (steps.length * before.childCount > maxCopies) return false
  let document = before
  for (const step of steps) {
    const { doc } = step.apply(document)
    if (!doc) return false
    document = doc
  }
  return document.eq(after)
}
