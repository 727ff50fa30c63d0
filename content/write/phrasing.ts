import type { PhrasingContent } from 'mdast'
import { imageTag } from '../html/image-tag.ts'
import { nestMarks } from '../nest-marks.ts'
import { booleanAttribute, children, stringAttribute } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { filePath, pagePath } from '../vocabulary.ts'
import { withDollars } from './dollars.ts'
import { parted } from './emoji.ts'
import { isInlineHtml } from './html-form.ts'
import { joinedText } from './join-text.ts'
import { withoutEdgeSpaces } from './line-edges.ts'
import { verbatim } from './mdast-nodes.ts'
import { wrap } from './wrap.ts'

/** How a block writes a line break: a backslash where Markdown allows it, otherwise `<br>`. */
export type Breaks = 'backslash' | 'tag'

/** The inline content of a block as mdast. */
export function phrasing(block: ContentNode, breaks: Breaks): PhrasingContent[] {
  const [first, ...others] = children(block)
  if (first === undefined) return []
  if (others.length === 0 && first.type === 'text' && isSimple(first))
    return withoutEdgeSpaces(plain(first.text ?? ''))
  const joined = joinedNodes(children(block))
  const last = joined.findLastIndex((node) => !isSpaces(node))
  const nested = nestMarks(joined, {
    leaf: (node, index) => leaf(node, breaks === 'tag' || index === last),
    wrap: (mark, inside) => wrap(mark, parted(joinedText(inside))),
  })
  return withDollars(parted(withoutEdgeSpaces(joinedText(nested))))
}

function leaf(node: ContentNode, tagsBreaks: boolean): PhrasingContent[] {
  switch (node.type) {
    case 'text':
      return isCode(node) ? code(node.text ?? '') : plain(node.text ?? '')
    case 'hardBreak':
      return [tagsBreaks ? { type: 'html', value: '<br>' } : { type: 'break' }]
    case 'image':
      return [image(node)]
    case 'date': {
      const date = stringAttribute(node, 'date')
      return [verbatim(`<time datetime="${date}">${date}</time>`)]
    }
    case 'anchor':
      return [verbatim(`<a id="${stringAttribute(node, 'id')}"></a>`)]
    case 'htmlInline': {
      const value = stringAttribute(node, 'html')
      return isInlineHtml(value) ? [{ type: 'html', value }] : plain(value)
    }
    case 'inlineMath':
      return [{ type: 'inlineMath', value: stringAttribute(node, 'latex') }]
    case 'footnoteReference':
      return [verbatim(`[^${stringAttribute(node, 'label')}]`)]
    default:
      return [linkLeaf(node)]
  }
}

function image(node: ContentNode): PhrasingContent {
  const tag = imageTag(node)
  if (tag !== undefined) return { type: 'html', value: tag }
  return {
    type: 'image',
    url: stringAttribute(node, 'src'),
    alt: stringAttribute(node, 'alt'),
    title: stringAttribute(node, 'title') || null,
  }
}

function linkLeaf(node: ContentNode): PhrasingContent {
  if (node.type === 'pageMention') {
    const url = `${pagePath}${stringAttribute(node, 'pageId')}`
    return { type: 'link', url, children: label(node, 'label') }
  }
  if (node.type === 'file') {
    const { size, mimeType } = node.attrs ?? {}
    const details = [
      'file',
      ...(typeof mimeType === 'string' ? [mimeType] : []),
      ...(typeof size === 'number' ? [`${size} bytes`] : []),
    ]
    const url = `${filePath}${stringAttribute(node, 'fileId')}`
    const title = details.join(', ')
    if (booleanAttribute(node, 'embed') !== true) {
      return { type: 'link', url, title, children: label(node, 'name') }
    }
    return { type: 'image', url, title, alt: oneLine(stringAttribute(node, 'name')) }
  }
  const title = stringAttribute(node, 'title') || null
  return { type: 'link', url: stringAttribute(node, 'href'), title, children: [] }
}

function label(node: ContentNode, name: string): PhrasingContent[] {
  return plain(oneLine(stringAttribute(node, name)))
}

function oneLine(text: string): string {
  return text.replaceAll('\n', ' ')
}

function plain(value: string): PhrasingContent[] {
  return value === '' ? [] : [{ type: 'text', value }]
}

function isCode(node: ContentNode): boolean {
  return node.marks?.some((mark) => mark.type === 'code') === true
}

function isSpaces(node: ContentNode): boolean {
  return node.type === 'text' && !isCode(node) && (node.text ?? '').trim() === ''
}

/** A code span cannot contain a line break: it would be parsed as a space. */
function code(text: string): PhrasingContent[] {
  return text
    .split(/(\n+)/)
    .filter((part) => part !== '')
    .map((value) => ({ type: value.startsWith('\n') ? 'text' : 'inlineCode', value }))
}

/** Texts with the same marks, in any order, are one text, as they are to a reader. */
function joinedNodes(nodes: readonly ContentNode[]): ContentNode[] {
  const result: ContentNode[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    const joins = last?.type === 'text' && node.type === 'text' && marksKey(last) === marksKey(node)
    if (last !== undefined && joins)
      result[result.length - 1] = { ...last, text: `${last.text}${node.text}` }
    else result.push(node)
  }
  return result
}

function marksKey(node: ContentNode): string {
  const marks = node.marks ?? []
  return marks.length === 0
    ? ''
    : marks
        .map((mark) => JSON.stringify(mark))
        .sort()
        .join()
}

/** Most paragraphs are one text without marks that needs no further check. */
function isSimple(node: ContentNode): boolean {
  return node.marks === undefined && !/[$_]/.test(node.text ?? '')
}
