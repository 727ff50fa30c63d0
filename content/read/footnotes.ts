import type { Env, MarkdownIt, StateBlock, StateInline } from 'markdown-it'

const definition = /^\[\^([^\s[\]\\`|]{1,200})\]:/
const reference = /\[\^([^\s[\]\\`|]{1,200})\]/y

/** The labels that a reference may use: those defined here, or elsewhere on the page. */
export function footnoteLabels(env: Env): Set<string> {
  const labels = env['footnotes']
  if (labels instanceof Set) return labels
  const definedFootnotes = new Set<string>()
  env['footnotes'] = definedFootnotes
  return definedFootnotes
}

export function useFootnotes(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'footnote_definition', define, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
  md.inline.ruler.before('link', 'footnote_reference', refer)
}

export function footnoteKey(label: string): string {
  return label.toLowerCase()
}

function define(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return false
  if (state.src.charAt(start) !== '[' || state.src.charAt(start + 1) !== '^') return false
  const match = definition.exec(state.src.slice(start, state.eMarks[line]))
  const label = match?.[1]
  if (match === null || label === undefined) return false
  if (silent) return true
  footnoteLabels(state.env).add(footnoteKey(label))
  const open = state.push('footnote_open', '', 1)
  open.meta = { label }
  readContent(state, line, endLine, start + match[0].length)
  open.map = [line, state.line]
  state.push('footnote_close', '', -1)
  return true
}

/** Parses the text after the label, and the lines indented by four, as the blocks of the footnote. */
function readContent(state: StateBlock, line: number, endLine: number, from: number): void {
  const { parentType, blkIndent } = state
  const [bMark, tShift, sCount] = [state.bMarks[line], state.tShift[line], state.sCount[line]]
  const end = state.eMarks[line] ?? from
  let content = from
  while (content < end && /[ \t]/.test(state.src.charAt(content))) content += 1
  state.bMarks[line] = from
  state.tShift[line] = content - from
  state.blkIndent = blkIndent + 4
  state.sCount[line] = state.blkIndent
  state.parentType = 'footnote'
  if (content < end) state.md.block.tokenize(state, line, endLine)
  else readIndented(state, line, endLine)
  state.parentType = parentType
  state.blkIndent = blkIndent
  state.bMarks[line] = bMark ?? 0
  state.tShift[line] = tShift ?? 0
  state.sCount[line] = sCount ?? 0
}

/** A label alone on its line: the footnote is the indented text that follows. */
function readIndented(state: StateBlock, line: number, endLine: number): void {
  state.line = line + 1
  const next = state.skipEmptyLines(line + 1)
  if (next < endLine && (state.sCount[next] ?? 0) >= state.blkIndent) {
    state.md.block.tokenize(state, line + 1, endLine)
  }
}

function refer(state: StateInline, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== '[' || state.src.charAt(state.pos + 1) !== '^') return false
  reference.lastIndex = state.pos
  const match = reference.exec(state.src)
  const label = match?.[1]
  if (match === null || label === undefined || reference.lastIndex > state.posMax) return false
  if (!footnoteLabels(state.env).has(footnoteKey(label))) return false
  if (!silent) {
    const token = state.push('footnote_reference', '', 0)
    token.meta = { label }
    token.markup = match[0]
  }
  state.pos = reference.lastIndex
  return true
}
