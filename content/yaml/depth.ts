/** The time of the parser grows with the fifth power of the nesting: 400 levels take 16 s. */
const maxLevels = 32

/** Indicators that open a level at the start of a line. */
const indicator = /[-?:](?:[ \t]+|$)|[&!]\S*(?:[ \t]+|$)/y

/**
 * Whether YAML is flat enough to parse, checked in one pass without parsing. Brackets in strings count too, so
 * the result may be too strict.
 */
export function isFlat(source: string): boolean {
  const columns: number[] = []
  let brackets = 0
  for (const line of source.split('\n')) {
    for (const column of columnsOf(line)) {
      while ((columns.at(-1) ?? -1) >= column) columns.pop()
      columns.push(column)
    }
    for (const character of line) {
      if (character === '[' || character === '{') brackets += 1
      else if (character === ']' || character === '}') brackets = Math.max(0, brackets - 1)
      if (columns.length + brackets > maxLevels) return false
    }
  }
  return true
}

/** Columns where the levels of a line begin. */
function columnsOf(line: string): number[] {
  let column = line.search(/[^ ]/)
  if (column === -1) return []
  const columns = [column]
  for (;;) {
    indicator.lastIndex = column
    const found = indicator.exec(line)
    if (found === null) return columns
    column += found[0].length
    columns.push(column)
  }
}
