import { columnType, readValue } from '../values/columns.ts'
import { parseCsv } from '../values/parse-csv.ts'

/** A table whose rows are pages: the first column has their titles. */
export type Table = {
  keys: readonly string[]
  rows: readonly { title: string; properties: Record<string, unknown> }[]
  /** The properties of a row from texts. */
  read: (texts: Readonly<Record<string, unknown>>) => Record<string, unknown>
}

/** Values are read by what a whole column has; `clean` changes each before. */
export async function readTable(text: string, clean: (value: string) => string): Promise<Table> {
  const [head = [], ...lines] = await parseCsv(text)
  const names = uniqueNames(head)
  const cells = lines.map((line) => line.map(clean))
  const types = new Map(
    names.map((name, index) => [
      name,
      columnType(
        name,
        cells.map((line) => line[index] ?? ''),
      ),
    ]),
  )
  const keys = names.slice(1)
  const read: Table['read'] = (texts) =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const value = texts[key]
        const found = typeof value === 'string' ? readValue(types.get(key) ?? 'text', value) : value
        return found === undefined ? [] : [[key, found]]
      }),
    )
  const rows = cells.map((line) => {
    const texts = Object.fromEntries(keys.map((key, index) => [key, line[index + 1] ?? '']))
    return { title: (line[0] ?? '').trim() || 'Untitled', properties: read(texts) }
  })
  return { keys, rows, read }
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
