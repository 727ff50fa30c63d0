import { children, numberAttribute } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { parsePart } from '../parse-markdown.ts'
import type { Addresses } from '../urls.ts'

const delimiterRow = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/
const pipe = /(?<!\\)\|/g

/** The lines of a text that are rows of a table without its header, and the rest of the text. */
type Rows = { rows: string; rest: string }

/**
 * A table with the rows that a text begins with, and the rest of the text. Undefined if the text begins with no rows, or
 * with rows of more cells than any row of the table has.
 */
export function joinRows(
  table: ContentNode | undefined,
  text: string,
  addresses?: Addresses,
): { table: ContentNode; rest: string } | undefined {
  if (table?.type !== 'table') return undefined
  const found = rowsOf(text)
  const [header] = children(table)
  if (found === undefined || header === undefined || hasSpans(header)) return undefined
  const cells = children(header)
  const width = Math.max(...children(table).map((row) => children(row).length))
  if (found.rows.split('\n').some((line) => cellsIn(line) > width)) return undefined
  const columns = cells.map(() => '-').join(' | ')
  const source = `| ${columns.replaceAll('-', 'x')} |\n| ${columns} |\n${found.rows}`
  const parsed = parsePart(source, [], addresses)
  const [read, ...others] = parsed.ok ? parsed.document.content : []
  if (read?.type !== 'table' || others.length > 0) return undefined
  const rows = children(read).slice(1)
  return {
    table: { ...table, content: [...children(table), ...rows.map((row) => aligned(row, cells))] },
    rest: found.rest,
  }
}

function rowsOf(text: string): Rows | undefined {
  const lines = text.replace(/^(?:[ \t]*\n)+/, '').split('\n')
  const end = lines.findIndex((line) => !line.trimStart().startsWith('|'))
  const count = end < 0 ? lines.length : end
  const second = lines[1]
  if (count === 0 || (count > 1 && second !== undefined && delimiterRow.test(second))) {
    return undefined
  }
  return { rows: lines.slice(0, count).join('\n'), rest: lines.slice(count).join('\n') }
}

function cellsIn(line: string): number {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return (inner.match(pipe)?.length ?? 0) + 1
}

function hasSpans(row: ContentNode): boolean {
  return children(row).some((cell) => numberAttribute(cell, 'colspan', 1) > 1)
}

/** A row with the alignment of the columns. */
function aligned(row: ContentNode, columns: readonly ContentNode[]): ContentNode {
  const content = children(row).map((cell, index) => {
    const align = columns[index]?.attrs?.['align'] ?? null
    return align === null ? cell : { ...cell, attrs: { ...cell.attrs, align } }
  })
  return { ...row, content }
}
