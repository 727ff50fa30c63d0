import type { PageDocument } from '../../../content/document.ts'
import { type ContentNode, stringAttribute } from '../../../content/node.ts'
import { mapHtmlUrls, mapUrls, type UrlMap } from '../../../content/urls.ts'

/** Like `mapUrls`, but also maps URLs in raw HTML, which many READMEs use for images. */
export function mapAllUrls(document: PageDocument, map: UrlMap): PageDocument {
  const content = mapNodes(document.content, map)
  return mapUrls(content === document.content ? document : { type: 'doc', content }, map)
}

/** Every distinct URL on a page. */
export function listAllUrls(document: PageDocument): Set<string> {
  const urls = new Set<string>()
  mapAllUrls(document, (url) => {
    urls.add(url)
    return url
  })
  return urls
}

function mapNodes(nodes: readonly ContentNode[], map: UrlMap): readonly ContentNode[] {
  const mapped = nodes.map((node) => {
    if (node.type === 'file') return mapFile(node, map)
    if (typeof node.attrs?.['html'] === 'string') return mapHtml(node, map)
    if (node.content === undefined) return node
    const content = mapNodes(node.content, map)
    return content === node.content ? node : { ...node, content }
  })
  return mapped.every((node, index) => node === nodes[index]) ? nodes : mapped
}

function mapHtml(node: ContentNode, map: UrlMap): ContentNode {
  const html = stringAttribute(node, 'html')
  const changed = mapHtmlUrls(html, map)
  return changed === html ? node : { ...node, attrs: { ...node.attrs, html: changed } }
}

/** A file with a mapped URL becomes a link with the title of a file. */
function mapFile(node: ContentNode, map: UrlMap): ContentNode {
  const url = `/files/${stringAttribute(node, 'fileId')}`
  const href = map(url)
  if (href === url) return node
  const { mimeType, size } = node.attrs ?? {}
  const type = typeof mimeType === 'string' ? `, ${mimeType}` : ''
  const details = typeof size === 'number' ? `${type}, ${size} bytes` : type
  const title = `file${details}`
  if (node.attrs?.['embed'] === true) {
    const attrs = { src: href, alt: stringAttribute(node, 'name'), title }
    return { ...node, type: 'image', attrs }
  }
  const link = { type: 'link', attrs: { href, title } }
  const others = (node.marks ?? []).filter((mark) => mark.type !== 'link')
  const text = stringAttribute(node, 'name') || href
  return { type: 'text', marks: [link, ...others], text }
}
