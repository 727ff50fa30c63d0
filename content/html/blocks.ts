import { booleanAttribute, children, numberAttribute, stringAttribute } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { alignment, isTightList } from '../table-shape.ts'
import { attributes, escapeHtml } from './escape.ts'
import { inlineHtml } from './inline.ts'

export function blocksHtml(blocks: readonly ContentNode[]): string {
  return blocks.map(blockHtml).join('\n')
}

function element(
  tag: string,
  inside: string,
  attrs: Parameters<typeof attributes>[0] = {},
): string {
  return `<${tag}${attributes(attrs)}>${inside}</${tag}>`
}

function blockHtml(block: ContentNode): string {
  switch (block.type) {
    case 'paragraph':
      return element('p', inlineHtml(block))
    case 'heading':
      return heading(block, numberAttribute(block, 'level', 1))
    case 'blockquote':
      return element('blockquote', blocksHtml(children(block)))
    case 'callout':
      return element('blockquote', blocksHtml(children(block)), {
        'data-callout': stringAttribute(block, 'kind'),
      })
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return list(block)
    case 'codeBlock':
      return element('pre', codeHtml(block))
    case 'horizontalRule':
      return '<hr>'
    case 'blockMath':
      return element('pre', escapeHtml(stringAttribute(block, 'latex')), { 'data-math': 'block' })
    case 'htmlBlock':
      return element('pre', escapeHtml(stringAttribute(block, 'html')), { 'data-html': 'block' })
    case 'footnoteDefinition':
      return element('section', blocksHtml(children(block)), {
        id: `fn-${stringAttribute(block, 'label')}`,
      })
    case 'table':
      return element('table', element('tbody', children(block).map(row).join('\n')))
    case 'kanbanColumn':
      return column(block)
    default:
      return ''
  }
}

function heading(block: ContentNode, level: number): string {
  const rank = Math.min(6, Math.max(1, Math.trunc(level)))
  return element(`h${rank}`, inlineHtml(block))
}

function codeHtml(block: ContentNode): string {
  const text = children(block).map((node) => node.text ?? '')
  const language = stringAttribute(block, 'language')
  const attrs = { class: language === '' ? null : `language-${language}` }
  return element('code', escapeHtml(text.join('')), attrs)
}

function list(block: ContentNode): string {
  const tight = isTightList(block)
  const items = children(block).map((entry) => item(entry, tight))
  if (block.type !== 'orderedList') return element('ul', items.join('\n'))
  const start = numberAttribute(block, 'start', 1)
  return element('ol', items.join('\n'), { start: start === 1 ? null : start })
}

function item(entry: ContentNode, tight: boolean): string {
  const checked =
    booleanAttribute(entry, 'checked') ?? (entry.type === 'listItem' ? undefined : false)
  const box = `<input type="checkbox" disabled=""${checked === true ? ' checked=""' : ''}> `
  const blocks = children(entry).map((child) =>
    tight && child.type === 'paragraph' ? inlineHtml(child) : blockHtml(child),
  )
  return element('li', `${checked === undefined ? '' : box}${blocks.join('\n')}`)
}

function row(entry: ContentNode): string {
  return element('tr', children(entry).map(cell).join(''))
}

function cell(entry: ContentNode): string {
  const colspan = numberAttribute(entry, 'colspan', 1)
  const rowspan = numberAttribute(entry, 'rowspan', 1)
  const [only, ...others] = children(entry)
  const isPlain = only?.type === 'paragraph' && others.length === 0
  const inside = isPlain ? inlineHtml(only) : blocksHtml(children(entry))
  return element(entry.type === 'tableHeader' ? 'th' : 'td', inside, {
    colspan: colspan > 1 ? colspan : null,
    rowspan: rowspan > 1 ? rowspan : null,
    align: alignment(entry),
  })
}

function column(block: ContentNode): string {
  const [title, ...cards] = children(block)
  const head = title === undefined ? '' : heading(title, 2)
  const items = cards.map((card) => item(card, true)).join('\n')
  return element('section', `${head}\n${element('ul', items)}`, { 'data-kanban': 'column' })
}
