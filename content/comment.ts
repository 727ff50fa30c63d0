import type { PageDocument } from './document.ts'
import { isSafeUrl } from './html/safe-url.ts'
import { children, type ContentNode, type Mark, paragraph, stringAttribute } from './node.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { blockText, plainText } from './text.ts'
import { listUrls } from './urls.ts'
import { writeMarkdown } from './write-markdown.ts'

export type CommentText =
  | { ok: true; markdown: string; mentions: string[] }
  | { ok: false; reason: string }

const marks = new Set(['link', 'italic', 'bold', 'strike', 'code'])
const member = /^\/members\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/**
 * The Markdown of a comment as it is stored: standard Markdown with safe addresses only. HTML becomes text that
 * shows its source, so that readers of comments do not have to sanitize it.
 */
export function readComment(markdown: string): CommentText {
  const read = parseMarkdown(markdown)
  if (!read.ok) return { ok: false, reason: read.reason }
  const document: PageDocument = { type: 'doc', content: read.document.content.flatMap(plainBlock) }
  const urls = listUrls(document)
  if (plainText(document).trim() === '' && urls.length === 0) {
    return { ok: false, reason: 'must hold some text' }
  }
  const named = urls.flatMap((url) => member.exec(url)?.[1]?.toLowerCase() ?? [])
  return { ok: true, markdown: writeMarkdown(document), mentions: [...new Set(named)] }
}

function plainBlock(node: ContentNode): ContentNode[] {
  if (node.type === 'htmlBlock') return [source(stringAttribute(node, 'html'))]
  if (node.type === 'details') return plainDetails(node)
  if (node.type === 'pageEmbed') {
    const { pageId = '', label = '' } = node.attrs ?? {}
    return [paragraph([{ type: 'pageMention', attrs: { pageId, label } }])]
  }
  if (node.type === 'table' && !isPipeTable(node)) {
    return blockText(node)
      .split('\n')
      .map((text) => paragraph([{ type: 'text', text }]))
  }
  if (node.type === 'codeBlock' || node.content === undefined) return [node].flatMap(plainInline)
  const content = node.content.flatMap((child) =>
    child.type === 'text' || isLeaf(child) ? plainInline(child) : plainBlock(child),
  )
  return [{ ...node, content }]
}

/** Toggles require HTML: what they contain is shown below their summary. */
function plainDetails(details: ContentNode): ContentNode[] {
  const [summary, content] = children(details)
  return [paragraph(children(summary ?? details)), ...children(content ?? details)].flatMap(
    plainBlock,
  )
}

function source(html: string): ContentNode {
  return {
    type: 'codeBlock',
    attrs: { language: 'html', meta: null },
    content: [{ type: 'text', text: html }],
  }
}

function isLeaf(node: ContentNode): boolean {
  return ['image', 'emptyLink', 'htmlInline', 'date', 'anchor', 'file'].includes(node.type)
}

/** Cells of other tables require HTML. */
function isPipeTable(table: ContentNode): boolean {
  return !writeMarkdown({ type: 'doc', content: [table] })
    .trimStart()
    .startsWith('<')
}

function plainInline(node: ContentNode): ContentNode[] {
  const plain = withMarks(node, node.marks?.filter(isPlain) ?? [])
  switch (node.type) {
    case 'htmlInline':
      return [text(stringAttribute(node, 'html'), plain.marks)]
    case 'image':
      return [plainImage(plain)]
    case 'date':
      return [text(stringAttribute(node, 'date'), plain.marks)]
    case 'file':
      return [{ ...plain, attrs: { ...node.attrs, embed: false } }]
    case 'anchor':
    case 'emptyLink':
      return []
    default:
      return [plain]
  }
}

function isPlain({ type, attrs }: Mark): boolean {
  if (!marks.has(type)) return false
  return type !== 'link' || isSafeUrl(stringAttribute({ ...(attrs && { attrs }) }, 'href'))
}

/** Without a size, which requires HTML. */
function plainImage(image: ContentNode): ContentNode {
  const attrs = { ...image.attrs, width: null, height: null, align: null }
  if (!isSafeUrl(stringAttribute(image, 'src'))) {
    return text(stringAttribute(image, 'alt') || 'image', image.marks)
  }
  const isLinkSafe = isSafeUrl(stringAttribute(image, 'linkHref'))
  return {
    ...image,
    attrs: isLinkSafe ? attrs : { ...attrs, linkHref: null, linkTitle: null },
  }
}

function text(value: string, onIt: readonly Mark[] | undefined): ContentNode {
  return withMarks({ type: 'text', text: value }, onIt ?? [])
}

function withMarks(node: ContentNode, marks: readonly Mark[]): ContentNode {
  const { marks: _before, ...rest } = node
  return marks.length > 0 ? { ...rest, marks } : rest
}
