const maxDescriptionLength = 160

/** The first line of a text that says something, for lists; without one, the title of its page. */
export function firstLine(markdown: string, title: string): string {
  const line = markdown
    .split('\n')
    .map((text) => text.trim())
    .find((text) => /^[\p{L}\p{N}"'*_{]/u.test(text))
  if (line === undefined) return title === '' ? 'A page in the workspace.' : title
  const letters = Array.from(line)
  return letters.length <= maxDescriptionLength
    ? line
    : `${letters.slice(0, maxDescriptionLength).join('').trimEnd()}…`
}
