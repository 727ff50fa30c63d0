import { toIso } from '../../../lib/clock.ts'

/** A file of the export: its content, or where the content is stored. */
export type Entry = { name: string } & (
  | { content: Buffer }
  | { stored: { sha256: string; size: number } }
)

/** How many rows are read at once, and go into one file. */
export const rowsPerFile = 200

export function jsonEntry(name: string, value: object): Entry {
  return { name, content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) }
}

/** Rows as JSON lines, in a numbered file. */
export function linesEntry(name: string, part: number, rows: readonly object[]): Entry {
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`)
  const number = String(part).padStart(4, '0')
  return { name: `${name}-${number}.jsonl`, content: Buffer.from(lines.join('')) }
}

/** Reads lists in parts, each after the last row of the part before. */
export async function* partsOf<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<{ part: number; rows: Row[] }> {
  let last: Row | undefined
  for (let part = 1; ; part += 1) {
    const rows = await read(last)
    if (rows.length > 0) yield { part, rows }
    if (rows.length < rowsPerFile) return
    last = rows.at(-1)
  }
}

export function when(instant: number | null): string | null {
  return instant === null ? null : toIso(instant)
}
