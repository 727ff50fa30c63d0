import type { Table, TableCell } from 'mdast'
import type { Info, State } from 'mdast-util-to-markdown'
import { hasEscapes, withoutNeedlessEscapes } from './escapes.ts'
import { footnotesIn } from './footnotes.ts'

const delimiters = { left: ':-', center: ':-:', right: '-:' }

/** A table without padding, which would multiply the size of a table with one long cell. */
export function table(node: Table, _: unknown, state: State, info: Info): string {
  const [head, ...rows] = node.children.map((row) =>
    line(row.children.map((cell) => writeCell(cell, state, info))),
  )
  const aligns = (node.align ?? []).map((align) => (align ? delimiters[align] : '-'))
  return [head, line(aligns), ...rows].join('\n')
}

function line(cells: readonly string[]): string {
  return `|${cells.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`
}

function writeCell(cell: TableCell, state: State, info: Info): string {
  const exitCell = state.enter('tableCell')
  const exitPhrasing = state.enter('phrasing')
  const source = state.containerPhrasing(cell, { ...info, before: '|', after: '|' })
  exitPhrasing()
  exitCell()
  if (!hasEscapes(source)) return encodedEdges(source)
  const surroundings = { block: undefined, reserved: undefined, footnotes: footnotesIn(state) }
  return encodedEdges(withoutNeedlessEscapes(source, surroundings))
}

/** Parsers trim all white space of a cell, so intended white space is encoded. */
function encodedEdges(source: string): string {
  const start = source.replace(/^\s/, reference)
  return start.replace(/(\\*)(\s)$/, (_, slashes: string, space: string) => {
    // A single backslash would escape the ampersand of the reference.
    return `${slashes}${slashes.length % 2 === 1 ? '\\' : ''}${reference(space)}`
  })
}

function reference(character: string): string {
  return `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`
}
