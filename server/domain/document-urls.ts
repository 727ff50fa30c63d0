import type { PageDocument } from '../content/document.ts'
import type { ContentNode } from '../content/node.ts'
import { mapUrls } from '../content/urls.ts'

type UrlMap = (url: string) => string

const attribute = /(\s(?:src|href)\s*=\s*)("[^"]*"|'[^']*')/gi

/** `mapUrls`, and the addresses in raw HTML as well: many READMEs show their images that way. */
export function mapAllUrls(document: PageDocument, map: UrlMap): PageDocument {
  const mapped = mapUrls(document, map)
  const content = mapHtml(mapped.content, map)
  return content === mapped.content ? mapped : { type: 'doc', content }
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

function mapHtml(nodes: readonly ContentNode[], map: UrlMap): readonly ContentNode[] {
  const mapped = nodes.map((node) => {
    if (node.content !== undefined) {
      const content = mapHtml(node.content, map)
      return content === node.content ? node : { ...node, content }
    }
    const html = node.attrs?.['html']
    if (typeof html !== 'string') return node
    const changed = html.replaceAll(attribute, (_, name: string, quoted: string) => {
      const quote = quoted.slice(0, 1)
      const url = quoted.slice(1, -1)
      const target = map(url.replaceAll('&amp;', '&'))
      return `${name}${quote}${target === url.replaceAll('&amp;', '&') ? url : target}${quote}`
    })
    return changed === html ? node : { ...node, attrs: { ...node.attrs, html: changed } }
  })
  return mapped.every((node, index) => node === nodes[index]) ? nodes : mapped
}
