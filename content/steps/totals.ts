import type { Node } from 'prosemirror-model'
import { attributesSize } from '../check/attributes.ts'

/** What the limits of a page count, as the check of a whole document counts it. */
export type Totals = { readonly nodes: number; readonly size: number }

const known = new WeakMap<Node, Totals>()

/** The totals of a mapped document. They are counted once, then carried along by `addTotals`. */
export function totalsOf(doc: Node): Totals {
  const found = known.get(doc)
  if (found !== undefined) return found
  let nodes = 0
  let size = 0
  doc.descendants((node) => {
    if (!node.isText) nodes += 1
    size += sizeOf(node)
  })
  const totals = { nodes, size }
  known.set(doc, totals)
  return totals
}

export function addTotals(totals: Totals, added: Totals, doc: Node): Totals {
  const sum = { nodes: totals.nodes + added.nodes, size: totals.size + added.size }
  known.set(doc, sum)
  return sum
}

/** Characters of JSON of one node without its content, estimated. */
export function sizeOf(node: Node): number {
  let size = node.isText ? (node.text?.length ?? 0) + 26 : node.type.name.length + 12
  size += attributesSize(node.type.name, node.attrs)
  for (const { type, attrs } of node.marks) {
    size += type.name.length + 12 + attributesSize(type.name, attrs)
  }
  return size
}
