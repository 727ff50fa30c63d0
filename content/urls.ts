import type { PageDocument } from './document.ts'
import { paragraph, stringAttribute } from './node.ts'
import type { Attributes, ContentNode, Mark } from './node.ts'
import { pageAddress, pageUrl } from './read/page-address.ts'
import { filePath, pagePath, uuid } from './vocabulary.ts'

export type UrlMap = (url: string) => string

/** Addresses by URL, also by that of a wikilink. Other URLs stay. */
export type Addresses = Readonly<Record<string, string>>

export function mapOf(addresses: Addresses): UrlMap {
  return (url) => (Object.hasOwn(addresses, url) ? (addresses[url] ?? url) : url)
}

const htmlAttribute = /(\s(?:src|href)\s*=\s*)("[^"]*"|'[^']*')/gi

/** Raw HTML with other addresses of links and images. */
export function mapHtmlUrls(html: string, map: UrlMap): string {
  return html.replaceAll(htmlAttribute, (match, name: string, quoted: string) => {
    const url = quoted.slice(1, -1).replaceAll('&amp;', '&')
    const mapped = map(url)
    const quote = quoted.slice(0, 1)
    return mapped === url ? match : `${name}${quote}${mapped}${quote}`
  })
}

/** Nodes that are an address themselves, with the attributes for the address and its text. */
const targets: Readonly<Record<string, { path: string; id: string; label: string }>> = {
  pageMention: { path: pagePath, id: 'pageId', label: 'label' },
  file: { path: filePath, id: 'fileId', label: 'name' },
}

/** The attributes of a node with an address. */
const urlAttributes: Readonly<Record<string, readonly string[]>> = {
  link: ['href'],
  image: ['src', 'linkHref'],
  emptyLink: ['href'],
}

/**
 * A page with other addresses of links, images, files and mentions of pages. Raw HTML and code do not change. Parts
 * without an address are the same objects as before.
 */
export function mapUrls(document: PageDocument, map: UrlMap): PageDocument {
  const content = mapNodes(document.content, map)
  return content === document.content ? document : { type: 'doc', content }
}

/** Every address on a page, in order, including repetitions. */
export function listUrls(document: PageDocument): string[] {
  const urls: string[] = []
  mapUrls(document, (url) => {
    urls.push(url)
    return url
  })
  return urls
}

function mapNodes(nodes: readonly ContentNode[], map: UrlMap): readonly ContentNode[] {
  const mapped = nodes.map((node) => mapNode(node, map))
  return mapped.every((node, index) => node === nodes[index]) ? nodes : mapped
}

function mapNode(node: ContentNode, map: UrlMap): ContentNode {
  if (node.type === 'pageEmbed') return mapEmbed(node, map)
  const target = targets[node.type]
  if (target !== undefined) return mapTarget(node, target, map)
  const content = node.content && mapNodes(node.content, map)
  const marks = node.marks && mapMarks(node.marks, map)
  const attrs = node.attrs && mapAttributes(node.type, node.attrs, map)
  if (content === node.content && marks === node.marks && attrs === node.attrs) return node
  return {
    ...node,
    ...(attrs ? { attrs } : {}),
    ...(content ? { content } : {}),
    ...(marks ? { marks } : {}),
  }
}

function mapMarks(marks: readonly Mark[], map: UrlMap): readonly Mark[] {
  const mapped = marks.map((mark) => {
    const attrs = mark.attrs && mapAttributes(mark.type, mark.attrs, map)
    return attrs === undefined || attrs === mark.attrs ? mark : { ...mark, attrs }
  })
  return mapped.every((mark, index) => mark === marks[index]) ? marks : mapped
}

function mapAttributes(type: string, attrs: Attributes, map: UrlMap): Attributes {
  const changed: Record<string, string> = {}
  for (const name of urlAttributes[type] ?? []) {
    const url = attrs[name]
    const mapped = typeof url === 'string' ? map(url) : undefined
    if (mapped !== undefined && mapped !== url) changed[name] = mapped
  }
  return Object.keys(changed).length > 0 ? { ...attrs, ...changed } : attrs
}

/** The image of a page outside of the installation is what its Markdown says. */
function mapEmbed(node: ContentNode, map: UrlMap): ContentNode {
  const label = stringAttribute(node, 'label')
  const url = pageUrl({
    pageId: stringAttribute(node, 'pageId'),
    anchor: stringAttribute(node, 'anchor') || null,
  })
  const src = map(url)
  if (src === url) return node
  const address = pageAddress(src)
  if (address !== undefined) return { ...node, attrs: { ...address, label } }
  return paragraph([{ type: 'image', attrs: { src, alt: label } }])
}

/** A file or page outside of the installation becomes an ordinary link with the same text. */
function mapTarget(
  node: ContentNode,
  target: { path: string; id: string; label: string },
  map: UrlMap,
): ContentNode {
  const url = `${target.path}${stringAttribute(node, target.id)}`
  const mapped = map(url)
  if (mapped === url) return node
  const id = mapped.startsWith(target.path) ? mapped.slice(target.path.length) : ''
  if (uuid.test(id)) return { ...node, attrs: { ...node.attrs, [target.id]: id } }
  const text = stringAttribute(node, target.label) || mapped
  const others = (node.marks ?? []).filter((mark) => mark.type !== 'link')
  return { type: 'text', marks: [{ type: 'link', attrs: { href: mapped } }, ...others], text }
}
