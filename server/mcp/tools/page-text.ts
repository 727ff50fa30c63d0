import { takeExcerpt } from '../../domain/document/excerpt.ts'
import { delimit } from './delimit.ts'
import type { JsonObject } from './json-object.ts'
import { maxTextBytes } from './results.ts'

/** A page as header lines and delimited Markdown, and how to read the next part. */
export function toText({ markdown, length, nextOffset, ...about }: JsonObject): string {
  const { text, nextOffset: cutAt } = takeExcerpt(String(markdown), 0, maxTextBytes)
  const header = Object.entries(about)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const next = cutAt ?? nextOffset
  const more =
    typeof next === 'number'
      ? [
          `Truncated${length === undefined ? '' : ` (${Number(length)} characters in total)`}. Continue with get_page and offset ${next}.`,
        ]
      : []
  return [...header, delimit(text), ...more].join('\n')
}
