import type { Mark, Node } from 'prosemirror-model'

/** FNV-1a, https://datatracker.ietf.org/doc/html/draft-eastlake-fnv */
const offset = 0x811c9dc5
const prime = 0x01000193

/** A number that differs, but for one case in four billion, where documents differ. The same in all programs. */
export function documentHash(document: Node): number {
  return hashNode(offset, document) >>> 0
}

function hashNode(start: number, node: Node): number {
  let hash = hashText(start, node.type.name)
  hash = hashText(hash, JSON.stringify(node.attrs))
  for (const mark of node.marks) hash = hashMark(hash, mark)
  if (node.isText) return hashText(hash, node.text ?? '')
  for (let index = 0; index < node.childCount; index += 1) hash = hashNode(hash, node.child(index))
  // Tells what is inside of a node from what follows it.
  return Math.imul(hash ^ node.childCount, prime)
}

function hashMark(hash: number, { type, attrs }: Mark): number {
  return hashText(hashText(hash, type.name), JSON.stringify(attrs))
}

function hashText(start: number, text: string): number {
  let hash = start
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), prime)
  }
  return hash
}
