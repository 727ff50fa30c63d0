/**
 * Puts text that people wrote between tags it cannot close: the tag is one that does not occur in it.
 */
export function fence(text: string): string {
  const tag = freeTag(text)
  const newline = text === '' || text.endsWith('\n') ? '' : '\n'
  return `<${tag}>\n${text}${newline}</${tag}>`
}

/** An end of such a tag, as a lenient reader may take one: `</PAGE>`, `< /page-2 >`. */
const end = /<\s*\/\s*page(?:-(\d+))?/gi

function freeTag(text: string): string {
  const ended = new Set(Array.from(text.matchAll(end), (match) => Number(match[1] ?? 1)))
  for (let number = 1; ; number += 1) {
    if (!ended.has(number)) return number === 1 ? 'page' : `page-${number}`
  }
}
