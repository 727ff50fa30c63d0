/** A column: its heading, and whether its cells stand at the left. */
export type Column = { heading: string; left?: true }

/** Rows as fixed-width text under their headings. */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const widths = columns.map(({ heading }, index) =>
    Math.max(heading.length, ...rows.map((row) => row[index]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    columns
      .map(({ left }, index) => {
        const cell = cells[index] ?? ''
        const width = widths[index] ?? 0
        return left === true ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [line(columns.map(({ heading }) => heading)), rule, ...rows.map(line)].join('\n')
}

/** Three digits that count, with a comma at the thousands. */
export function digits(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '-'
  const digitsAfterPoint =
    value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : value >= 0.1 ? 3 : 4
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digitsAfterPoint,
    maximumFractionDigits: digitsAfterPoint,
  })
}
