import { nestMarks } from '../nest-marks.ts'
import { children, stringAttribute } from '../node.ts'
import type { ContentNode, Mark } from '../node.ts'
import { pageUrl } from '../read/page-address.ts'
import { filePath, pagePath } from '../vocabulary.ts'
import { attributes, escapeHtml } from './escape.ts'
import { quietTags } from './quiet-tags.ts'
import { isSafeUrl } from './safe-url.ts'
import type { HtmlStyle } from './style.ts'

const tags: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
  highlight: 'mark',
}

/** The inline content of a block. */
export function inlineHtml(block: ContentNode, style: HtmlStyle): string {
  const nodes = children(block)
  const quiet = quietTags(nodes, 'inline')
  return nestMarks(nodes, {
    leaf: (node, index) => {
      const tag = quiet.get(index)
      return tag === undefined ? leaf(node, style) : [tag]
    },
    wrap,
  }).join('')
}

function wrap(mark: Mark, inside: readonly string[]): string[] {
  const html = inside.join('')
  if (mark.type !== 'link') {
    const tag = tags[mark.type]
    return [tag === undefined ? html : `<${tag}>${html}</${tag}>`]
  }
  return [anchor(stringAttribute(mark, 'href'), stringAttribute(mark, 'title'), html)]
}

/** A link, or only its text if the address is unsafe. */
function anchor(href: string, title: string, html: string): string {
  if (!isSafeUrl(href)) return html
  const rel = /^\s*(?:https?:)?\/\//i.test(href) ? 'nofollow noopener noreferrer' : null
  return `<a${attributes({ href, title: title || null, rel })}>${html}</a>`
}

function leaf(node: ContentNode, style: HtmlStyle): string[] {
  switch (node.type) {
    case 'text': {
      const text = escapeHtml(node.text ?? '').replaceAll('\n', style.lineEnd)
      return [node.marks?.some((mark) => mark.type === 'code') ? `<code>${text}</code>` : text]
    }
    case 'hardBreak':
      return ['<br>']
    case 'image':
      return [image(node)]
    case 'emptyLink':
      return [anchor(stringAttribute(node, 'href'), stringAttribute(node, 'title'), '')]
    case 'date': {
      const datetime = stringAttribute(node, 'date')
      return [`<time${attributes({ datetime })}>${escapeHtml(datetime)}</time>`]
    }
    case 'anchor':
      return [`<span${attributes({ id: stringAttribute(node, 'id') })}></span>`]
    case 'pageEmbed': {
      const pageId = stringAttribute(node, 'pageId')
      const href = pageUrl({ pageId, anchor: stringAttribute(node, 'anchor') || null })
      return [anchor(href, '', escapeHtml(stringAttribute(node, 'label')))]
    }
    case 'pageMention': {
      const href = `${pagePath}${stringAttribute(node, 'pageId')}`
      return [anchor(href, '', escapeHtml(stringAttribute(node, 'label')))]
    }
    case 'file': {
      const href = `${filePath}${stringAttribute(node, 'fileId')}`
      return [anchor(href, '', escapeHtml(stringAttribute(node, 'name')))]
    }
    case 'inlineMath':
      return [formula(stringAttribute(node, 'latex'), style)]
    case 'htmlInline':
      return [`<code data-html="inline">${escapeHtml(stringAttribute(node, 'html'))}</code>`]
    case 'footnoteReference': {
      const label = stringAttribute(node, 'label')
      return [`<sup><a${attributes({ href: `#fn-${label}` })}>${escapeHtml(label)}</a></sup>`]
    }
    default:
      return []
  }
}

function formula(latex: string, style: HtmlStyle): string {
  const drawn = style.formula(latex, false)
  return drawn ?? `<code data-math="inline">${escapeHtml(latex)}</code>`
}

function image(node: ContentNode): string {
  const src = stringAttribute(node, 'src')
  const alt = stringAttribute(node, 'alt')
  if (!isSafeUrl(src)) return escapeHtml(alt)
  const title = stringAttribute(node, 'title') || null
  const align = stringAttribute(node, 'align') || null
  const [width, height] = [size(node, 'width'), size(node, 'height')]
  return `<img${attributes({ src, alt, title, width, height, align })}>`
}

function size(node: ContentNode, name: string): string | number | null {
  const value = node.attrs?.[name]
  return typeof value === 'number' || typeof value === 'string' ? value : null
}
