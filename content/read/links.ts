import type { Token } from 'markdown-it'
import type { AttributeValue, ContentNode } from '../node.ts'
import { filePath, pagePath, uuid } from '../vocabulary.ts'
import { unescaped } from './tokens.ts'

const fileTitle = /^file(?:, ([\w.+-]+\/[\w.+-]+))?(?:, (\d{1,15}) bytes)?$/

function text(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '')
}

/** A link that becomes a page or file of this installation instead of a mark on text. */
export function referenceNode(
  open: Token,
  label: Token | undefined,
  close: Token | undefined,
): ContentNode | undefined {
  const href = text(open, 'href')
  if (!href.startsWith(pagePath) && !href.startsWith(filePath)) return undefined
  if (label?.type !== 'text' || close?.type !== 'link_close') return undefined
  const title = open.attrGet('title')
  if (href.startsWith(pagePath)) {
    const pageId = href.slice(pagePath.length)
    if (!uuid.test(pageId) || title !== null) return undefined
    return { type: 'pageMention', attrs: { pageId, label: label.content } }
  }
  const fileId = href.slice(filePath.length)
  const match = fileTitle.exec(String(title))
  if (!uuid.test(fileId) || match === null) return undefined
  const size = match[2] === undefined ? null : Number(match[2])
  return {
    type: 'file',
    attrs: { fileId, name: label.content, size, mimeType: match[1] ?? null },
  }
}

export function emptyLinkNode(open: Token): ContentNode {
  const title = open.attrGet('title')
  const href = text(open, 'href')
  return {
    type: 'emptyLink',
    attrs: title === null ? { href } : { href, title: String(title) },
  }
}

export function imageNode(token: Token): ContentNode {
  const attrs: Record<string, AttributeValue> = { src: text(token, 'src') }
  const alt = alternative(token.children ?? [])
  if (alt !== '') attrs['alt'] = alt
  const title = token.attrGet('title')
  if (title !== null) attrs['title'] = String(title)
  return { type: 'image', attrs }
}

/** The text of an image description, including the descriptions of images in it. */
function alternative(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'image') return alternative(token.children ?? [])
      if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n'
      // Descriptions cannot contain formulas and footnotes: their source is their text.
      const isSource = token.type === 'math_inline' || token.type === 'footnote_reference'
      if (isSource) return unescaped(token.markup)
      return token.type === 'html_inline' ? '' : token.content
    })
    .join('')
}
