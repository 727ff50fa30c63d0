import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'
import { findMath } from '../math.ts'

export function useMath(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'math_inline', inline)
  md.block.ruler.before('fence', 'math_block', block, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
}

function inline(state: StateInline, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== '$') return false
  const found = findMath(state.src, state.pos, state.posMax)
  if (found === undefined) return false
  if (!silent) {
    const token = state.push('math_inline', '', 0)
    token.content = found.latex
    token.markup = state.src.slice(state.pos, found.end)
  }
  state.pos = found.end
  return true
}

function lineText(state: StateBlock, line: number): string {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  return state.src.slice(start, state.eMarks[line]).trimEnd()
}

function block(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return false
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  if (!state.src.startsWith('$$', start)) return false
  const first = lineText(state, line)
  const single = /^\$\$(.*[^\s\\$].*)\$\$$/.exec(first)?.[1]
  if (single !== undefined && !single.includes('$')) {
    if (!silent) push(state, single.trim(), line, line + 1)
    return true
  }
  const close = first === '$$' ? closingLine(state, line, endLine) : undefined
  if (close === undefined) return false
  if (!silent) {
    push(state, state.getLines(line + 1, close, state.sCount[line] ?? 0, false), line, close + 1)
  }
  return true
}

function closingLine(state: StateBlock, open: number, endLine: number): number | undefined {
  // The formula may be in a container around the one whose paragraph it ends.
  const indent = Math.min(state.blkIndent, state.sCount[open] ?? 0)
  for (let line = open + 1; line < endLine; line += 1) {
    if ((state.sCount[line] ?? 0) < indent && !state.isEmpty(line)) return undefined
    if (lineText(state, line) === '$$') return line
  }
  return undefined
}

function push(state: StateBlock, latex: string, from: number, to: number): void {
  state.line = to
  const token = state.push('math_block', '', 0)
  token.content = latex
  token.map = [from, to]
}
