import { checkDocument } from '../../../../content/document.ts'
import { type Attributes, children, type ContentNode, type Mark } from '../../../../content/node.ts'
import { schema } from '../../../../content/schema.ts'
import { type Filling, fillParts, hasPlaceholder, type Part } from '../placeholders.ts'
import { readDocument } from '../stored-body.ts'
import { prepare, type PreparedContent, type StoredBody } from '../tasks.ts'
import { type Elsewhere, transferNodes } from './transfer-body.ts'

/** Copies the body of a page, as a pure function that runs on the main thread or in a worker. */

export type BodyCopy = StoredBody & {
  /** The copies of pages by the IDs of their originals, in lower case: links to an original lead to its copy. */
  copies: readonly (readonly [string, string])[]
  /** Base URLs of this server, for links with a complete address. */
  origins: readonly string[]
  /** For a page of another workspace. */
  elsewhere?: Elsewhere
  /** For the body of a template. */
  filling?: Filling
}

export type CopiedBody =
  | {
      ok: true
      content: PreparedContent
      /** Where the template has `{{cursor}}`, as a position of ProseMirror. */
      cursor: number | null
    }
  | { ok: false; path: string; reason: string }

export function copyBody({
  id,
  document,
  copies,
  origins,
  elsewhere,
  filling,
}: BodyCopy): CopiedBody {
  const target = linkTarget(new Map(copies), origins)
  const nodes = children(readDocument(document, id))
  const linked =
    elsewhere === undefined
      ? nodes.map((node) => withLinks(node, target))
      : transferNodes(nodes, { copies, origins, ...elsewhere })
  const position: Position = { at: 0, cursor: null }
  const content =
    filling === undefined ? linked : linked.flatMap((node) => filled(node, filling, position))
  const result = checkDocument({ type: 'doc', content })
  if (!result.ok) return result
  return { ok: true, content: prepare(result.document), cursor: position.cursor }
}

type Target = (value: string) => string

function linkTarget(copies: ReadonlyMap<string, string>, origins: readonly string[]) {
  const copyOf: Target = (id) => copies.get(id.toLowerCase()) ?? id
  const address: Target = (href) => {
    const origin = origins.find((base) => base !== '' && href.startsWith(`${base}/`)) ?? ''
    const found = /^(\/pages\/)([0-9a-f-]{36})(?![0-9a-z-])(.*)$/is.exec(href.slice(origin.length))
    if (found === null) return href
    const [, path = '', id = '', rest = ''] = found
    return `${origin}${path}${copyOf(id)}${rest}`
  }
  return { copyOf, address }
}

type Targets = ReturnType<typeof linkTarget>

function withLinks(node: ContentNode, target: Targets): ContentNode {
  const { attrs, content, marks } = node
  return {
    ...node,
    ...(attrs !== undefined && { attrs: linkedAttributes(attrs, target) }),
    ...(marks !== undefined && { marks: marks.map((mark) => linkedMark(mark, target)) }),
    ...(content !== undefined && { content: content.map((child) => withLinks(child, target)) }),
  }
}

function linkedMark(mark: Mark, target: Targets): Mark {
  return mark.attrs === undefined ? mark : { ...mark, attrs: linkedAttributes(mark.attrs, target) }
}

function linkedAttributes(attrs: Attributes, { copyOf, address }: Targets): Attributes {
  const replace: Readonly<Record<string, Target>> = {
    pageId: copyOf,
    href: address,
    linkHref: address,
  }
  const entries = Object.entries(attrs).map(([name, value]) => {
    const write = replace[name]
    return [name, write === undefined || typeof value !== 'string' ? value : write(value)] as const
  })
  return Object.fromEntries(entries)
}

/** How far the walk is, as a position of ProseMirror, and where it found the cursor. */
type Position = { at: number; cursor: number | null }

/** Placeholders in code stay: there, braces mean something else. */
function filled(node: ContentNode, filling: Filling, position: Position): ContentNode[] {
  if (node.type === 'text') return filledText(node, filling, position)
  if (schema.nodes[node.type]?.isLeaf === true) {
    position.at += 1
    return [node]
  }
  position.at += 1
  const inner = children(node)
  const isCode = node.type === 'codeBlock'
  const content = isCode ? inner : inner.flatMap((child) => filled(child, filling, position))
  if (isCode) position.at += inner.reduce((sum, { text = '' }) => sum + text.length, 0)
  position.at += 1
  if (node.content === undefined) return [node]
  const { content: _content, ...rest } = node
  return [content.length === 0 ? rest : { ...rest, content }]
}

function filledText(node: ContentNode, filling: Filling, position: Position): ContentNode[] {
  const text = node.text ?? ''
  const isCode = node.marks?.some(({ type }) => type === 'code') === true
  const parts: Part[] =
    isCode || !hasPlaceholder(text) ? [{ kind: 'text', text }] : fillParts(text, filling)
  const marks = node.marks === undefined ? {} : { marks: node.marks }
  const nodes: ContentNode[] = []
  for (const part of parts) {
    if (part.kind === 'cursor') {
      position.cursor ??= position.at
      continue
    }
    const last = nodes.at(-1)
    if (part.kind === 'date') {
      nodes.push({ type: 'date', attrs: { date: part.text }, ...marks })
      position.at += 1
    } else {
      if (last?.type === 'text')
        nodes[nodes.length - 1] = { ...last, text: `${last.text ?? ''}${part.text}` }
      else nodes.push({ type: 'text', text: part.text, ...marks })
      position.at += part.text.length
    }
  }
  return nodes
}
