import type { PageDocument } from '../../../content/document.ts'
import { type ContentNode, stringAttribute } from '../../../content/node.ts'
import { mapUrls } from '../../../content/urls.ts'

type UrlMap = (url: string) => string

const attribute = /(\s(?:src|href)\s*=\s*)("[^"]*"|'[^']*')/gi

/** `mapUrls`, and the addresses in raw HTML as well: many READMEs show their images that way. */
export function mapAllUrls(document: PageDocument, map: UrlMap): PageDocument {
  const content = mapOwn(document.content, map)
  return mapUrls(content === document.content ? document : { type: 'doc', content }, map)
}

/** Every distinct address on a page. */
export function listAllUrls(document: PageDocument): Set<string> {
  const urls = new Set<string>()
  mapAllUrls(document, (url) => {
    urls.add(url)
    return url
  })
  return urls
}

function mapOwn(nodes: readonly ContentNode[], map: UrlMap): readonly ContentNode[] {
  const mapped = nodes.map((node) => {
    if (node.type === 'file') return mapFile(node, map)
    if (typeof node.attrs?.['html'] === 'string') return mapHtml(node, map)
    if (node.content === undefined) return node
    const content = mapOwn(node.content, map)
    return content === node.content ? node : { ...node, content }
  })
  return mapped.every((node, index) => node === nodes[index]) ? nodes : mapped
}

function mapHtml(node: ContentNode, map: UrlMap): ContentNode {
  const html = stringAttribute(node, 'html')
  const changed = html.replaceAll(attribute, (whole, name: string, quoted: string) => {
    const url = quoted.slice(1, -1).replaceAll('&amp;', '&')
    const mapped = map(url)
    const quote = quoted.slice(0, 1)
    return mapped === url ? whole : `${name}${quote}${mapped}${quote}`
  })
  return changed === html ? node : { ...node, attrs: { ...node.attrs, html: changed } }
}

/** A file that gets another address becomes a link with the title that a file is written with. */
function mapFile(node: ContentNode, map: UrlMap): ContentNode {
  const url = `/files/${stringAttribute(node, 'fileId')}`
  const href = map(url)
  if (href === url) return node
  const { mimeType, size } = node.attrs ?? {}
  const type = typeof mimeType === 'string' ? `, ${mimeType}` : ''
  const facts = typeof size === 'number' ? `${type}, ${size} bytes` : type
  const link = { type: 'link', attrs: { href, title: `file${facts}` } }
  const others = (node.marks ?? []).filter((mark) => mark.type !== 'link')
  const text = stringAttribute(node, 'name') || href
  return { type: 'text', marks: [link, ...others], text }
}
