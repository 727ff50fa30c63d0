import { isRecord, readFileText } from '../../file-text.ts'
import type { Losses } from '../losses.ts'

/** What a page says of itself, and its text without that. */
export type PageProperties = {
  title: string | undefined
  icon: string | undefined
  properties: Record<string, unknown>
  body: string
}

export const property = /^([ \t]*)(- )?([A-Za-z][\w.-]{0,60}):: ?(.*)$/

/** Properties at the start of a page, also in its first block, and front matter. */
export function readProperties(text: string, losses?: Losses): PageProperties {
  const { attributes, body } = readFileText(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'))
  const lines = body.split('\n')
  const first = lines.findIndex((line) => line.trim() !== '')
  const found = new Map<string, string>()
  let end = Math.max(first, 0)
  for (; end < lines.length; end += 1) {
    const [, indent, bullet, key, value = ''] = property.exec(lines[end] ?? '') ?? []
    const isFirst = end === first
    const continues = bullet === undefined && (isFirst ? indent === '' : true)
    if (key === undefined || !(continues || (isFirst && indent === '' && bullet !== undefined)))
      break
    found.set(key.toLowerCase(), value.trim())
  }
  const next = lines[end]
  const isPage = found.size > 0 && (next === undefined || !/^[ \t]+\S/.test(next))
  const stated = isPage ? found : new Map<string, string>()
  const rest = isPage ? lines.slice(end).join('\n').replace(/^\n+/, '') : body
  const properties: Record<string, unknown> = isRecord(attributes) ? { ...attributes } : {}
  for (const [key, value] of stated) {
    if (['title', 'icon', 'alias', 'aliases', 'tags', 'id'].includes(key) || value === '') continue
    properties[key] = valueOf(value, losses)
  }
  const tags = listOf(stated.get('tags'))
  if (tags.length > 0) properties['tags'] = tags
  const aliases = [...listOf(stated.get('alias')), ...listOf(stated.get('aliases'))]
  if (aliases.length > 0) properties['aliases'] = aliases
  return {
    title: stated.get('title') || undefined,
    icon: stated.get('icon') || undefined,
    properties,
    body: rest,
  }
}

function listOf(value = ''): string[] {
  return value
    .split(/[,，]/)
    .map((one) =>
      one
        .trim()
        .replace(/^#/, '')
        .replace(/^\[\[(.*)\]\]$/, '$1')
        .trim(),
    )
    .filter((one) => one !== '')
}

function valueOf(value: string, losses: Losses | undefined): string | number | boolean {
  if (value === 'true' || value === 'false') return value === 'true'
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(value)) return Number(value)
  return value.replaceAll(/#?\[\[([^[\]\n]{1,500})\]\]/g, (_, name: string) => {
    losses?.changed('link in properties')
    return name
  })
}
