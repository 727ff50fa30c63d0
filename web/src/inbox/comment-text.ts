/** The start of a comment on one line, with the texts of its links. */
export function withoutLinks(markdown: string): string {
  return markdown
    .replaceAll(/\[((?:[^[\]\\]|\\.)*)\]\([^)\s]*\)/g, '$1')
    .replaceAll(/\\([^\w\s])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
