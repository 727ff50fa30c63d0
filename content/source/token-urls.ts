import type { Token } from 'markdown-it'
import { isMapped } from '../read/wikilinks.ts'
import { mapHtmlUrls, type UrlMap } from '../urls.ts'

/** Changes the addresses of links, images and raw HTML in tokens. */
export function mapTokenUrls(tokens: readonly Token[], map: UrlMap): void {
  for (const token of tokens) {
    if (isMapped(token)) continue
    if (token.type === 'link_open') mapAttribute(token, 'href', map)
    else if (token.type === 'image') mapAttribute(token, 'src', map)
    else if (token.type === 'html_block' || token.type === 'html_inline') {
      token.content = mapHtmlUrls(token.content, map)
    }
    if (token.type === 'inline' && token.children !== null) mapTokenUrls(token.children, map)
  }
}

function mapAttribute(token: Token, name: string, map: UrlMap): void {
  const url = token.attrGet(name)
  if (url !== null) token.attrSet(name, map(String(url)))
}
