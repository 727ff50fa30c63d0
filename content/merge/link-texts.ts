import type { Mark, Node } from 'prosemirror-model'
import type { Range } from '../steps/mapping.ts'
import { type Edit, linkName } from './edits.ts'

/** The text of the link in which words are replaced. It is changed as a whole, because it names what is behind its address. */
export function linkAround(base: Node, edit: Edit): Range | undefined {
  if (edit.kind !== 'replace' || !edit.isInline) return undefined
  const { from, to } = edit
  const $from = base.resolve(from)
  const { parent } = $from
  const { index } = parent.childAfter($from.parentOffset)
  const link = linkOf(parent.maybeChild(index))
  if (link === undefined) return undefined
  let [first, last] = [index, index]
  while (linkOf(parent.maybeChild(first - 1))?.eq(link) === true) first -= 1
  while (linkOf(parent.maybeChild(last + 1))?.eq(link) === true) last += 1
  const start = $from.start() + sizeOf(parent.children.slice(0, first))
  const end = start + sizeOf(parent.children.slice(first, last + 1))
  return from >= start && to <= end ? { from: start, to: end } : undefined
}

/** Whether an edit changes a part of a text, or inserts into it. */
export function isPartOf(text: Range, edit: Edit): boolean {
  const { from, to } = edit
  if (edit.kind !== 'replace' || !edit.isInline || from < text.from || to > text.to) return false
  return from < to || (text.from < from && from < text.to)
}

function linkOf(node: Node | null): Mark | undefined {
  return node?.marks.find(({ type }) => type.name === linkName)
}

function sizeOf(nodes: readonly Node[]): number {
  return nodes.reduce((size, { nodeSize }) => size + nodeSize, 0)
}
