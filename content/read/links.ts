import type { Token } from 'markdown-it'
import { stringAttribute } from '../node.ts'
import type { AttributeValue, ContentNode } from '../node.ts'
import { filePath, pagePath, uuid } from '../vocabulary.ts'
import { fileDetails, fileIdOf, pageAddress } from './page-address.ts'
import { unescaped } from './tokens.ts'

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
  return fileNode(href, String(title), label.content)
}

/** A file of this installation: its address with a title that describes it. */
function fileNode(url: string, title: string, name: string): ContentNode | undefined {
  const fileId = fileIdOf(url)
  const details = fileDetails(title)
  if (fileId === undefined || details === undefined) return undefined
  return { type: 'file', attrs: { fileId, name, ...details } }
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
  if (title === null) return { type: 'image', attrs }
  const file = fileNode(text(token, 'src'), String(title), alt)
  if (file !== undefined) return { ...file, attrs: { ...file.attrs, embed: true } }
  return { type: 'image', attrs: { ...attrs, title: String(title) } }
}

/** The page that a paragraph shows: it contains only an image of that page, without a title or a link. */
export function pageEmbedIn(content: readonly ContentNode[]): ContentNode | undefined {
  const [image, ...others] = content
  if (image?.type !== 'image' || others.length > 0 || image.marks !== undefined) return undefined
  const { src, title, linkHref, width, height, align } = image.attrs ?? {}
  const address = typeof src === 'string' ? pageAddress(src) : undefined
  const isPlain = [title, linkHref, width, height, align].every((value) => value == null)
  if (address === undefined || !isPlain) return undefined
  return { type: 'pageEmbed', attrs: { ...address, label: stringAttribute(image, 'alt') } }
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
