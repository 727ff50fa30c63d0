import type { Table, TableCell } from 'mdast'
import type { Info, State } from 'mdast-util-to-markdown'
import { hasEscapes, withoutNeedlessEscapes } from './escapes.ts'
import { footnotesIn } from './footnotes.ts'
import { delimiterOf, tableLine } from './table-lines.ts'

export function table(node: Table, _: unknown, state: State, info: Info): string {
  const [head, ...rows] = node.children.map((row) =>
    tableLine(row.children.map((cell) => writeCell(cell, state, info))),
  )
  const aligns = tableLine((node.align ?? []).map(delimiterOf))
  return [head, aligns, ...rows].join('\n')
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
