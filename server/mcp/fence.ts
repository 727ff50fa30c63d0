/**
 * Puts text that people wrote between tags it cannot close: the tag is one that does not occur in it.
 */
export function fence(text: string): string {
  const tag = freeTag(text)
  const end = text === '' || text.endsWith('\n') ? '' : '\n'
  return `<${tag}>\n${text}${end}</${tag}>`
}

function freeTag(text: string): string {
  for (let number = 1; ; number += 1) {
    const tag = number === 1 ? 'page' : `page-${number}`
    if (!text.includes(`</${tag}`)) return tag
  }
}
