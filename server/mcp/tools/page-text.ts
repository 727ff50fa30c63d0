import { takeExcerpt } from '../../domain/document/excerpt.ts'
import { delimit, delimitLines, headerLines } from './delimit.ts'
import type { JsonObject } from './json-object.ts'
import { maxTextBytes } from './results.ts'

/** What the server says about a page. People wrote the rest. */
const ownNames = new Set([
  'id',
  'url',
  'type',
  'ownership',
  'version',
  'parentId',
  'createdAt',
  'updatedAt',
  'level',
])

/** A page as header lines and delimited Markdown, and how to read the next part. */
export function toText({ markdown, length, nextOffset, ...about }: JsonObject): string {
  const { text, nextOffset: cutAt } = takeExcerpt(String(markdown), 0, maxTextBytes)
  const known = Object.entries(about).filter(([, value]) => value !== null)
  const own = Object.fromEntries(known.filter(([name]) => ownNames.has(name)))
  const written = Object.fromEntries(known.filter(([name]) => !ownNames.has(name)))
  const next = cutAt ?? nextOffset
  const more =
    typeof next === 'number'
      ? [
          `Truncated${length === undefined ? '' : ` (${Number(length)} characters in total)`}. Continue with get_page and offset ${next}.`,
        ]
      : []
  const named = Object.keys(written).length === 0 ? [] : [delimitLines(written)]
  return [...headerLines(own), ...named, delimit(text), ...more].join('\n')
}
