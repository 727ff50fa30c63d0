import { booleanAttribute, children, numberAttribute, stringAttribute } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { alignment, isTightList } from '../table-shape.ts'
import { blockText } from '../text.ts'
import { directionOf } from './direction.ts'
import { attributes, escapeHtml } from './escape.ts'
import { inlineHtml } from './inline.ts'
import { quietTags } from './quiet-tags.ts'
import type { HtmlStyle } from './style.ts'

export function blocksHtml(blocks: readonly ContentNode[], style: HtmlStyle): string {
  const quiet = quietTags(blocks, 'block')
  const around: HtmlStyle[] = [style]
  return blocks
    .flatMap((block, index) => {
      const tag = quiet.get(index)
      if (tag === undefined) return [blockHtml(block, around.at(-1) ?? style)]
      if (tag.startsWith('</')) around.pop()
      else if (tag !== '<br>' && tag !== '') around.push(inside(tag, around.at(-1) ?? style))
      return tag === '' ? [] : [tag]
    })
    .join('\n')
}

/** The style of the blocks between tags: a direction that they state is that of all blocks. */
function inside(tag: string, style: HtmlStyle): HtmlStyle {
  return / dir="/.test(tag) ? { ...style, direction: null } : style
}

/** The `dir` of a block, and the style of what is in it. */
function directed(block: ContentNode, style: HtmlStyle): { dir: string | null; style: HtmlStyle } {
  const around = style.direction
  if (around !== 'ltr' && around !== 'rtl') return { dir: null, style }
  const direction = directionOf(blockText(block), around)
  return direction === around
    ? { dir: null, style }
    : { dir: direction, style: { ...style, direction } }
}

function element(
  tag: string,
  inside: string,
  attrs: Parameters<typeof attributes>[0] = {},
): string {
  return `<${tag}${attributes(attrs)}>${inside}</${tag}>`
}

function blockHtml(block: ContentNode, around: HtmlStyle): string {
  const { dir, style } = directed(block, around)
  return shownBlock(block, style, dir ?? (around.direction === 'auto' ? 'auto' : null))
}

/** A container is directed by its content, other blocks by their own letters. */
function shownBlock(block: ContentNode, style: HtmlStyle, dir: string | null): string {
  const own = dir === 'auto' ? null : dir
  switch (block.type) {
    case 'paragraph':
      return element('p', inlineHtml(block, style), { dir: own })
    case 'heading':
      return heading(block, numberAttribute(block, 'level', 1), style, own)
    case 'blockquote':
      return element('blockquote', blocksHtml(children(block), style), { dir })
    case 'callout':
      return style.callout(stringAttribute(block, 'kind'), blocksHtml(children(block), style))
    case 'details':
      return details(block, style, dir)
    case 'pageEmbed':
      return element('p', inlineHtml({ type: 'paragraph', content: [block] }, style))
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return list(block, style, dir)
    case 'codeBlock':
      return style.code(codeHtml(block))
    case 'horizontalRule':
      return '<hr>'
    case 'blockMath':
      return formula(stringAttribute(block, 'latex'), style)
    case 'htmlBlock':
      return element('pre', escapeHtml(stringAttribute(block, 'html')), { 'data-html': 'block' })
    case 'footnoteDefinition':
      return style.footnote(stringAttribute(block, 'label'), blocksHtml(children(block), style))
    case 'table':
      return style.table(
        children(block)
          .map((entry) => row(entry, style))
          .join('\n'),
      )
    case 'kanbanColumn':
      return column(block, style)
    default:
      return ''
  }
}

function heading(
  block: ContentNode,
  level: number,
  style: HtmlStyle,
  dir: string | null = null,
): string {
  const rank = Math.min(6, Math.max(1, Math.trunc(level)))
  return element(`h${rank}`, inlineHtml(block, style), { dir, id: style.headingId(block) })
}

function formula(latex: string, style: HtmlStyle): string {
  const drawn = style.formula(latex, true)
  return drawn ?? element('pre', escapeHtml(latex), { 'data-math': 'block' })
}

function details(block: ContentNode, style: HtmlStyle, dir: string | null): string {
  const [summary, content] = children(block)
  const title = element('summary', summary === undefined ? '' : inlineHtml(summary, style))
  const blocks = content === undefined ? '' : blocksHtml(children(content), style)
  const open = booleanAttribute(block, 'open') === true ? '' : null
  return element('details', `${title}\n${blocks}`, { dir, open })
}

function codeHtml(block: ContentNode): string {
  const text = children(block).map((node) => node.text ?? '')
  const language = stringAttribute(block, 'language')
  const attrs = { class: language === '' ? null : `language-${language}` }
  return element('code', escapeHtml(text.join('')), attrs)
}

function list(block: ContentNode, style: HtmlStyle, dir: string | null): string {
  const tight = isTightList(block)
  const items = children(block).map((entry) => item(entry, tight, style))
  if (block.type !== 'orderedList') return element('ul', items.join('\n'), { dir })
  const start = numberAttribute(block, 'start', 1)
  return element('ol', items.join('\n'), { dir, start: start === 1 ? null : start })
}

function item(entry: ContentNode, tight: boolean, style: HtmlStyle): string {
  const checked =
    booleanAttribute(entry, 'checked') ?? (entry.type === 'listItem' ? undefined : false)
  const blocks = children(entry).map((child) =>
    tight && child.type === 'paragraph' ? inlineHtml(child, style) : blockHtml(child, style),
  )
  return element('li', `${checked === undefined ? '' : style.taskBox(checked)}${blocks.join('\n')}`)
}

function row(entry: ContentNode, style: HtmlStyle): string {
  return element(
    'tr',
    children(entry)
      .map((one) => cell(one, style))
      .join(''),
  )
}

function cell(entry: ContentNode, style: HtmlStyle): string {
  const colspan = numberAttribute(entry, 'colspan', 1)
  const rowspan = numberAttribute(entry, 'rowspan', 1)
  const [only, ...others] = children(entry)
  const isPlain = only?.type === 'paragraph' && others.length === 0
  const inside = isPlain ? inlineHtml(only, style) : blocksHtml(children(entry), style)
  return element(entry.type === 'tableHeader' ? 'th' : 'td', inside, {
    colspan: colspan > 1 ? colspan : null,
    rowspan: rowspan > 1 ? rowspan : null,
    align: alignment(entry),
  })
}

function column(block: ContentNode, style: HtmlStyle): string {
  const [title, ...cards] = children(block)
  const head = title === undefined ? '' : heading(title, 2, style)
  const items = cards.map((card) => item(card, true, style)).join('\n')
  return element('section', `${head}\n${element('ul', items)}`, { 'data-kanban': 'column' })
}
