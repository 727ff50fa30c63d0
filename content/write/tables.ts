import type { RootContent, TableCell } from 'mdast'
import { children, isEmptyParagraph, numberAttribute } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { alignment, fitsPipes } from '../table-shape.ts'
import { phrasing } from './phrasing.ts'

type WriteBlocks = (blocks: readonly ContentNode[]) => RootContent[]

/** A table with pipes if possible, otherwise HTML tags with the Markdown of the cells between them. */
export function writeTable(table: ContentNode, writeBlocks: WriteBlocks): RootContent[] {
  if (!fitsPipes(table)) return htmlTable(table, writeBlocks)
  const rows = children(table).map(children)
  return [
    {
      type: 'table',
      align: (rows[0] ?? []).map(alignment),
      children: rows.map((row) => ({ type: 'tableRow', children: row.map(pipeCell) })),
    },
  ]
}

function pipeCell(cell: ContentNode): TableCell {
  const [only] = children(cell)
  return { type: 'tableCell', children: only === undefined ? [] : phrasing(only, 'tag') }
}

function htmlTable(table: ContentNode, writeBlocks: WriteBlocks): RootContent[] {
  const result: RootContent[] = []
  let tags = ['<table>']
  for (const row of children(table)) {
    tags.push('<tr>')
    for (const cell of children(row)) {
      const name = cell.type === 'tableHeader' ? 'th' : 'td'
      tags.push(openTag(name, cell))
      const blocks = writeBlocks(children(cell).filter((block) => !isEmptyParagraph(block)))
      if (blocks.length > 0) {
        result.push({ type: 'html', value: tags.join('\n') }, ...blocks)
        tags = []
      }
      tags.push(`</${name}>`)
    }
    tags.push('</tr>')
  }
  tags.push('</table>')
  result.push({ type: 'html', value: tags.join('\n') })
  return result
}

function openTag(name: string, cell: ContentNode): string {
  const colspan = numberAttribute(cell, 'colspan', 1)
  const rowspan = numberAttribute(cell, 'rowspan', 1)
  const align = alignment(cell)
  return [
    `<${name}`,
    ...(colspan > 1 ? [`colspan="${colspan}"`] : []),
    ...(rowspan > 1 ? [`rowspan="${rowspan}"`] : []),
    ...(align === null ? [] : [`align="${align}"`]),
  ]
    .join(' ')
    .concat('>')
}
