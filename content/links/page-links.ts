import type { PageDocument } from '../document.ts'
import { type ContentNode, stringAttribute } from '../node.ts'
import { schema } from '../schema.ts'
import { inlineText } from '../text.ts'
import { pagePath } from '../vocabulary.ts'
import { type PageAddress, pageAddressOf } from './address.ts'
import { pageAnchors } from './anchors.ts'
import { type LinkHost, linkHosts } from './link-hosts.ts'
import { type Passage, passageAround } from './sentences.ts'
import { addTags, maxTags, type PageTag } from './tags.ts'
import { wikilinksIn } from './wikilinks.ts'

export type LinkKind = 'mention' | 'link' | 'embed'

/** A link from a page to a page. */
export type PageLink = PageAddress &
  Passage & {
    kind: LinkKind
    /** The text of the link. */
    label: string
    /** The number of the top-level block. */
    block: number
  }

/** A wikilink that is text: to a page that does not exist yet, if it was written as a link. */
export type WantedLink = Passage & {
  /** The title or path of the page. */
  name: string
  /** The number of the top-level block. */
  block: number
}

/** What a page says of other pages, and the places in it that others can link to. */
export type PageLinks = {
  links: PageLink[]
  tags: PageTag[]
  anchors: string[]
  hosts: LinkHost[]
  wanted: WantedLink[]
}

/** Further links of one page are not indexed. */
export const maxLinks = 1000

type Found = { links: PageLink[]; tags: Map<string, string>; wanted: WantedLink[] }

/** The links, tags and anchors of a page, in order. */
export function pageLinks(document: PageDocument): PageLinks {
  const found: Found = { links: [], tags: new Map(), wanted: [] }
  for (const [index, node] of document.content.entries()) collect(node, index + 1, found)
  return {
    links: found.links,
    tags: Array.from(found.tags, ([tag, name]) => ({ tag, name })).slice(0, maxTags),
    anchors: pageAnchors(document).map(({ anchor }) => anchor),
    hosts: linkHosts(document),
    wanted: found.wanted,
  }
}

function collect(node: ContentNode, block: number, found: Found): void {
  if (node.type === 'pageEmbed') return collectEmbed(node, block, found)
  const { content } = node
  if (content === undefined || node.type === 'codeBlock') return
  if (schema.nodes[node.type]?.inlineContent !== true) {
    for (const child of content) collect(child, block, found)
    return
  }
  addTags(node, found.tags)
  collectLinks(content, block, found.links)
  collectWanted(content, block, found.wanted)
}

function collectEmbed(node: ContentNode, block: number, { links }: Found): void {
  const address = pageAddressOf(pagePath + stringAttribute(node, 'pageId'))
  if (address === undefined || links.length >= maxLinks) return
  const label = stringAttribute(node, 'label')
  const anchor = stringAttribute(node, 'anchor') || null
  links.push({
    ...address,
    anchor,
    kind: 'embed',
    label,
    block,
    ...passageAround(label, 0, label.length),
  })
}

function collectWanted(nodes: readonly ContentNode[], block: number, wanted: WantedLink[]): void {
  const found = wikilinksIn(nodes)
  if (found.length === 0) return
  const text = inlineText(nodes)
  for (const { index, name, from, to } of found) {
    if (wanted.length >= maxLinks) return
    const start = inlineText(nodes.slice(0, index)).length
    wanted.push({ name, block, ...passageAround(text, start + from, start + to) })
  }
}

type Target = { kind: LinkKind; href: string }
type LinkRange = Target & { address: PageAddress; from: number; to: number }

function collectLinks(nodes: readonly ContentNode[], block: number, links: PageLink[]): void {
  if (!nodes.some((node) => targetOf(node) !== undefined)) return
  const text = inlineText(nodes)
  for (const { address, kind, from, to } of linkRanges(nodes)) {
    if (links.length >= maxLinks) return
    const label = text.slice(from, to)
    links.push({ ...address, kind, label, block, ...passageAround(text, from, to) })
  }
}

/** Where the links to pages are in the text of a block. The parts of a link with different marks are one link. */
function linkRanges(nodes: readonly ContentNode[]): LinkRange[] {
  const ranges: LinkRange[] = []
  let to = 0
  for (const node of nodes) {
    const from = to
    to += inlineText([node]).length
    const target = targetOf(node)
    if (target === undefined) continue
    const last = ranges.at(-1)
    const { kind, href } = target
    if (kind === 'link' && last?.kind === kind && last.to === from && last.href === href) {
      last.to = to
      continue
    }
    const address = pageAddressOf(href)
    if (address !== undefined) ranges.push({ kind, href, address, from, to })
  }
  return ranges
}

function targetOf(node: ContentNode): Target | undefined {
  switch (node.type) {
    case 'pageMention':
      return { kind: 'mention', href: pagePath + stringAttribute(node, 'pageId') }
    case 'emptyLink':
      return { kind: 'link', href: stringAttribute(node, 'href') }
    default: {
      const mark = node.marks?.find(({ type }) => type === 'link')
      const href = mark === undefined ? '' : stringAttribute(mark, 'href')
      const ofImage = node.type === 'image' ? stringAttribute(node, 'linkHref') : ''
      if (href === '' && ofImage === '') return undefined
      return { kind: 'link', href: href || ofImage }
    }
  }
}
