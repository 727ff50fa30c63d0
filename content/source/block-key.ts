import { children } from '../node.ts'
import type { Attributes, ContentNode, Mark } from '../node.ts'
import { schema } from '../schema.ts'

/**
 * A text that is equal for blocks that are equal: whether a default is stated, how adjacent texts are split and in
 * which order marks are listed makes no difference.
 */
export function blockKey(block: ContentNode): string {
  const { nodes } = schema
  const attrs = attributesKey(block.attrs, nodes[block.type]?.spec.attrs)
  return `${block.type}${attrs}${marksKey(block.marks)}(${contentKey(children(block))})`
}

function contentKey(nodes: readonly ContentNode[]): string {
  let key = ''
  let open = ''
  let text = ''
  const closeText = () => {
    if (text !== '') key += `${open}${JSON.stringify(text)}`
    text = ''
  }
  for (const node of nodes) {
    const marks = node.type === 'text' ? marksKey(node.marks) : undefined
    if (marks !== open) closeText()
    if (marks === undefined) key += blockKey(node)
    else text += node.text ?? ''
    open = marks ?? ''
  }
  closeText()
  return key
}

function marksKey(marks: readonly Mark[] | undefined): string {
  if (marks === undefined || marks.length === 0) return '*'
  const keys = marks.map(
    ({ type, attrs }) => type + attributesKey(attrs, schema.marks[type]?.spec.attrs),
  )
  return `*${keys.toSorted().join('*')}`
}

function attributesKey(
  attrs: Attributes | undefined,
  specs: Readonly<Record<string, { default?: unknown }>> | undefined,
): string {
  if (attrs === undefined) return ''
  const entries = Object.entries(attrs)
    .map(([name, value]) => [name, JSON.stringify(value)] as const)
    .filter(([name, value]) => value !== JSON.stringify(specs?.[name]?.default ?? null))
  if (entries.length === 0) return ''
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value}`)
    .join(',')}}`
}

/** A short name of a block, for pairing: equal blocks have equal ones, and others almost never. */
export function blockHash(key: string): string {
  // Two 32-bit lanes of the hash of Murmur, https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (let index = 0; index < key.length; index += 1) {
    const code = key.charCodeAt(index)
    low = Math.imul(low ^ code, 2_654_435_761)
    high = Math.imul(high ^ code, 1_597_334_677)
  }
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  return (4_294_967_296 * (high & 0x1fffff) + (low >>> 0)).toString(36)
}
