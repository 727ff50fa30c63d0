import {
  type AttributeValue,
  type ContentNode,
  type Mark,
  paragraph,
} from '../../../../../content/node.ts'
import { calloutKindOf } from '../../../../../content/read/callout-names.ts'
import { isRecord } from '../../file-text.ts'
import type { Losses } from '../losses.ts'

type Fields = Record<string, unknown>

const marks: Readonly<Record<string, string>> = {
  strong: 'bold',
  em: 'italic',
  code_inline: 'code',
  strikethrough: 'strike',
  underline: 'underline',
  highlight: 'highlight',
  link: 'link',
}

const containers: Readonly<Record<string, string>> = {
  paragraph: 'paragraph',
  heading: 'heading',
  blockquote: 'blockquote',
  bullet_list: 'bulletList',
  ordered_list: 'orderedList',
  list_item: 'listItem',
  checkbox_list: 'taskList',
  checkbox_item: 'taskItem',
  container_notice: 'callout',
  table: 'table',
  tr: 'tableRow',
  td: 'tableCell',
  th: 'tableHeader',
}

/** The blocks of a document of Outline, which is in the format of ProseMirror too. */
export function readBlocks(content: unknown, losses: Losses): ContentNode[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((node: unknown) => (isRecord(node) ? readNode(node, losses) : []))
}

function readNode(node: Fields, losses: Losses): ContentNode[] {
  const type = textOf(node['type'])
  const attrs = isRecord(node['attrs']) ? node['attrs'] : {}
  const name = Object.hasOwn(containers, type) ? containers[type] : undefined
  if (name === undefined) return readLeaf(type, node, attrs, losses)
  const content = readBlocks(node['content'], losses)
  const isItem = name === 'listItem' || name === 'taskItem'
  const filled = isItem && content[0]?.type !== 'paragraph' ? [paragraph([]), ...content] : content
  const read = attributesOf(name, attrs)
  return [
    {
      type: name,
      ...(Object.keys(read).length > 0 ? { attrs: read } : {}),
      ...(filled.length > 0 ? { content: filled } : {}),
    },
  ]
}

function attributesOf(name: string, attrs: Fields): Record<string, AttributeValue> {
  const number = (key: string, otherwise: number): number => {
    const value = attrs[key]
    return typeof value === 'number' ? value : otherwise
  }
  switch (name) {
    case 'heading':
      return { level: number('level', 1) }
    case 'orderedList':
      return { start: number('order', 1) }
    case 'taskItem':
      return { checked: attrs['checked'] === true }
    case 'callout':
      return { kind: calloutKindOf(textOf(attrs['style'])) ?? 'note' }
    case 'tableCell':
    case 'tableHeader': {
      const align = textOf(attrs['alignment'])
      const spans = { colspan: number('colspan', 1), rowspan: number('rowspan', 1) }
      return align === '' ? spans : { ...spans, align }
    }
    default:
      return {}
  }
}

function readLeaf(type: string, node: Fields, attrs: Fields, losses: Losses): ContentNode[] {
  switch (type) {
    case 'text':
      return readText(node, losses)
    case 'br':
      return [{ type: 'hardBreak' }]
    case 'hr':
      return [{ type: 'horizontalRule' }]
    case 'code_block':
    case 'code_fence':
      return [readCode(node, attrs)]
    case 'math_block':
      return [{ type: 'blockMath', attrs: { latex: plainText(node) } }]
    case 'math_inline':
      return [{ type: 'inlineMath', attrs: { latex: plainText(node) } }]
    case 'image':
      return [readImage(attrs)]
    case 'emoji':
      return [{ type: 'text', text: textOf(attrs['data-name']) }]
    case 'mention':
      losses.changed('mention')
      return [{ type: 'text', text: `@${textOf(attrs['label'])}` }]
    case 'attachment':
      return [linkTo(textOf(attrs['href']), textOf(attrs['title']))]
    case 'embed':
    case 'video':
      losses.changed(type === 'embed' ? 'embedded content' : 'video')
      return [linkTo(textOf(attrs['href'] ?? attrs['src']), textOf(attrs['title']))]
    default:
      losses.changed('unknown block')
      return readBlocks(node['content'], losses)
  }
}

function readText(node: Fields, losses: Losses): ContentNode[] {
  const text = textOf(node['text'])
  if (text === '') return []
  const given: unknown[] = Array.isArray(node['marks']) ? node['marks'] : []
  const read = given.flatMap((mark): Mark[] => {
    const type = isRecord(mark) ? textOf(mark['type']) : ''
    const name = Object.hasOwn(marks, type) ? marks[type] : undefined
    if (type === 'comment') losses.lost('comment')
    if (name === undefined || !isRecord(mark)) return []
    const attrs = isRecord(mark['attrs']) ? mark['attrs'] : {}
    return [
      name === 'link' ? { type: name, attrs: { href: textOf(attrs['href']) } } : { type: name },
    ]
  })
  return [{ type: 'text', text, ...(read.length > 0 ? { marks: read } : {}) }]
}

function readCode(node: Fields, attrs: Fields): ContentNode {
  const text = plainText(node)
  const language = textOf(attrs['language']).replace(/^mermaidjs$/, 'mermaid') || null
  const content = text === '' ? {} : { content: [{ type: 'text', text }] }
  return { type: 'codeBlock', attrs: { language }, ...content }
}

function readImage(attrs: Fields): ContentNode {
  const { width, height } = attrs
  const title = textOf(attrs['title'])
  return {
    type: 'image',
    attrs: {
      src: textOf(attrs['src']),
      ...(textOf(attrs['alt']) === '' ? {} : { alt: textOf(attrs['alt']) }),
      ...(title === '' ? {} : { title }),
      ...(typeof width === 'number' ? { width } : {}),
      ...(typeof height === 'number' ? { height } : {}),
    },
  }
}

function linkTo(href: string, label: string): ContentNode {
  const mark = { type: 'link', attrs: { href } }
  return paragraph([{ type: 'text', text: label || href || 'File', marks: [mark] }])
}

function plainText(node: Fields): string {
  const content = Array.isArray(node['content']) ? node['content'] : []
  return content.map((child: unknown) => (isRecord(child) ? textOf(child['text']) : '')).join('')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
