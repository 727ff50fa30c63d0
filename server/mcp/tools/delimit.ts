import { randomInt } from 'node:crypto'
import type { JsonObject } from './json-object.ts'

/**
 * Delimits untrusted text with a tag that the text cannot close: it has a random part, and the text does not contain
 * it.
 */
export function delimit(text: string): string {
  const tag = freeTag(text)
  const newline = text === '' || text.endsWith('\n') ? '' : '\n'
  return `<${tag}>\n${text}${newline}</${tag}>`
}

/** The same in one line, for a value in JSON. */
export function delimitValue(text: unknown): unknown {
  return typeof text === 'string' && text !== '' ? delimitLine(text) : text
}

export function delimitLine(text: string): string {
  const tag = freeTag(text)
  return `<${tag}>${text}</${tag}>`
}

/** Names and values, one a line, for those that people wrote. */
export function delimitLines(values: JsonObject): string {
  return delimit(headerLines(values).join('\n'))
}

export function headerLines(values: JsonObject): string[] {
  return Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
}

/** An object whose members stand between two members with the names of the tags, so that it stays JSON. */
export function delimitMembers(value: JsonObject): JsonObject {
  const tag = freeTag(JSON.stringify(value))
  return { [`<${tag}>`]: 'data', ...value, [`</${tag}>`]: 'end' }
}

/** Digits, because models read three of them as one token. */
const nonceDigits = 6

function freeTag(text: string): string {
  for (;;) {
    const nonce = String(randomInt(10 ** nonceDigits)).padStart(nonceDigits, '0')
    if (!text.includes(nonce)) return `page-${nonce}`
  }
}
