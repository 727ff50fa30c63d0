import type { Token } from 'markdown-it'
import type { AttributeValue, ContentNode } from '../node.ts'
import { unescaped } from './tokens.ts'

export function withoutFinalNewline(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text
}

/** A fenced or indented block: the first word after the fence is the language. */
export function readCode(token: Token): ContentNode {
  const text = withoutFinalNewline(token.content)
  const [, language, meta] = /^(\S*)\s*(.*)$/s.exec(unescaped(token.info.trim())) ?? []
  const attrs: Record<string, AttributeValue> = { language: language ? language : null }
  if (meta) attrs['meta'] = meta
  return { type: 'codeBlock', attrs, ...(text ? { content: [{ type: 'text', text }] } : {}) }
}
