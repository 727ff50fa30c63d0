import type { PageDocument } from '../document.ts'
import { children, type ContentNode, numberAttribute, stringAttribute } from '../node.ts'
import { inlineText } from '../text.ts'
import { headingAnchor } from './anchors.ts'

/**
 * What an embedded page shows: all of it, the section under a heading, or one block. Undefined if there is no such
 * heading or block.
 */
export function embeddedPart(
  document: PageDocument,
  anchor: string | null,
): PageDocument | undefined {
  if (anchor === null) return document
  const path = pathTo(document, anchor)
  const [index, block, ...inside] = path ?? []
  if (index === undefined || block === undefined) return undefined
  if (block.type === 'heading') return { type: 'doc', content: sectionAt(document, index, block) }
  return { type: 'doc', content: [withItem(block, inside)] }
}

type Path = [number, ContentNode, ...ContentNode[]]

/** The nodes from a block of the page down to the heading or block with the anchor. */
function pathTo({ content }: PageDocument, wanted: string): Path | undefined {
  const used = new Map<string, number>()
  const isTarget = (node: ContentNode): boolean => {
    if (node.type === 'anchor') return stringAttribute(node, 'id') === wanted
    if (node.type !== 'heading') return false
    return headingAnchor(inlineText(children(node)).trim(), used) === wanted
  }
  const below = (node: ContentNode): ContentNode[] | undefined => {
    if (isTarget(node)) return [node]
    for (const child of children(node)) {
      const found = child.type === 'text' ? undefined : below(child)
      if (found !== undefined) return [node, ...found]
    }
    return undefined
  }
  for (const [index, node] of content.entries()) {
    const [first, ...others] = below(node) ?? []
    if (first !== undefined) return [index, first, ...others]
  }
  return undefined
}

/** A heading with everything up to the next one of its level or a higher one. */
function sectionAt({ content }: PageDocument, index: number, heading: ContentNode) {
  const level = numberAttribute(heading, 'level', 1)
  const length = content
    .slice(index + 1)
    .findIndex((node) => node.type === 'heading' && numberAttribute(node, 'level', 1) <= level)
  return content.slice(index, length === -1 ? undefined : index + 1 + length)
}

/** Of a list, only the item with the anchor. */
function withItem(block: ContentNode, inside: readonly ContentNode[]): ContentNode {
  const path = [block, ...inside]
  const index = path.findLastIndex(({ type }) => type === 'listItem' || type === 'taskItem')
  const [list, item] = [path[index - 1], path[index]]
  return list === undefined || item === undefined ? block : { ...list, content: [item] }
}
