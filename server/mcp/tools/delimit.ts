/**
 * Delimits untrusted text with a tag that the text cannot close, because the tag does not occur in it.
 */
export function delimit(text: string): string {
  const tag = freeTag(text)
  const newline = text === '' || text.endsWith('\n') ? '' : '\n'
  return `<${tag}>\n${text}${newline}</${tag}>`
}

/** A closing tag, also as a lenient reader would accept it: `</PAGE>`, `< /page-2 >`. */
const end = /<\s*\/\s*page(?:-(\d+))?/gi

function freeTag(text: string): string {
  const ended = new Set(Array.from(text.matchAll(end), (match) => Number(match[1] ?? 1)))
  for (let number = 1; ; number += 1) {
    if (!ended.has(number)) return number === 1 ? 'page' : `page-${number}`
  }
}
