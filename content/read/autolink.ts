import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it'
import { findLinks, urlAt } from './find-links.ts'

/**
 * GitHub's bare links. Runs before text nodes are joined, so that an escaped character or a character reference is
 * still separate and breaks a link.
 */
export function useAutolinks(md: MarkdownIt): void {
  md.inline.ruler.at('linkify', linkWithMarkers)
  md.core.ruler.before('text_join', 'gfm_autolinks', (state) => {
    for (const token of state.tokens) {
      const { children } = token
      if (children?.some((child) => child.type === 'text' && mayHoldLink(child.content)) === true) {
        token.children = linked(state, children)
      }
    }
  })
}

const maxLength = 2000
/** Ends a bare link, or makes it uncertain: escapes, references and brackets are read first. */
const ending = /[\s<\\&[\]]/

/** A bare link with the markers of emphasis or code in its address, which are looked for after links. */
function linkWithMarkers(state: StateInline, silent: boolean): boolean {
  const { src, pos, pending } = state
  if (state.linkLevel > 0 || !src.startsWith('://', pos)) return false
  const scheme = /https?$/i.exec(pending.slice(-5))?.[0]
  if (scheme === undefined) return false
  const start = pos - scheme.length
  const text = src.slice(start, Math.min(state.posMax, start + maxLength))
  const end = text.search(ending)
  if (end < 0 ? text.length === maxLength : !/[\s<]/.test(text.charAt(end))) return false
  const address = end < 0 ? text : text.slice(0, end)
  const link = urlAt(address, 0, `${scheme}://`, src[start - 1])
  if (link === undefined || !/[*~`]/.test(link.href)) return false
  if (!silent) {
    state.pending = pending.slice(0, -scheme.length)
    state.push('link_open', 'a', 1).attrs = [['href', link.href]]
    state.push('text', '', 0).content = link.href
    state.push('link_close', 'a', -1)
  }
  state.pos = start + link.end
  return true
}

function mayHoldLink(source: string): boolean {
  return source.includes('@') || source.includes('://') || /www\./i.test(source)
}

function linked(state: StateCore, tokens: Token[]): Token[] {
  const result: Token[] = []
  let inLink = 0
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'link_open') inLink += 1
    if (token.type === 'link_close') inLink -= 1
    if (token.type === 'text' && inLink === 0 && mayHoldLink(token.content)) {
      split(state, token, characterBefore(tokens[index - 1]), result)
    } else {
      result.push(token)
    }
  }
  return result
}

/** The character before a text token, as far as it affects a link. */
function characterBefore(token: Token | undefined): string {
  if (token === undefined || token.type.endsWith('break')) return '\n'
  if (token.type === 'text_special') return token.content.at(-1) ?? '\n'
  return token.nesting === 0 ? '>' : '*'
}

function split(state: StateCore, token: Token, before: string, result: Token[]): void {
  let end = 0
  for (const link of findLinks(token.content, before)) {
    pushText(state, token.content.slice(end, link.start), token.level, result)
    const open = new state.Token('link_open', 'a', 1)
    open.attrs = [['href', link.href]]
    result.push(open)
    pushText(state, token.content.slice(link.start, link.end), token.level + 1, result)
    result.push(new state.Token('link_close', 'a', -1))
    end = link.end
  }
  pushText(state, token.content.slice(end), token.level, result)
}

function pushText(state: StateCore, content: string, level: number, result: Token[]): void {
  if (content === '') return
  const text = new state.Token('text', '', 0)
  text.content = content
  text.level = level
  result.push(text)
}
