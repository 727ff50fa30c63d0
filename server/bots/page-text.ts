import type { Block, Span, Style } from '../domain/chats/text.ts'
import type { BotTexts } from './messages.ts'

/** A node of a page's document, as far as chats show it. */
type Node = {
  type: string
  text?: string
  attrs?: Record<string, unknown>
  marks?: { type: string; attrs?: Record<string, unknown> }[]
  content?: Node[]
}

type NodeContext = { depth: number; isQuoted: boolean; baseUrl: string; texts: BotTexts }

const styles: Record<string, Style> = {
  bold: 'bold',
  italic: 'italic',
  strike: 'strike',
  code: 'code',
}

/** The body of a page as blocks of a message; `baseUrl` makes links to this server absolute. */
export function pageBlocks(document: object, baseUrl: string, texts: BotTexts): Block[] {
  // SAFETY: pages.document gives a document that the server has checked.
  return blocksOf((document as Node).content ?? [], {
    depth: 0,
    isQuoted: false,
    baseUrl,
    texts,
  })
}

function blocksOf(nodes: readonly Node[], context: NodeContext): Block[] {
  return nodes.flatMap((node) => blockOf(node, context))
}

function blockOf(node: Node, context: NodeContext): Block[] {
  const inside = node.content ?? []
  switch (node.type) {
    case 'heading':
      return lines('heading', spansOf(inside, context))
    case 'paragraph':
      return lines(context.isQuoted ? 'quote' : 'paragraph', spansOf(inside, context))
    case 'blockquote':
    case 'callout':
    case 'footnoteDefinition':
      return blocksOf(inside, { ...context, isQuoted: true })
    case 'codeBlock':
      return [{ kind: 'code', text: inside.map(({ text = '' }) => text).join('') }]
    case 'details':
    case 'detailsContent':
      return blocksOf(inside, context)
    case 'detailsSummary':
      return lines('paragraph', spansOf(inside, context).map(asBold))
    case 'pageEmbed':
      return lines('paragraph', spanOf({ ...node, type: 'pageMention' }, context))
    case 'blockMath':
      return [{ kind: 'code', text: textAttribute(node, 'latex') }]
    case 'horizontalRule':
      return [{ kind: 'rule' }]
    case 'table':
      return inside.flatMap((row) => rowOf(row, context))
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return inside.flatMap((item, index) => itemOf(item, markerOf(node, item, index), context))
    case 'kanbanColumn':
      return blocksOf(inside, context)
    case 'kanbanCard':
      return itemOf(node, node.attrs?.['checked'] === true ? '☑' : '☐', context)
    default:
      return []
  }
}

function lines(kind: 'heading' | 'paragraph' | 'quote', spans: Span[]): Block[] {
  return spans.some(({ text }) => text.trim() !== '') ? [{ kind, spans }] : []
}

function asBold(span: Span): Span {
  return { ...span, styles: [...(span.styles ?? []), 'bold'] }
}

function markerOf(list: Node, item: Node, index: number): string {
  const checked = item.attrs?.['checked']
  if (typeof checked === 'boolean') return checked ? '☑' : '☐'
  if (list.type !== 'orderedList') return '•'
  return `${Number(list.attrs?.['start'] ?? 1) + index}.`
}

function itemOf({ content = [] }: Node, marker: string, context: NodeContext): Block[] {
  const [first, ...others] = content
  const spans = spansOf(first?.content ?? [], context)
  const below = blocksOf(others, { ...context, depth: context.depth + 1 })
  return [{ kind: 'item', marker, depth: context.depth, spans }, ...below]
}

function rowOf({ content: cells = [] }: Node, context: NodeContext): Block[] {
  const spans = cells.flatMap((cell, index) => {
    const inner = (cell.content ?? []).flatMap(({ content = [] }) => spansOf(content, context))
    return index === 0 ? inner : [{ text: '  ¦  ' }, ...inner]
  })
  return [{ kind: 'item', marker: '▪', depth: context.depth, spans }]
}

function spansOf(nodes: readonly Node[], context: NodeContext): Span[] {
  return nodes.flatMap((node) => spanOf(node, context))
}

function spanOf(node: Node, { baseUrl, texts }: NodeContext): Span[] {
  switch (node.type) {
    case 'text': {
      const { text = '', marks = [] } = node
      const link = marks.find(({ type }) => type === 'link')
      const href = link?.attrs?.['href']
      const url = typeof href === 'string' ? absolute(href, baseUrl) : undefined
      return [{ text, styles: marks.flatMap(({ type }) => styles[type] ?? []), url }]
    }
    case 'hardBreak':
      return [{ text: '\n' }]
    case 'image':
      return [{ text: `🖼 ${textAttribute(node, 'alt') || texts.picture}` }]
    case 'file':
      return [
        {
          text: `📎 ${textAttribute(node, 'name')}`,
          url: `${baseUrl}/files/${textAttribute(node, 'fileId')}`,
        },
      ]
    case 'pageMention':
      return [
        {
          text: textAttribute(node, 'label') || texts.untitled,
          url: `${baseUrl}/pages/${textAttribute(node, 'pageId')}`,
        },
      ]
    case 'date':
      return [{ text: textAttribute(node, 'date') }]
    case 'inlineMath':
      return [{ text: textAttribute(node, 'latex'), styles: ['code'] }]
    default:
      return []
  }
}

function textAttribute({ attrs }: Node, name: string): string {
  const value = attrs?.[name]
  return typeof value === 'string' ? value : ''
}

function absolute(href: string, baseUrl: string): string {
  return href.startsWith('/') && !href.startsWith('//') ? baseUrl + href : href
}

/** The beginning of the text, without formatting. */
export function excerptOf(blocks: readonly Block[], maxLength: number): string {
  const text = blocks
    .map((block) => {
      if (block.kind === 'rule') return ''
      return block.kind === 'code' ? block.text : block.spans.map((span) => span.text).join('')
    })
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = Array.from(text)
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`
}
