import type { AttributeValue, ContentNode } from '../node.ts'
import { unescaped } from '../read/tokens.ts'
import { alignments } from '../vocabulary.ts'
import { escapeHtml } from './escape.ts'

/** The attributes of the tag, in the order in which they are written. */
const names = ['src', 'alt', 'title', 'width', 'height', 'align']
const tag = /^<img((?: +(?:src|alt|title|width|height|align)="[^"<>\n]*")+) ?\/?>$/
const attribute = /(\w+)="([^"]*)"/g
const length = /^[1-9]\d{0,4}%?$/

/** An image with a size or an alignment, which Markdown has no form for, as an HTML tag. */
export function imageTag(node: ContentNode): string | undefined {
  const values: Record<string, string | undefined> = {
    src: textOf(node.attrs?.['src']) ?? '',
    alt: textOf(node.attrs?.['alt']),
    title: textOf(node.attrs?.['title']),
    width: lengthOf(node.attrs?.['width']),
    height: lengthOf(node.attrs?.['height']),
    align: alignments.find((align) => align === node.attrs?.['align']),
  }
  if (!hasLook(values)) return undefined
  const parts = names.flatMap((name) => {
    const value = values[name]
    return value === undefined ? [] : [` ${name}="${escaped(value)}"`]
  })
  return `<img${parts.join('')}>`
}

/** The image of a tag with these attributes and no others. */
export function readImageTag(html: string): ContentNode | undefined {
  const source = tag.exec(html)?.[1]
  if (source === undefined) return undefined
  const found = [...source.matchAll(attribute)]
  const values = Object.fromEntries(
    found.map(([, name = '', value = '']) => [name, decoded(value)]),
  )
  const { src, alt, title, width, height, align } = values
  if (src === undefined || Object.keys(values).length < found.length || !hasLook(values)) {
    return undefined
  }
  const attrs: Record<string, AttributeValue> = { src }
  if (alt !== undefined) attrs['alt'] = alt
  if (title !== undefined) attrs['title'] = title
  for (const [name, value] of Object.entries({ width, height })) {
    if (value === undefined) continue
    if (!length.test(value)) return undefined
    attrs[name] = value.endsWith('%') ? value : Number(value)
  }
  if (align !== undefined) {
    if (!alignments.some((known) => known === align)) return undefined
    attrs['align'] = align
  }
  return { type: 'image', attrs }
}

function hasLook({ width, height, align }: Record<string, string | undefined>): boolean {
  return width !== undefined || height !== undefined || align !== undefined
}

function textOf(value: AttributeValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function lengthOf(value: AttributeValue | undefined): string | undefined {
  const text = String(typeof value === 'number' ? Math.round(value) : value)
  return length.test(text) ? text : undefined
}

/** Signs that mean something to HTML, to a table row or to a formula. */
function escaped(value: string): string {
  return escapeHtml(value).replace(/[|$\\\n]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** HTML knows character references, but no backslashes. */
function decoded(value: string): string {
  return unescaped(value.replaceAll('\\', '\\\\'))
}
