import type { PhrasingContent } from 'mdast'
import { toMarkdown } from 'mdast-util-to-markdown'
import { children, stringAttribute } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { options } from './handlers.ts'
import { phrasing } from './phrasing.ts'

const marker = '###### '
const edgeSpaces = /^&#x20;|&#x20;$/g
const escapes = /\\([!-/:-@[-`{-~])/g

/**
 * The summary of a toggle as Markdown on one line. It stands within HTML, where other readers show Markdown as it is:
 * character references mean the same to both, backslashes do not.
 */
export function summaryMarkdown(summary: ContentNode): string {
  const content = children(summary).map(onOneLine)
  const inside: PhrasingContent[] = phrasing({ ...summary, content }, 'tag')
  const written = toMarkdown({ type: 'heading', depth: 6, children: inside }, options)
  const line = written.slice(marker.length, -1).replaceAll('\n', '&#xA;')
  const hasSource = line.includes('`') || content.some(isSource)
  const plain = hasSource ? line : line.replace(escapes, reference)
  return plain.replace(edgeSpaces, ' ')
}

/** Source has backslashes of its own. */
function isSource(node: ContentNode): boolean {
  return node.type === 'inlineMath' || node.type === 'htmlInline'
}

/** HTML that would end the summary is shown as its source. */
function onOneLine(node: ContentNode): ContentNode {
  if (node.type !== 'htmlInline') return node
  const html = stringAttribute(node, 'html')
  if (/^<\/?(?:details|summary)\b/i.test(html)) return { ...node, type: 'text', text: html }
  return html.includes('\n') ? { ...node, attrs: { html: html.replace(/\s*\n\s*/g, ' ') } } : node
}

function reference(_: string, character: string): string {
  return `&#${character.charCodeAt(0)};`
}
