import { startTimeSlice } from '../../../../lib/time-slices.ts'

/** Rows of cells (RFC 4180), with the separator that the first line uses most. Cells can have line breaks. */
export async function parseCsv(text: string): Promise<string[][]> {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text
  const separator = separatorOf(source)
  const slice = startTimeSlice()
  const rows: string[][] = []
  let at = 0
  while (at < source.length) {
    const { row, next } = readRow(source, at, separator)
    if (row.some((cell) => cell !== '')) rows.push(row)
    at = next
    if (slice.isOver()) await slice.pause()
  }
  return rows
}

function separatorOf(source: string): string {
  const end = source.search(/[\r\n]/)
  const line = (end < 0 ? source : source.slice(0, end)).replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: line.split(sign).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.sign ?? ','
}

function readRow(
  source: string,
  start: number,
  separator: string,
): { row: string[]; next: number } {
  const row: string[] = []
  let at = start
  for (;;) {
    const { cell, end } = readCell(source, at, separator)
    row.push(cell)
    at = end
    if (source.charAt(at) !== separator) break
    at += 1
  }
  if (source.startsWith('\r\n', at)) return { row, next: at + 2 }
  return { row, next: at + 1 }
}

function readCell(source: string, start: number, separator: string): { cell: string; end: number } {
  let cell = ''
  let at = start
  while (source.charAt(at) === '"') {
    const close = source.indexOf('"', at + 1)
    const end = close < 0 ? source.length : close
    cell += source.slice(at + 1, end)
    at = end + 1
    // Two quotation marks are one in the cell.
    if (source.charAt(at) === '"') cell += '"'
  }
  const rest = at
  while (
    at < source.length &&
    !'\r\n'.includes(source.charAt(at)) &&
    source.charAt(at) !== separator
  ) {
    at += 1
  }
  return { cell: cell + source.slice(rest, at), end: Math.min(at, source.length) }
}
