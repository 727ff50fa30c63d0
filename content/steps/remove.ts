import { Slice } from 'prosemirror-model'
import type { Node } from 'prosemirror-model'
import { ReplaceStep, replaceStep } from 'prosemirror-transform'
import type { Transform } from 'prosemirror-transform'
import type { Range } from './mapping.ts'
import { tryStep } from './try-step.ts'

/** Text and atoms can be lost; an empty block cannot. */
export function hasContent(doc: Node, from: number, to: number): boolean {
  let found = false
  doc.nodesBetween(from, to, (node, pos) => {
    if (node.isInline || (node.isLeaf && node.isAtom)) {
      found ||= pos < to && pos + node.nodeSize > from
    }
    return !found
  })
  return found
}

/** Joins ranges that only structure separates: nothing is lost when they are removed in one go. */
export function joinRanges(doc: Node, ranges: readonly Range[]): Range[] {
  const joined: Range[] = []
  for (const range of ranges) {
    const last = joined.at(-1)
    if (last !== undefined && !hasContent(doc, last.to, range.from)) {
      joined[joined.length - 1] = { from: last.from, to: range.to }
    } else {
      joined.push(range)
    }
  }
  return joined
}

/** Removes ranges that may begin and end in different blocks. What stands between and around them stays. */
export function removeRanges(tr: Transform, ranges: readonly Range[]): void {
  for (const { from, to } of ranges.toReversed()) removeRange(tr, from, to)
}

function removeRange(tr: Transform, from: number, to: number): void {
  if (tryStep(tr, new ReplaceStep(from, to, Slice.empty))) return
  const fitted = replaceStep(tr.doc, from, to)
  if (fitted !== null && tryStep(tr, fitted)) return
  clearRange(tr, from, to)
}

/** Where the blocks must stay, their text goes. */
function clearRange(tr: Transform, from: number, to: number): void {
  const texts: Range[] = []
  tr.doc.nodesBetween(from, to, (node, pos) => {
    if (!node.inlineContent) return true
    const start = Math.max(from, pos + 1)
    const end = Math.min(to, pos + 1 + node.content.size)
    if (end > start) texts.push({ from: start, to: end })
    return false
  })
  for (const text of texts.toReversed()) {
    tryStep(tr, new ReplaceStep(text.from, text.to, Slice.empty))
  }
}
