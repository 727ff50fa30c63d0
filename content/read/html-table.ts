import { paragraph, stringAttribute } from '../node.ts'
import type { AttributeValue, ContentNode } from '../node.ts'
import { fitsPipes } from '../table-shape.ts'

const tag =
  /^<(\/?)(table|tr|th|td)((?: (?:colspan|rowspan)="\d{1,4}"| align="(?:left|center|right)")*)>$/

type Cell = { type: string; attrs: Record<string, AttributeValue>; blocks: ContentNode[] }
type Reading = { rows: ContentNode[]; row: ContentNode[] | undefined; cell: Cell | undefined }
/** The end of a table, or the position where it turned out not to be one. */
type Folded = { table: ContentNode | undefined; next: number }

/**
 * Assembles tables that were written as HTML: blocks with only tags, and ordinary Markdown between them. Anything
 * else remains raw HTML.
 */
export function foldTables(blocks: readonly ContentNode[]): readonly ContentNode[] {
  if (!blocks.some(startsTable)) return blocks
  const result: ContentNode[] = []
  let unsure = 0
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index]
    if (block === undefined) continue
    const folded = index >= unsure && startsTable(block) ? fold(blocks, index) : undefined
    result.push(folded?.table ?? block)
    if (folded === undefined) continue
    // Tokens of a broken table are not tried again, which would take quadratic time.
    if (folded.table === undefined) unsure = folded.next
    else index = folded.next - 1
  }
  return result
}

function startsTable(block: ContentNode): boolean {
  return block.type === 'htmlBlock' && stringAttribute(block, 'html').startsWith('<table>\n<tr>')
}

function fold(blocks: readonly ContentNode[], start: number): Folded {
  const reading: Reading = { rows: [], row: undefined, cell: undefined }
  let index = start
  for (;;) {
    const block = blocks[index]
    if (block === undefined) break
    if (index > start && startsTable(block)) {
      const inner = fold(blocks, index)
      index = inner.next
      if (inner.table === undefined || reading.cell === undefined) break
      reading.cell.blocks.push(inner.table)
      continue
    }
    index += 1
    const html = block.type === 'htmlBlock' ? stringAttribute(block, 'html') : ''
    if (index - 1 > start && reading.cell !== undefined && !/^<\/t[dh]>/.test(html)) {
      reading.cell.blocks.push(block)
      continue
    }
    const lines = html.split('\n')
    const isLast = lines.at(-1) === '</table>'
    const tags = isLast ? lines.slice(0, -1) : lines
    if (!tags.every((line) => readTag(reading, line))) break
    if (isLast) return { table: finish(reading), next: index }
    if (reading.cell === undefined) break
  }
  return { table: undefined, next: index }
}

/** Consumes one tag; false if it cannot follow the previous ones. */
function readTag(reading: Reading, line: string): boolean {
  const [, slash, name, attributes = ''] = tag.exec(line) ?? []
  const { rows, row, cell } = reading
  if (name === 'table') return slash === '' && rows.length === 0 && row === undefined
  if (name === 'tr' && slash === '') {
    if (row !== undefined) return false
    reading.row = []
    return true
  }
  if (name === 'tr') {
    if (row === undefined || cell !== undefined) return false
    rows.push(row.length > 0 ? { type: 'tableRow', content: row } : { type: 'tableRow' })
    reading.row = undefined
    return true
  }
  if (name === undefined || row === undefined) return false
  const type = name === 'th' ? 'tableHeader' : 'tableCell'
  if (slash === '') {
    if (cell !== undefined) return false
    reading.cell = { type, attrs: readAttributes(attributes), blocks: [] }
    return true
  }
  if (cell?.type !== type) return false
  row.push(finishCell(cell))
  reading.cell = undefined
  return true
}

function readAttributes(source: string): Record<string, AttributeValue> {
  const attrs: Record<string, AttributeValue> = {}
  for (const [, name = '', value = ''] of source.matchAll(/(\w+)="(\w+)"/g)) {
    attrs[name] = name === 'align' ? value : Number(value)
  }
  return attrs
}

function finishCell({ type, attrs, blocks }: Cell): ContentNode {
  const content = blocks.length > 0 ? blocks : [paragraph([])]
  return Object.keys(attrs).length > 0 ? { type, attrs, content } : { type, content }
}

/** A table that pipes can express was written by hand in HTML, and remains HTML. */
function finish(reading: Reading): ContentNode | undefined {
  const table = { type: 'table', content: reading.rows }
  const isComplete = reading.row === undefined && reading.rows.length > 0
  return isComplete && !fitsPipes(table) ? table : undefined
}
