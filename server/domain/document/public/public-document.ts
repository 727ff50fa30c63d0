import type { PageDocument } from '../../../../content/document.ts'
import {
  type Attributes,
  children,
  type ContentNode,
  type Mark,
  numberAttribute,
  paragraph,
  stringAttribute,
} from '../../../../content/node.ts'
import { pageUrl } from '../../../../content/read/page-address.ts'
import { viewLanguage } from '../../../../content/views/query.ts'
import { targetOf } from './addresses.ts'

/** The addresses of pages and files on a site, by `page:<id>` and `file:<id>`. */
export type PublicLinks = {
  addresses: Readonly<Record<string, string>>
  /** The addresses of this server, without a trailing slash. */
  origins: readonly string[]
  /** What is shown for views and embedded pages, by `view:<YAML>` and `embed:<id>#<anchor>`. Safe for anyone. */
  inserted?: Readonly<Record<string, readonly ContentNode[]>>
}

type Resolve = (url: string) => string | undefined

/**
 * A document that anyone may read: links lead to the site or elsewhere, and any other link, mention or file is the
 * text that its author wrote. Comments in HTML are left out.
 */
export function publicDocument(document: PageDocument, links: PublicLinks): PageDocument {
  const resolve = (url: string): string | undefined => {
    const target = targetOf(url, links.origins)
    if (target.kind === 'public') return url
    if (target.kind === 'private') return undefined
    const address = links.addresses[`${target.kind}:${target.id}`]
    return address === undefined ? undefined : `${address}${target.hash}`
  }
  const { inserted = {} } = links
  return { type: 'doc', content: withInserted(publicNodes(document.content, resolve), inserted) }
}

/** What a document links to and shows: `page:<id>`, `file:<id>`, `view:<YAML>` and `embed:<id>#<anchor>`. */
export function publicTargets(document: PageDocument, origins: readonly string[]): string[] {
  const targets = new Set<string>()
  const nodes = publicNodes(document.content, (url) => {
    const target = targetOf(url, origins)
    if (target.kind === 'page' || target.kind === 'file') targets.add(`${target.kind}:${target.id}`)
    return undefined
  })
  for (const key of insertedKeys(nodes)) targets.add(key)
  return [...targets]
}

const insertedType = 'inserted'

/** Where something is inserted, which is public as it is. */
function insertion(key: string): ContentNode {
  return { type: insertedType, attrs: { key } }
}

function insertedKeys(nodes: readonly ContentNode[]): string[] {
  return nodes.flatMap((node) =>
    node.type === insertedType ? [stringAttribute(node, 'key')] : insertedKeys(children(node)),
  )
}

function withInserted(
  nodes: readonly ContentNode[],
  inserted: Readonly<Record<string, readonly ContentNode[]>>,
): ContentNode[] {
  return nodes.flatMap((node) => {
    if (node.type === insertedType) return inserted[stringAttribute(node, 'key')] ?? []
    if (node.content === undefined) return [node]
    return [{ ...node, content: withInserted(node.content, inserted) }]
  })
}

function publicNodes(nodes: readonly ContentNode[], resolve: Resolve): ContentNode[] {
  return nodes.flatMap((node) => publicNode(node, resolve))
}

function publicNode(node: ContentNode, resolve: Resolve): ContentNode[] {
  switch (node.type) {
    case 'text':
      return [withMarks(node, resolve)]
    case 'pageEmbed': {
      const mention = linkOrText(node, 'label', resolve(embedUrl(node)))
      const shown = insertion(`embed:${embedKey(node)}`)
      return mention.length === 0 ? [shown] : [paragraph(mention), shown]
    }
    case 'codeBlock':
      return stringAttribute(node, 'language') === viewLanguage
        ? [insertion(`view:${plainCode(node)}`)]
        : [node]
    case 'pageMention':
      return linkOrText(node, 'label', resolve(`/pages/${stringAttribute(node, 'pageId')}`))
    case 'file':
      return linkOrText(node, 'name', resolve(`/files/${stringAttribute(node, 'fileId')}`))
    case 'image':
      return image(node, resolve)
    case 'emptyLink':
      return resolve(stringAttribute(node, 'href')) === undefined ? [] : [node]
    case 'htmlBlock':
    case 'htmlInline':
      return html(node, resolve)
    default:
      return [
        node.content === undefined
          ? node
          : { ...node, content: publicNodes(children(node), resolve) },
      ]
  }
}

