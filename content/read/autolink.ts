import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { findLinks } from './find-links.ts'

/**
 * GitHub's bare links. Runs before text nodes are joined, so that an escaped character or a character reference is
 * still separate and breaks a link.
 */
export function useAutolinks(md: MarkdownIt): void {
  md.core.ruler.before('text_join', 'gfm_autolinks', (state) => {
    for (const token of state.tokens) {
      const { children } = token
      if (children?.some((child) => child.type === 'text' && mayHoldLink(child.content)) === true) {
        token.children = linked(state, children)
      }
    }
  })
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
