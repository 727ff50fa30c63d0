import { children, type ContentNode } from '../node.ts'

/** A tag of a page, as it is compared and as it was first written. */
export type PageTag = { tag: string; name: string }

/** Where a tag is in the inline content of a block. */
export type TagRange = { from: number; to: number; name: string }

export const maxTagLength = 100
/** Further tags of one page are not indexed. */
export const maxTags = 200

const tagged = /(?<![\p{L}\p{M}\p{N}_\-/#&{\uFFFC])#([\p{L}\p{M}\p{N}_\-/]+)/gu
const letter = /\p{L}/u
const colour = /^(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8}|(?=.*\d)[\da-f]{4})$/i

/** A tag as it is compared. */
export function foldTag(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** A tag as it is compared, of a name with or without `#`. */
export function toTag(name: string): string {
  return foldTag(name.trim().replace(/^#/, ''))
}

/** Whether a name is one that `#` can be written before. */
export function isTagName(name: string): boolean {
  const [range] = tagsIn(`#${name}`)
  return range !== undefined && range.name === name
}

/** The tags in text. Code, links and other nodes are not part of it. */
export function tagRanges(nodes: readonly ContentNode[]): TagRange[] {
  return nodes.some(({ text }) => text?.includes('#') === true)
    ? tagsIn(nodes.map(taggable).join(''))
    : []
}

export function tagsIn(text: string): TagRange[] {
  return Array.from(text.matchAll(tagged), ({ index, 1: found = '' }) => {
    const name = withoutEnd(found)
    return { from: index, to: index + 1 + name.length, name }
  }).filter(({ name }) => isShort(name) && letter.test(name) && !colour.test(name))
}

/** Without `-` and `/` at the end. */
function withoutEnd(name: string): string {
  let length = name.length
  while (length > 0 && '-/'.includes(name.charAt(length - 1))) length -= 1
  return name.slice(0, length)
}

/** Some letters become many where they are folded. */
function isShort(name: string): boolean {
  return name.length <= maxTagLength && foldTag(name).length <= maxTagLength
}

/** The text of an inline node as long as the node is in its block. */
function taggable(node: ContentNode): string {
  if (node.type !== 'text') return '\uFFFC'
  const text = node.text ?? ''
  const isPlain = node.marks?.every(({ type }) => type !== 'code' && type !== 'link') ?? true
  return isPlain ? text : '\uFFFC'.repeat(text.length)
}

/** The tags of some blocks, each once. */
export function addTags(node: ContentNode, tags: Map<string, string>): void {
  for (const { name } of tagRanges(children(node))) {
    const tag = foldTag(name)
    if (!tags.has(tag)) tags.set(tag, name)
  }
}