/** The page and the part of it that are embedded. */
function embedKey(node: ContentNode): string {
  return `${stringAttribute(node, 'pageId').toLowerCase()}#${stringAttribute(node, 'anchor')}`
}

function plainCode(node: ContentNode): string {
  return children(node)
    .map(({ text }) => text ?? '')
    .join('')
}

function embedUrl(node: ContentNode): string {
  const anchor = stringAttribute(node, 'anchor') || null
  return pageUrl({ pageId: stringAttribute(node, 'pageId'), anchor })
}

function withMarks(node: ContentNode, resolve: Resolve): ContentNode {
  if (node.marks === undefined) return node
  const marks = node.marks.flatMap((mark): Mark[] => {
    if (mark.type !== 'link') return [mark]
    const href = resolve(stringAttribute(mark, 'href'))
    return href === undefined ? [] : [{ ...mark, attrs: { ...mark.attrs, href } }]
  })
  const { marks: _all, ...rest } = node
  return marks.length === 0 ? rest : { ...rest, marks }
}

function linkOrText(node: ContentNode, label: string, href: string | undefined): ContentNode[] {
  const text = stringAttribute(node, label)
  if (text === '') return []
  const others = (node.marks ?? []).filter(({ type }) => type !== 'link')
  const marks = href === undefined ? others : [{ type: 'link', attrs: { href } }, ...others]
  return [marks.length === 0 ? { type: 'text', text } : { type: 'text', text, marks }]
}

/** Images from elsewhere would tell their server who reads the page, so that they become links. */
function image(node: ContentNode, resolve: Resolve): ContentNode[] {
  const given = stringAttribute(node, 'src')
  const src = resolve(given)
  if (src === undefined || src === given) {
    const alt = stringAttribute(node, 'alt')
    const label = alt === '' && src !== undefined ? (URL.parse(src)?.hostname ?? '') : alt
    const marks = node.marks === undefined ? {} : { marks: node.marks }
    const attrs = { label }
    return linkOrText({ type: 'image', attrs, ...marks }, 'label', src)
  }
  const href = stringAttribute(node, 'linkHref')
  const linkHref = href === '' ? null : (resolve(href) ?? null)
  return [withMarks({ ...node, attrs: { ...node.attrs, src, linkHref } }, resolve)]
}

const comment = /<!--[^]*?(?:-->|$)/g
const urlAttribute = /(\s(?:src|href)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/gi

/** HTML is shown as its source. */
function html(node: ContentNode, resolve: Resolve): ContentNode[] {
  const source = stringAttribute(node, 'html').replaceAll(comment, '')
  if (source.trim() === '') return []
  const mapped = source.replaceAll(urlAttribute, (_match, name: string, value: string) => {
    const url = value.replaceAll(/^["']|["']$/g, '').replaceAll('&amp;', '&')
    return `${name}"${resolve(url) ?? ''}"`
  })
  return [{ ...node, attrs: { ...node.attrs, html: mapped } }]
}

/** The same with headings below that of the page, without gaps between their levels. */
export function withNestedHeadings(document: PageDocument): PageDocument {
  const open: number[] = []
  const nest = (nodes: readonly ContentNode[]): ContentNode[] =>
    nodes.map((node) => {
      if (node.type !== 'heading') {
        return node.content === undefined ? node : { ...node, content: nest(node.content) }
      }
      const level = numberAttribute(node, 'level', 1)
      while (open.length > 0 && (open.at(-1) ?? 0) >= level) open.pop()
      open.push(level)
      const attrs: Attributes = { ...node.attrs, level: Math.min(6, 1 + open.length) }
      return { ...node, attrs }
    })
  return { type: 'doc', content: nest(document.content) }
}
