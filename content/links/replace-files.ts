import type { PageDocument } from '../document.ts'
import { type ContentNode, stringAttribute } from '../node.ts'
import { mapHtmlUrls, mapUrls, type UrlMap } from '../urls.ts'
import { filePath } from '../vocabulary.ts'

/** A file that takes the place of another one, by their IDs in lower case. */
export type ReplacedFile = { from: string; to: string; size: number }

const address = new RegExp(`^${filePath}([0-9a-f-]{36})(?![0-9a-z-])(.*)$`, 'is')

/** A page that shows and links to other files; the same page if it has none of the replaced ones. */
export function replaceFiles(
  document: PageDocument,
  replaced: readonly ReplacedFile[],
): PageDocument {
  const byId = new Map(replaced.map((file) => [file.from, file]))
  const map: UrlMap = (url) => {
    const [, id = '', rest = ''] = address.exec(url) ?? []
    const file = byId.get(id.toLowerCase())
    return file === undefined ? url : `${filePath}${file.to}${rest}`
  }
  const content = mapNodes(document.content, { byId, map })
  return mapUrls(content === document.content ? document : { type: 'doc', content }, map)
}

type Replacement = { byId: ReadonlyMap<string, ReplacedFile>; map: UrlMap }

/** Files and raw HTML, which `mapUrls` turns into links and leaves alone. */
function mapNodes(nodes: readonly ContentNode[], to: Replacement): readonly ContentNode[] {
  const mapped = nodes.map((node) => mapNode(node, to))
  return mapped.every((node, index) => node === nodes[index]) ? nodes : mapped
}

function mapNode(node: ContentNode, to: Replacement): ContentNode {
  if (node.type === 'file') {
    const file = to.byId.get(stringAttribute(node, 'fileId').toLowerCase())
    if (file === undefined) return node
    return { ...node, attrs: { ...node.attrs, fileId: file.to, size: file.size } }
  }
  if (typeof node.attrs?.['html'] === 'string') {
    const html = stringAttribute(node, 'html')
    const changed = mapHtmlUrls(html, to.map)
    return changed === html ? node : { ...node, attrs: { ...node.attrs, html: changed } }
  }
  if (node.content === undefined) return node
  const content = mapNodes(node.content, to)
  return content === node.content ? node : { ...node, content }
}
