import { startTimeSlice } from '../../../../lib/time-slices.ts'
import { readText } from '../folder/read-text.ts'
import { NotConverted } from '../pages/not-converted.ts'
import type { SourceFiles } from '../source-files.ts'
import { readValue, startColumn } from '../values/columns.ts'
import { parseCsv, separatorOf } from '../values/parse-csv.ts'

/** A table whose rows are pages: the first column has their titles. */
export type Table = {
  keys: readonly string[]
  rows: readonly { title: string; properties: Record<string, unknown> }[]
  /** The values that go over several lines, with the title of their row. */
  longValues: readonly { title: string; value: string }[]
  /** The properties of a row from texts. */
  read: (texts: Readonly<Record<string, unknown>>) => Record<string, unknown>
}

/** More columns than people make: each is a property of every row. */
const maxColumns = 1000

/** Reads the table of a file. Throws NotConverted. */
export async function readTableFile(
  files: SourceFiles,
  path: string,
  clean: (value: string) => string,
): Promise<Table> {
  const text = await readText(files, path)
  if (text === undefined) throw new NotConverted('It is not UTF-8 text, or larger than 8 MiB.')
  if (text.trim() === '') throw new NotConverted('It is empty.')
  return readTable(text, clean)
}

/** Values are read by what a whole column has; `clean` changes each before. Throws NotConverted. */
export async function readTable(text: string, clean: (value: string) => string): Promise<Table> {
  const slice = startTimeSlice()
  const separator = separatorOf(text)
  const [head = [], ...lines] = await parseCsv(text, separator)
  if (head.length > maxColumns) throw new NotConverted('It has more than 1,000 columns.')
  const names = uniqueNames(head)
  // Where a comma does not separate cells, it separates the decimals of numbers.
  const columns = names.map((name) => startColumn(name, { hasDecimalComma: separator === ';' }))
  const cells: string[][] = []
  for (const line of lines) {
    const cleaned = line.slice(0, names.length).map(clean)
    for (const [index, column] of columns.entries()) column.add(cleaned[index] ?? '')
    cells.push(cleaned)
    if (slice.isOver()) await slice.pause()
  }
  const types = new Map(names.map((name, index) => [name, columns[index]?.type() ?? 'text']))
  const keys = names.slice(1)
  const read: Table['read'] = (texts) =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const value = texts[key]
        const found = typeof value === 'string' ? readValue(types.get(key) ?? 'text', value) : value
        return found === undefined ? [] : [[key, found]]
      }),
    )
  const rows: Table['rows'][number][] = []
  const longValues: Table['longValues'][number][] = []
  for (const line of cells) {
    const texts = Object.fromEntries(keys.map((key, index) => [key, line[index + 1] ?? '']))
    const title = (line[0] ?? '').trim() || 'Untitled'
    rows.push({ title, properties: read(texts) })
    for (const text of line.slice(1)) {
      const value = text.replaceAll(/\r\n?/g, '\n')
      if (value.includes('\n')) longValues.push({ title, value })
    }
    if (slice.isOver()) await slice.pause()
  }
  return { keys, rows, longValues, read }
}

/** Two columns of one name would be one property. */
function uniqueNames(head: readonly string[]): string[] {
  const used = new Set<string>()
  const numbers = new Map<string, number>()
  return head.map((given, index) => {
    const base = given.replaceAll(/\s+/g, ' ').trim() || `Column ${index + 1}`
    let name = base
    for (let number = numbers.get(base) ?? 2; used.has(name); number += 1) {
      name = `${base} ${number}`
      numbers.set(base, number + 1)
    }
    used.add(name)
    return name
  })
}
