import { calloutKindOfIcon } from '../../../../../content/read/callout-names.ts'
import type { Losses } from '../losses.ts'
import type { Prepared } from '../markdown/prepared.ts'
import { splitCode } from '../markdown/prose.ts'

/** What the table of a database says of its rows. */
export type Columns = {
  keys: readonly string[]
  /** Values that go over several lines. */
  values: readonly string[]
}

/** Notion's Markdown: callouts are HTML, and the properties of a row follow its title. */
export function prepareNotion(source: string, columns: Columns, losses: Losses): Prepared {
  const { text, properties } = takeProperties(source, columns)
  const prepared = splitCode(text)
    .map((part) => (part.isCode ? part.text : withCallouts(part.text)))
    .join('')
  if (prepared.includes('<span style="color:')) losses.lostOnce('text color')
  return { text: prepared, properties }
}

const line = /^([^:\n]{1,100}): ?(.*)$/
/** The address after the name of a related page. */
const relation = / \((?:[^()\s]{1,1000}\.md|https:\/\/www\.notion\.so\/[^()\s]{1,1000})\)/g

/**
 * Lines such as `Status: Done` after the title, if the database of the page has these properties. A value goes on over
 * the next lines only as far as the table has it.
 */
function takeProperties(source: string, { keys, values }: Columns): Prepared {
  const [head] = /^# [^\n]*\n\n/.exec(source) ?? []
  const known = new Set(keys)
  const properties: Record<string, unknown> = {}
  const nothing = { text: source, properties: {} }
  if (head === undefined || known.size === 0) return nothing
  let at = head.length
  while (at < source.length && source[at] !== '\n') {
    const end = source.indexOf('\n', at)
    const [, key = '', first = ''] = line.exec(source.slice(at, end < 0 ? undefined : end)) ?? []
    if (!known.has(key)) return nothing
    const start = (end < 0 ? source.length : end) - first.length
    const value = values.find((one) => isValueAt(source, start, one)) ?? first
    properties[key] = withoutAddresses(value)
    at = start + value.length + 1
  }
  return at === head.length ? nothing : { text: head + source.slice(at), properties }
}

function isValueAt(source: string, start: number, value: string): boolean {
  const end = start + value.length
  return source.startsWith(value, start) && (end === source.length || source[end] === '\n')
}

export function withoutAddresses(value: string): string {
  return value.replaceAll(relation, '')
}

const icon = /^\s*(?:<img [^>]{0,1000}>|(\p{Extended_Pictographic}\ufe0f?))?\s*/u

const opening = '<aside>'
const closing = '</aside>'

/** Line by line: a pattern would read the rest of the text once for each callout that nothing closes. */
function withCallouts(text: string): string {
  if (!text.includes(opening)) return text
  const lines = text.split('\n')
  const result: string[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const end = line.startsWith(opening) ? endOfCallout(lines, index) : undefined
    if (end === undefined) result.push(line)
    else {
      const inside = lines
        .slice(index, end + 1)
        .join('\n')
        .trimEnd()
      result.push(calloutOf(inside.slice(opening.length, -closing.length)))
      index = end
    }
  }
  return result.join('\n')
}

/** The line that ends a callout, unless another begins before. */
function endOfCallout(lines: readonly string[], start: number): number | undefined {
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    if (index > start && line.startsWith(opening)) return undefined
    if (line.trimEnd().endsWith(closing)) return index
  }
  return undefined
}

function calloutOf(given: string): string {
  const inside = given.replace(/^[ \t]*\n/, '')
  const [found = '', sign = ''] = icon.exec(inside) ?? []
  const kind = calloutKindOfIcon(sign)
  const shown = kind === undefined && sign !== '' ? `${sign} ` : ''
  const lines = (shown + inside.slice(found.length)).trim().split('\n')
  const quoted = lines.map((one) => (one.trim() === '' ? '>' : `> ${one}`)).join('\n')
  return `\n> [!${(kind ?? 'note').toUpperCase()}]\n${quoted}\n`
}
