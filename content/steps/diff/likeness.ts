import type { Node } from 'prosemirror-model'
import { wordsOf } from './words.ts'

/** Words that are looked at in one node: enough to recognise it. */
const maxWords = 300
const maxCharacters = 20_000
/** Comparisons of two nodes in one diff. Beyond them nodes are replaced, not changed. */
const maxComparisons = 6000

/** Tells how much two nodes have in common, from 0 for "another node" to 1. */
export class Likeness {
  readonly #words = new Map<Node, Set<string>>()
  #left = maxComparisons

  of(before: Node, after: Node): number {
    if (this.#left === 0 || !canBecome(before, after)) return 0
    this.#left -= 1
    if (before.isLeaf) return 0.3
    const [old, now] = [this.#wordsOf(before), this.#wordsOf(after)]
    const isSameType = before.type === after.type ? 0.05 : 0
    // A cell stays a cell of its row, whatever its text.
    const base = isCell(before) ? 0.3 : isSameType
    if (old.size + now.size === 0) return 0.5 + base
    let common = 0
    for (const word of old) if (now.has(word)) common += 1
    return (2 * common) / (old.size + now.size) + base
  }

  #wordsOf(node: Node): Set<string> {
    const known = this.#words.get(node)
    if (known) return known
    const end = Math.min(node.content.size, maxCharacters)
    const words = wordsOf(node.textBetween(0, end, ' ', ' ')).slice(0, maxWords)
    const set = new Set(words)
    this.#words.set(node, set)
    return set
  }
}

/** Whether one step can turn a node into another type with the same content. */
function canBecome(before: Node, after: Node): boolean {
  if (before.type === after.type) return true
  if (before.isLeaf || after.isLeaf || before.isInline || after.isInline) return false
  return after.type.validContent(before.content)
}

function isCell(node: Node): boolean {
  return node.type.spec['tableRole'] === 'cell' || node.type.spec['tableRole'] === 'header_cell'
}
