import { randomBytes } from 'node:crypto'

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
  if (typeof text !== 'string' || text === '') return text
  const tag = freeTag(text)
  return `<${tag}>${text}</${tag}>`
}

const nonceBytes = 3

function freeTag(text: string): string {
  for (;;) {
    const nonce = randomBytes(nonceBytes).toString('hex')
    if (!text.toLowerCase().includes(nonce)) return `page-${nonce}`
  }
}
