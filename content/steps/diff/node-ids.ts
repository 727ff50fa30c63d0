import type { Attrs, Mark, Node } from 'prosemirror-model'

/** More nodes than this with one hash are an attack: the others count as different. */
const maxCandidates = 8

/** Gives equal nodes equal numbers, so that lists of nodes can be compared as lists of numbers. */
export class NodeIds {
  readonly #byHash = new Map<number, { node: Node; id: number }[]>()
  readonly #known = new Map<Node, number>()
  #last = 0

  of(node: Node): number {
    const known = this.#known.get(node)
    if (known !== undefined) return known
    const id = this.#find(node)
    this.#known.set(node, id)
    return id
  }

  #find(node: Node): number {
    const hash = hashNode(node)
    const candidates = this.#byHash.get(hash) ?? []
    const equal = candidates.find((candidate) => candidate.node.eq(node))
    if (equal) return equal.id
    this.#last += 1
    if (candidates.length < maxCandidates) candidates.push({ node, id: this.#last })
    this.#byHash.set(hash, candidates)
    return this.#last
  }
}

function hashNode(node: Node): number {
  let hash = mix(hashText(node.type.name), hashAttributes(node.attrs))
  for (const mark of node.marks) hash = mix(hash, hashMark(mark))
  if (node.text !== undefined) return mix(hash, hashText(node.text))
  for (const child of node.children) hash = mix(hash, hashNode(child))
  return mix(hash, node.childCount)
}

function hashMark({ type, attrs }: Mark): number {
  return mix(hashText(type.name), hashAttributes(attrs))
}

function hashAttributes(attributes: Attrs): number {
  let hash = 0
  for (const name in attributes) hash = mix(hash, hashValue(attributes[name]))
  return hash
}

function hashValue(value: unknown): number {
  if (typeof value === 'string') return hashText(value)
  return value === null ? 1 : hashText(JSON.stringify(value) ?? '')
}

/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash
}

function mix(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x85ebca6b) ^ (hash >>> 15)
}
