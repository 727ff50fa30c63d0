import {
  type Attributes,
  children,
  type ContentNode,
  type Mark,
  paragraph,
  stringAttribute,
} from '../../../../content/node.ts'
import { pageUrl } from '../../../../content/read/page-address.ts'
import { mapHtmlUrls } from '../../../../content/urls.ts'
import { viewLanguage } from '../../../../content/views/query.ts'
import { targetOf } from '../public/addresses.ts'

/** Links of a page for another workspace. */
export type Elsewhere = {
  /** IDs of people who are members there: mentions of others become text. */
  members: readonly string[]
  /** The address for links to what stays behind, without a trailing slash. */
  base: string
}

export type Links = Elsewhere & {
  /** The copies of pages and files by the IDs of their originals, in lower case: links lead to the copies. */
  copies: readonly (readonly [string, string])[]
  /** The addresses of this server, without a trailing slash. */
  origins: readonly string[]
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi

/** All IDs in a text, in lower case. */
export function idsIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(uuid), ([id]) => id.toLowerCase()))]
}

const inMarkdown =
  /(\]\(|\]: ?|<)(\/(?:pages|files)\/[\da-f-]{36}(?:#[^\s)>]*)?)|\[((?:\\.|[^\]\\]){0,300})\]\(\/members\/([\da-f-]{36})\)/gi

/** The same for the Markdown of a comment. */
export function transferMarkdown(markdown: string, links: Links): string {
  const { address, isMember } = resolver(links)
  return markdown.replaceAll(
    inMarkdown,
    (all, before: string | undefined, url: string | undefined, name: string, id: string) => {
      if (url !== undefined) return `${before}${address(url)}`
      return isMember(id) ? all : name
    },
  )
}

/** Properties with links to copies. */
export function transferProperties(source: string | null, links: Links): string | null {
  const { copies } = resolver(links)
  const withCopies = source?.replaceAll(
    /\/(pages|files)\/([\da-f-]{36})/gi,
    (all, kind: string, id: string) => {
      const copy = copies.get(id.toLowerCase())
      return copy === undefined ? all : `/${kind}/${copy}`
    },
  )
  return withCopies ?? null
}

type Resolver = {
  copies: ReadonlyMap<string, string>
  isMember: (id: string) => boolean
  address: (url: string) => string
  person: (url: string) => string | undefined
}

function resolver({ copies: given, members, origins, base }: Links): Resolver {
  const copies = new Map(given)
  const known = new Set(members)
  const isMember = (id: string) => known.has(id.toLowerCase())
  return {
    copies,
    isMember,
    address: (url) => {
      const target = targetOf(url, origins)
      if (target.kind !== 'page' && target.kind !== 'file') return url
      const path = `/${target.kind}s/`
      const copy = copies.get(target.id)
      if (copy !== undefined) return `${path}${copy}${target.hash}`
      return `${base}${path}${target.id}${target.hash}`
    },
    person: (url) => /^\/members\/([\da-f-]{36})$/i.exec(url)?.[1],
  }
}

/** Nodes whose links and mentions are right in another workspace. */
export function transferNodes(nodes: readonly ContentNode[], links: Links): ContentNode[] {
  const resolved = resolver(links)
  return nodes.flatMap((node) => moved(node, resolved))
}

function moved(node: ContentNode, links: Resolver): ContentNode[] {
  switch (node.type) {
    case 'pageMention':
      return withTarget(node, { id: 'pageId', label: 'label', path: '/pages/' }, links)
    case 'file':
      return withTarget(node, { id: 'fileId', label: 'name', path: '/files/' }, links)
    case 'pageEmbed':
      return [embed(node, links)]
    case 'codeBlock':
      return [stringAttribute(node, 'language') === viewLanguage ? view(node, links) : node]
    case 'htmlBlock':
    case 'htmlInline': {
      const html = mapHtmlUrls(stringAttribute(node, 'html'), links.address)
      return [{ ...node, attrs: { ...node.attrs, html } }]
    }
    default:
      return [inside(node, links)]
  }
}

function inside(node: ContentNode, links: Resolver): ContentNode {
  const { attrs, content, marks, ...rest } = node
  const movedMarks = marks?.flatMap((mark) => movedMark(mark, links)) ?? []
  return {
    ...rest,
    ...(attrs !== undefined && { attrs: withAddresses(attrs, links) }),
    ...(movedMarks.length > 0 && { marks: movedMarks }),
    ...(content !== undefined && { content: content.flatMap((child) => moved(child, links)) }),
  }
}

function movedMark(mark: Mark, links: Resolver): Mark[] {
  if (mark.type !== 'link') return [mark]
  const href = typeof mark.attrs?.['href'] === 'string' ? mark.attrs['href'] : ''
  const person = links.person(href)
  if (person !== undefined) return links.isMember(person) ? [mark] : []
  return [{ ...mark, attrs: { ...mark.attrs, href: links.address(href) } }]
}

function withAddresses(attrs: Attributes, { address }: Resolver): Attributes {
  const changed = ['href', 'src', 'linkHref'].flatMap((name) => {
    const value = attrs[name]
    return typeof value === 'string' ? [[name, address(value)] as const] : []
  })
  return changed.length === 0 ? attrs : { ...attrs, ...Object.fromEntries(changed) }
}

/** A mention of a page, or a file: its copy, or a link with its address. */
function withTarget(
  node: ContentNode,
  { id: name, label, path }: { id: string; label: string; path: string },
  links: Resolver,
): ContentNode[] {
  const id = stringAttribute(node, name)
  const copy = links.copies.get(id.toLowerCase())
  if (copy !== undefined) return [{ ...node, attrs: { ...node.attrs, [name]: copy } }]
  const href = links.address(`${path}${id}`)
  return [linkTo(href, stringAttribute(node, label), node.marks)]
}

function linkTo(href: string, label: string, marks: readonly Mark[] = []): ContentNode {
  const others = marks.filter(({ type }) => type !== 'link')
  const text = label === '' ? href : label
  return { type: 'text', text, marks: [{ type: 'link', attrs: { href } }, ...others] }
}

function embed(node: ContentNode, links: Resolver): ContentNode {
  const id = stringAttribute(node, 'pageId')
  const copy = links.copies.get(id.toLowerCase())
  if (copy !== undefined) return { ...node, attrs: { ...node.attrs, pageId: copy } }
  const anchor = stringAttribute(node, 'anchor') || null
  const href = links.address(pageUrl({ pageId: id, anchor }))
  return paragraph([linkTo(href, stringAttribute(node, 'label'))])
}

/** A view of pages that come along shows their copies. */
function view(node: ContentNode, { copies }: Resolver): ContentNode {
  const content = children(node).map((child) =>
    child.text === undefined
      ? child
      : {
          ...child,
          text: child.text.replaceAll(uuid, (id) => copies.get(id.toLowerCase()) ?? id),
        },
  )
  return content.length === 0 ? node : { ...node, content }
}
