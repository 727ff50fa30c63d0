import type { MarkdownIt, StateInline } from 'markdown-it'

const tilde = 0x7e

// A separate marker for a single tilde, so that it never pairs with two.
const singleTilde = 0x107e

/** GitHub's strikethrough: one or two tildes, closed by the same number. */
export function useStrike(md: MarkdownIt): void {
  md.inline.ruler.at('strikethrough', scan)
  md.inline.ruler2.at('strikethrough', (state) => {
    pair(state, state.delimiters)
    for (const meta of state.tokens_meta) if (meta?.delimiters) pair(state, meta.delimiters)
  })
}

function scan(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== tilde) return false
  const run = state.scanDelims(state.pos, true)
  const token = state.push('text', '', 0)
  token.content = '~'.repeat(run.length)
  state.pos += run.length
  if (run.length > 2) return true
  state.delimiters.push({
    marker: run.length === 2 ? tilde : singleTilde,
    length: 0,
    token: state.tokens.length - 1,
    end: -1,
    open: run.can_open,
    close: run.can_close,
  })
  return true
}

function pair(state: StateInline, delimiters: StateInline['delimiters']): void {
  for (const opener of delimiters) {
    const closer = delimiters[opener.end]
    if (closer === undefined || (opener.marker !== tilde && opener.marker !== singleTilde)) continue
    turn(state, opener.token, 's_open', 1)
    turn(state, closer.token, 's_close', -1)
  }
}

function turn(state: StateInline, index: number, type: string, nesting: 1 | -1): void {
  const token = state.tokens[index]
  if (token === undefined) return
  token.type = type
  token.tag = 's'
  token.nesting = nesting
  token.content = ''
}
