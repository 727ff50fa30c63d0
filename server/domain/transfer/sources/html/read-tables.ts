import type { AttributeValue, ContentNode } from '../../../../../content/node.ts'
import { alignments } from '../../../../../content/vocabulary.ts'
import { readInline, type Reading } from './read-inline.ts'
import { element, type Element, type HtmlNode, isElement, stylesOf } from './tree.ts'

type ReadFilled = (nodes: readonly HtmlNode[], reading: Reading) => ContentNode[]

type Row = { row: Element; isHead: boolean }

const maxSpan = 1000

export function readTable(table: Element, reading: Reading, readFilled: ReadFilled): ContentNode[] {
  const content = rowsOf(table, false).flatMap(({ row, isHead }) => {
    const cells = row.children.filter(isElement).filter(({ tag }) => tag === 'td' || tag === 'th')
    const read = cells.map((cell) => readCell(cell, isHead, reading, readFilled))
    return read.length === 0 ? [] : [{ type: 'tableRow', content: read }]
  })
  const caption = table.children.find((child) => isElement(child) && child.tag === 'caption')
  const title = isElement(caption)
    ? readInline([element('strong', {}, caption.children)], reading)
    : []
  const before: ContentNode[] = title.length === 0 ? [] : [{ type: 'paragraph', content: title }]
  return content.length === 0 ? before : [...before, { type: 'table', content }]
}

function rowsOf(node: Element, isHead: boolean): Row[] {
  return node.children.filter(isElement).flatMap((child) => {
    if (child.tag === 'tr') return [{ row: child, isHead }]
    const isPart = child.tag === 'thead' || child.tag === 'tbody' || child.tag === 'tfoot'
    return isPart ? rowsOf(child, child.tag === 'thead') : []
  })
}

function readCell(
  cell: Element,
  isHead: boolean,
  reading: Reading,
  readFilled: ReadFilled,
): ContentNode {
  const attrs: Record<string, AttributeValue> = {}
  for (const name of ['colspan', 'rowspan']) {
    const span = Number.parseInt(cell.attributes[name] ?? '1', 10)
    if (span > 1 && span <= maxSpan) attrs[name] = span
  }
  const named = cell.attributes['align'] ?? stylesOf(cell).get('text-align')
  const align = alignments.find((one) => one === named)
  if (align !== undefined) attrs['align'] = align
  return {
    type: isHead || cell.tag === 'th' ? 'tableHeader' : 'tableCell',
    ...(Object.keys(attrs).length > 0 ? { attrs } : {}),
    content: readFilled(cell.children, reading),
  }
}
