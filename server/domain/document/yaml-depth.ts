/** Levels of lists and mappings. The parser's time grows with the fifth power of nested keys: 400 take 16 s. */
const mostLevels = 32

/** What opens a level at the start of a line, or names it. */
const indicator = /[-?:](?:[ \t]+|$)|[&!]\S*(?:[ \t]+|$)/y

/**
 * Whether YAML is nested so little that it may be parsed, found in one pass without parsing it. Brackets in
 * a text count like others: a few levels too many are better than one too few.
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
      if (columns.length + brackets > mostLevels) return false
    }
  }
  return true
}

/** Where the levels of a line begin. */
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
