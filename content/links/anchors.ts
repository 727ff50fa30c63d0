import type { PageDocument } from '../document.ts'
import { children, type ContentNode, numberAttribute, stringAttribute } from '../node.ts'
import { inlineText } from '../text.ts'

/** A place in a page that links can lead to. */
export type PageAnchor = {
  anchor: string
  /** Of the heading; empty for a block with a link of its own. */
  text: string
  /** Of the heading; 0 for a block. */
  level: number
}

const removed = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu

/** The headings of a page, named as GitHub names them, and the blocks that have a link, in order. */
export function pageAnchors(document: PageDocument): PageAnchor[] {
  const anchors: PageAnchor[] = []
  const used = new Map<string, number>()
  for (const node of document.content) collect(node, anchors, used)
  return anchors
}

/** The anchor of a heading: `used` counts the anchors above it. */
export function headingAnchor(text: string, used: Map<string, number>): string {
  const slug = text.trim().toLowerCase().replaceAll(removed, '').replaceAll(' ', '-')
  let anchor = slug
  let number = used.get(slug) ?? 0
  while (used.has(anchor)) {
    number += 1
    anchor = `${slug}-${number}`
  }
  used.set(slug, number)
  if (anchor !== slug) used.set(anchor, 0)
  return anchor
}

function collect(node: ContentNode, anchors: PageAnchor[], used: Map<string, number>): void {
  if (node.type === 'heading') {
    const text = inlineText(children(node)).trim()
    const anchor = headingAnchor(text, used)
    if (anchor !== '') anchors.push({ anchor, text, level: numberAttribute(node, 'level', 1) })
  }
  if (node.type === 'anchor') {
    anchors.push({ anchor: stringAttribute(node, 'id'), text: '', level: 0 })
  }
  for (const child of children(node)) {
    if (child.type !== 'text') collect(child, anchors, used)
  }
}

/** The anchor of a wikilink's section with `#`: a block has the name after `^`, a heading the one that Quire gives it. */
export function sectionAnchor(section: string): string {
  const name = section.startsWith('^') ? section.slice(1) : headingAnchor(section, new Map())
  return `#${encodeURIComponent(name)}`
}
