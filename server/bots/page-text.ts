import type { Block, Span, Style } from '../domain/chats/text.ts'

/** A node of a page's document, as far as chats can show it. */
type Node = {
  type: string
  text?: string
  attrs?: Record<string, unknown>
  marks?: { type: string; attrs?: Record<string, unknown> }[]
  content?: Node[]
}

type Place = { depth: number; isQuoted: boolean; baseUrl: string }

const styles: Record<string, Style> = {
  bold: 'bold',
  italic: 'italic',
  strike: 'strike',
  code: 'code',
}

/** The body of a page as blocks of a message; `baseUrl` completes addresses of this server. */
export function pageBlocks(document: object, baseUrl: string): Block[] {
  // SAFETY: pages.document gives a document that the server has checked.
  return blocksOf((document as Node).content ?? [], { depth: 0, isQuoted: false, baseUrl })
}

function blocksOf(nodes: readonly Node[], place: Place): Block[] {
  return nodes.flatMap((node) => blockOf(node, place))
}

function blockOf(node: Node, place: Place): Block[] {
  const inside = node.content ?? []
  switch (node.type) {
    case 'heading':
      return lines('heading', spansOf(inside, place))
    case 'paragraph':
      return lines(place.isQuoted ? 'quote' : 'paragraph', spansOf(inside, place))
    case 'blockquote':
    case 'callout':
    case 'footnoteDefinition':
      return blocksOf(inside, { ...place, isQuoted: true })
    case 'codeBlock':
      return [{ kind: 'code', text: inside.map(({ text = '' }) => text).join('') }]
    case 'blockMath':
      return [{ kind: 'code', text: textAttribute(node, 'latex') }]
    case 'horizontalRule':
      return [{ kind: 'rule' }]
    case 'table':
      return inside.flatMap((row) => rowOf(row, place))
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return inside.flatMap((item, index) => itemOf(item, markerOf(node, item, index), place))
    case 'kanbanColumn':
      return blocksOf(inside, place)
    case 'kanbanCard':
      return itemOf(node, node.attrs?.['checked'] === true ? '☑' : '☐', place)
    default:
      return []
  }
}

function lines(kind: 'heading' | 'paragraph' | 'quote', spans: Span[]): Block[] {
  return spans.some(({ text }) => text.trim() !== '') ? [{ kind, spans }] : []
}

function markerOf(list: Node, item: Node, index: number): string {
  const checked = item.attrs?.['checked']
  if (typeof checked === 'boolean') return checked ? '☑' : '☐'
  if (list.type !== 'orderedList') return '•'
  return `${Number(list.attrs?.['start'] ?? 1) + index}.`
}

function itemOf({ content = [] }: Node, marker: string, place: Place): Block[] {
  const [first, ...others] = content
  const spans = spansOf(first?.content ?? [], place)
  const below = blocksOf(others, { ...place, depth: place.depth + 1 })
  return [{ kind: 'item', marker, depth: place.depth, spans }, ...below]
}

function rowOf({ content: cells = [] }: Node, place: Place): Block[] {
  const spans = cells.flatMap((cell, index) => {
    const inner = (cell.content ?? []).flatMap(({ content = [] }) => spansOf(content, place))
    return index === 0 ? inner : [{ text: '  ¦  ' }, ...inner]
  })
  return [{ kind: 'item', marker: '▪', depth: place.depth, spans }]
}

function spansOf(nodes: readonly Node[], place: Place): Span[] {
  return nodes.flatMap((node) => spanOf(node, place))
}

function spanOf(node: Node, { baseUrl }: Place): Span[] {
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
      return [{ text: `🖼 ${textAttribute(node, 'alt') || 'picture'}` }]
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
          text: textAttribute(node, 'label') || 'Untitled',
          url: `${baseUrl}/pages/${textAttribute(node, 'pageId')}`,
        },
      ]
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

/** The beginning of a text as a reader sees it. */
export function excerptOf(blocks: readonly Block[], longest: number): string {
  const text = blocks
    .map((block) => {
      if (block.kind === 'rule') return ''
      return block.kind === 'code' ? block.text : block.spans.map((span) => span.text).join('')
    })
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = Array.from(text)
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`
}
