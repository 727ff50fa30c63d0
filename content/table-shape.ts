import { booleanAttribute, children, numberAttribute, stringAttribute } from './node.ts'
import type { ContentNode } from './node.ts'

/**
 * Whether a table can be written with pipes: a header row, one alignment per column, and one line of text in each cell.
 * A row that is longer must end with some text. Other tables are written in HTML.
 */
export function fitsPipes(table: ContentNode): boolean {
  const [head, ...rows] = children(table).map(children)
  if (head === undefined || head.length === 0) return false
  const aligns = head.map(alignment)
  return (
    head.every((cell) => cell.type === 'tableHeader' && isPlainCell(cell)) &&
    rows.every(
      (row) =>
        (row.length <= head.length || endsWithText(row)) &&
        row.every(
          (cell, column) =>
            cell.type === 'tableCell' &&
            alignment(cell) === (aligns[column] ?? null) &&
            isPlainCell(cell),
        ),
    )
  )
}

function endsWithText(row: readonly ContentNode[]): boolean {
  const last = row.at(-1)
  return last !== undefined && children(last).flatMap(children).some(isShown)
}

function isShown({ type, text }: ContentNode): boolean {
  return type !== 'text' || text?.trim() !== ''
}

export function alignment(cell: ContentNode): 'left' | 'center' | 'right' | null {
  const align = stringAttribute(cell, 'align')
  return align === 'left' || align === 'center' || align === 'right' ? align : null
}

function isPlainCell(cell: ContentNode): boolean {
  const [only, ...others] = children(cell)
  return (
    only?.type === 'paragraph' &&
    others.length === 0 &&
    numberAttribute(cell, 'colspan', 1) === 1 &&
    numberAttribute(cell, 'rowspan', 1) === 1 &&
    children(only).every(isPlainInline)
  )
}

/** A pipe row cannot contain a line break in HTML or a backslash before a pipe in code. */
function isPlainInline(node: ContentNode): boolean {
  if (node.type === 'htmlInline') return !stringAttribute(node, 'html').includes('\n')
  const isCode = node.marks?.some((mark) => mark.type === 'code') === true
  return !isCode || !/\\\|/.test(node.text ?? '')
}

export function isTightList(list: ContentNode): boolean {
  const tight = booleanAttribute(list, 'tight')
  if (tight !== undefined) return tight
  return children(list).every(
    (item) => children(item).filter((block) => block.type === 'paragraph').length < 2,
  )
}
