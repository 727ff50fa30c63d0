import { Fragment, type Node, Slice } from 'prosemirror-model'
import { ReplaceStep, type Step } from 'prosemirror-transform'
import { BlockDiff } from './diff/blocks.ts'

/** Applying a step copies the list of blocks: with more copies than this, a coarser diff is faster to apply. */
const maxCopies = 3_000_000

/**
 * The change between two documents as few small steps, so that positions, other people's typing and the names of
 * authors survive around it. Applied to `before` they give a document that is equal to `after`.
 */
export function diffSteps(before: Node, after: Node): Step[] {
  for (const kind of ['deep', 'flat'] as const) {
    const diff = new BlockDiff(kind)
    diff.compare(before, after, 0)
    if (leadsTo(before, after, diff.steps)) return diff.steps
  }
  return [blocksStep(before, after)]
}

/** All blocks from the first to the last that changed. */
function blocksStep(before: Node, after: Node): Step {
  const [old, now] = [before.children, after.children]
  const shorter = Math.min(old.length, now.length)
  let first = 0
  while (first < shorter && before.child(first).eq(after.child(first))) first += 1
  let last = 0
  while (last < shorter - first && old.at(-1 - last)?.eq(after.child(now.length - 1 - last))) {
    last += 1
  }
  const size = (nodes: readonly Node[]) => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  const put = Fragment.from(now.slice(first, now.length - last))
  const to = size(old.slice(0, old.length - last))
  return new ReplaceStep(size(old.slice(0, first)), to, new Slice(put, 0, 0))
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
