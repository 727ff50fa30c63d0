import MarkdownIt from 'markdown-it'
import type { MarkdownIt as Parser, StateBlock, Token } from 'markdown-it'

const { ruler } = new MarkdownIt().block
ruler.enableOnly('table')
const [readTable] = ruler.getRules('')

/** Keeps the cells of rows that are longer than the head of their table. GitHub does not show them. */
export function useWideRows(md: Parser): void {
  if (readTable === undefined) return
  md.block.ruler.at(
    'table',
    (state, start, end, silent) => {
      const from = state.tokens.length
      if (!readTable(state, start, end, silent)) return false
      if (!silent) addCells(state, from)
      return true
    },
    { alt: ['paragraph', 'reference'] },
  )
}

function addCells(state: StateBlock, from: number): void {
  const { tokens } = state
  const wide = new Map<number, string[]>()
  let width = 0
  for (let index = from; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (token?.type === 'th_open') width += 1
    // The head comes first, before its width is known.
    if (token?.type !== 'tr_open' || width === 0 || token.map === null) continue
    const line = token.map[0]
    const extra = extraCells(lineText(state, line), width)
    if (extra.length > 0) wide.set(line, extra)
  }
  if (wide.size === 0) return
  let extra: string[] | undefined
  const widened = tokens.slice(from).flatMap((token): Token[] => {
    if (token.type === 'tr_open') extra = wide.get(token.map?.[0] ?? -1)
    if (token.type !== 'tr_close' || extra === undefined) return [token]
    return [...extra.flatMap((text) => cellTokens(state, text, token.level + 1)), token]
  })
  tokens.length = from
  for (const token of widened) tokens.push(token)
}

function lineText(state: StateBlock, line: number): string {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  return state.src.slice(start, state.eMarks[line]).trim()
}

/** The texts of the cells of a row after so many, up to the last one that is not empty. */
function extraCells(row: string, width: number): string[] {
  const inside = row.startsWith('|') ? row.slice(1) : row
  if (!hasPipes(inside, width)) return []
  const cells = inside.split(/(?<!\\)\|/).slice(width)
  while (cells.at(-1)?.trim() === '') cells.pop()
  return cells.map((cell) => cell.replaceAll('\\|', '|').trim())
}

function hasPipes(text: string, count: number): boolean {
  let at = -1
  for (let found = 0; found < count; found += 1) {
    at = text.indexOf('|', at + 1)
    if (at < 0) return false
  }
  return at < text.length - 1
}

function cellTokens(state: StateBlock, text: string, level: number): Token[] {
  const [open, inline, close] = [
    new state.Token('td_open', 'td', 1),
    new state.Token('inline', '', 0),
    new state.Token('td_close', 'td', -1),
  ]
  open.level = level
  inline.level = level + 1
  close.level = level
  inline.content = text
  inline.children = []
  return [open, inline, close]
}
