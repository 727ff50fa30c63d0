import { paragraph } from '../../../../../../content/node.ts'
import type { ContentNode } from '../../../../../../content/node.ts'

const max = { rows: 2000, columns: 100 }

/** Rows of cells from a spreadsheet as text, or undefined if the text is none. */
export function separatedRows(text: string): string[][] | undefined {
  for (const separator of ['\t', ';', ',']) {
    if (!text.includes(separator)) continue
    const rows = rowsOf(text.replace(/\n+$/, ''), separator)
    if (rows !== undefined && isTable(rows, separator)) return rows
  }
  return undefined
}

function isTable(rows: readonly (readonly string[])[], separator: string): boolean {
  const width = rows[0]?.length ?? 0
  if (rows.length < 2 || rows.length > max.rows || width < 2 || width > max.columns) return false
  if (!rows.every((row) => row.length === width)) return false
  if (separator === '\t') return rows[0]?.[0] !== ''
  // A comma in prose has a space behind it.
  const isProse = rows.some(
    (row) => row.slice(1).some((cell) => /^\s/.test(cell)) || row.some((cell) => cell.length > 200),
  )
  return (
    !isProse && (width > 2 || rows.length > 2) && rows[0]?.every((cell) => cell !== '') === true
  )
}

/** By the rules of RFC 4180: quotes hold separators and line ends. */
function rowsOf(text: string, separator: string): string[][] | undefined {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === separator || letter === '\n') {
      rows.at(-1)?.push(cell)
      cell = ''
      if (letter === '\n') rows.push([])
      if (rows.length > max.rows) return undefined
    } else cell += letter
  }
  if (isQuoted) return undefined
  rows.at(-1)?.push(cell)
  return rows
}

const number = /^[-+(]?[$€£¥]?\s?\d(?:[\d.,\u00a0\u202f' ]*\d)?\)?\s?[%€£]?$/

/** A table whose first row is the head, and whose columns of numbers stand right. */
export function tableOf(rows: readonly (readonly string[])[]): ContentNode {
  const body = rows.slice(1)
  const isNumeric = (column: number) =>
    body.some((row) => row[column]?.trim()) &&
    body.every((row) => !row[column]?.trim() || number.test(row[column].trim()))
  const aligns = (rows[0] ?? []).map((_, column) => (isNumeric(column) ? 'right' : null))
  return {
    type: 'table',
    content: rows.map((row, index) => ({
      type: 'tableRow',
      content: row.map((cell, column) => ({
        type: index === 0 ? 'tableHeader' : 'tableCell',
        attrs: { align: aligns[column] ?? null },
        content: [paragraph(linesOf(cell.trim()))],
      })),
    })),
  }
}

function linesOf(text: string): ContentNode[] {
  return text
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [{ type: 'hardBreak' }] : []),
      ...(line === '' ? [] : [{ type: 'text', text: line }]),
    ])
}
