const delimiters = { left: ':-', center: ':-:', right: '-:' }

/** A row without padding, which would multiply the size of a table with one long cell. */
export function tableLine(cells: readonly string[]): string {
  return `|${cells.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`
}

export function delimiterOf(align: keyof typeof delimiters | null | undefined): string {
  return align ? delimiters[align] : '-'
}
