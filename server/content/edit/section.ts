import type { PageDocument } from '../document.ts'
import { footnotesOf } from '../footnotes.ts'
import { numberAttribute } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { parsePart } from '../parse-markdown.ts'
import { blockText } from '../text.ts'
import { failed, spliced } from './result.ts'
import type { EditResult } from './result.ts'

/**
 * Replaces what stands under a heading, up to the next heading of the same or a higher level. The
 * heading itself stays. It is named by its text, or as in Markdown with its level: `## Plan`.
 */
export function replaceSection(document: PageDocument, heading: string, text: string): EditResult {
  const [, signs = '', name = ''] = /^(#{0,6})\s*(.*?)\s*$/s.exec(heading.trim()) ?? []
  const { content } = document
  const found = content.flatMap((block, index) => (isNamed(block, name, signs) ? [index] : []))
  const [at] = found
  if (at === undefined) {
    return failed('HEADING_NOT_FOUND', `No heading reads "${name}". Read the page first.`, 0)
  }
  if (found.length > 1) {
    const message = `${found.length} headings read "${name}". Name the level, or replace text instead.`
    return failed('HEADING_AMBIGUOUS', message, found.length)
  }
  const parsed = parsePart(text, footnotesOf(content))
  if (!parsed.ok) return failed('INVALID_MARKDOWN', parsed.reason, 1)
  return spliced(document, at + 1, sectionLength(content, at), parsed.document.content)
}

function isNamed(block: ContentNode, name: string, signs: string): boolean {
  if (block.type !== 'heading' || blockText(block).trim() !== name) return false
  return signs === '' || numberAttribute(block, 'level', 1) === signs.length
}

function sectionLength(content: readonly ContentNode[], at: number): number {
  const own = content[at]
  const level = own === undefined ? 1 : numberAttribute(own, 'level', 1)
  const rest = content.slice(at + 1)
  const end = rest.findIndex(
    (block) => block.type === 'heading' && numberAttribute(block, 'level', 1) <= level,
  )
  return end < 0 ? rest.length : end
}
