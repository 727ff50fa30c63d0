import type { PhrasingContent, RootContent } from 'mdast'
import { booleanAttribute, children, numberAttribute, stringAttribute } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { isTightList } from '../table-shape.ts'
import { writeDetails } from './details.ts'
import { writePageEmbed } from './embeds.ts'
import { writeHeading } from './headings.ts'
import { isHtmlBlock } from './html-form.ts'
import { guarded } from './line-starts.ts'
import { verbatim } from './mdast-nodes.ts'
import { phrasing } from './phrasing.ts'
import { writeTable } from './tables.ts'
import { needsBlankLine, separated } from './tight-items.ts'

/** Blocks as mdast. An empty paragraph has no Markdown and is omitted. */
export function writeBlocks(blocks: readonly ContentNode[]): RootContent[] {
  return blocks.flatMap((block, index) => writeBlock(block, index < blocks.length - 1))
}

export function writeBlock(block: ContentNode, followed: boolean): RootContent[] {
  switch (block.type) {
    case 'paragraph':
      return writeParagraph(block)
    case 'heading':
      return [writeHeading(block, numberAttribute(block, 'level', 1))]
    case 'blockquote':
      return [{ type: 'blockquote', children: flow(writeBlocks(children(block))) }]
    case 'callout':
      return [{ type: 'blockquote', children: flow(writeCallout(block)) }]
    case 'details':
      return writeDetails(block, writeBlock)
    case 'pageEmbed':
      return [writePageEmbed(block)]
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return [writeList(block)]
    case 'codeBlock':
      return [writeCode(block)]
    case 'horizontalRule':
      return [{ type: 'thematicBreak' }]
    case 'htmlBlock':
      return [writeHtml(stringAttribute(block, 'html'), followed)]
    case 'blockMath':
      return [writeMath(stringAttribute(block, 'latex'))]
    case 'footnoteDefinition': {
      const label = stringAttribute(block, 'label')
      const blocks = flow(writeBlocks(children(block)))
      return [{ type: 'footnoteDefinition', identifier: label, label, children: blocks }]
    }
    case 'table':
      return writeTable(block, writeBlocks)
    case 'kanbanColumn':
      return writeColumn(block)
    default:
      return []
  }
}

type Flow = Extract<RootContent, { type: 'blockquote' }>['children'][number]

/** Blocks are what a quote can contain; mdast has a separate type for them. */
function flow(blocks: readonly RootContent[]): Flow[] {
  return blocks.filter((block): block is Flow => block.type !== 'yaml')
}

function writeParagraph(block: ContentNode): RootContent[] {
  const content = phrasing(block, 'backslash')
  const [first] = content
  if (first === undefined) return []
  const only = content.length === 1 ? children(block).find(isShown)?.type : undefined
  if ((only === 'hardBreak' || only === 'image') && first.type === 'html') return [first]
  return [{ type: 'paragraph', children: guarded(content) }]
}

function isShown({ type, text }: ContentNode): boolean {
  return type !== 'text' || text?.trim() !== ''
}

function writeCallout(block: ContentNode): RootContent[] {
  const title = `[!${stringAttribute(block, 'kind').toUpperCase()}]`
  const [first, ...others] = writeBlocks(children(block))
  const line = titleLine(children(block)[0], first)
  const joins = line !== undefined && booleanAttribute(block, 'tight') !== false
  const head: PhrasingContent[] = joins ? [verbatim(`${title}\n`), ...line] : [verbatim(title)]
  const rest = joins || first === undefined ? others : [first, ...others]
  return [{ type: 'paragraph', children: head }, ...rest]
}

/** What can continue the paragraph of the title. An image with a size is a block of HTML only on its own. */
function titleLine(
  block: ContentNode | undefined,
  written: RootContent | undefined,
): PhrasingContent[] | undefined {
  if (written?.type === 'paragraph') return written.children
  return written?.type === 'html' && block?.type === 'paragraph' ? [written] : undefined
}

function writeList(block: ContentNode): RootContent {
  const ordered = block.type === 'orderedList'
  const items = children(block)
  const written = items.map(writeItem)
  const spread =
    written.some((item) => !item.canBeTight) || (!isTightList(block) && written.some(hasText))
  const highest = 1_000_000_000 - items.length
  const start = Math.min(Math.max(0, Math.trunc(numberAttribute(block, 'start', 1))), highest)
  return {
    type: 'list',
    ordered,
    start: ordered ? start : null,
    spread,
    children: written.map((item) => ({
      type: 'listItem',
      checked: item.checked,
      spread,
      children: flow(spread ? item.blocks : separated(item.blocks)),
    })),
  }
}

type WrittenItem = { checked: boolean | null; blocks: RootContent[]; canBeTight: boolean }

/** Loose and tight differ for paragraphs only. */
function hasText(item: WrittenItem): boolean {
  return item.blocks.some((block) => block.type === 'paragraph')
}

function writeItem(item: ContentNode): WrittenItem {
  const checked = booleanAttribute(item, 'checked') ?? (item.type === 'listItem' ? null : false)
  const [head, ...others] = children(item)
  const written = head === undefined ? [] : writeBlock(head, others.length > 0)
  const blocks = [...written, ...writeBlocks(others)]
  const [first] = blocks
  // A checkbox requires a paragraph, even without text.
  if (checked !== null && head?.type === 'paragraph' && written.length === 0) {
    blocks.unshift({ type: 'paragraph', children: [] })
  } else if (checked !== null && first?.type === 'html') {
    blocks[0] = { type: 'paragraph', children: [first] }
  }
  return { checked, blocks, canBeTight: !needsBlankLine(blocks) }
}

function writeCode(block: ContentNode): RootContent {
  const value = children(block)
    .map((node) => node.text ?? '')
    .join('')
  const lang = stringAttribute(block, 'language') || null
  return { type: 'code', lang, meta: stringAttribute(block, 'meta') || null, value }
}

/** HTML that would not remain one block is written as code, so that it does not include the blocks after it. */
function writeHtml(value: string, followed: boolean): RootContent {
  if (value === '' || isHtmlBlock(value, followed)) return { type: 'html', value }
  return { type: 'code', lang: 'html', value }
}

function writeMath(latex: string): RootContent {
  if (!/^[ \t]*\$\$[ \t]*$/m.test(latex)) return { type: 'blockMath', value: latex }
  return { type: 'code', lang: 'math', value: latex }
}

function writeColumn(column: ContentNode): RootContent[] {
  const [title, ...cards] = children(column)
  const heading = writeHeading(title ?? { type: 'heading' }, 2)
  if (cards.length === 0) return [heading]
  return [heading, writeList({ type: 'taskList', content: cards })]
}
