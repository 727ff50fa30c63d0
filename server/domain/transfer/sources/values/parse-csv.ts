import { startTimeSlice } from '../../../../lib/time-slices.ts'

/** Cells and quotation marks that are read between two looks at the clock. */
const stepsPerLook = 256

/** Rows of cells (RFC 4180). Cells can have line breaks. Pauses for other work. */
export async function parseCsv(text: string, separator = separatorOf(text)): Promise<string[][]> {
  const source = withoutMark(text)
  const ends = new RegExp(`[\\r\\n${separator}]`, 'g')
  const slice = startTimeSlice()
  let steps = 0
  const pause = async (): Promise<void> => {
    steps += 1
    if (steps % stepsPerLook === 0 && slice.isOver()) await slice.pause()
  }
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < source.length || row.length > 0;) {
    let cell = ''
    while (source.charAt(at) === '"') {
      const close = source.indexOf('"', at + 1)
      const end = close < 0 ? source.length : close
      cell += source.slice(at + 1, end)
      at = end + 1
      // Two quotation marks are one in the cell.
      if (source.charAt(at) === '"') cell += '"'
      await pause()
    }
    ends.lastIndex = at
    const end = ends.exec(source)?.index ?? source.length
    row.push(cell + source.slice(at, end))
    at = end + 1
    await pause()
    if (source.charAt(end) === separator) continue
    if (source.startsWith('\r\n', end)) at = end + 2
    if (row.some((one) => one !== '')) rows.push(row)
    row = []
  }
  return rows
}

/** The one that the first line uses most. */
export function separatorOf(text: string): string {
  const source = withoutMark(text)
  const end = source.search(/[\r\n]/)
  const line = (end < 0 ? source : source.slice(0, end)).replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: line.split(sign).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.sign ?? ','
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}
