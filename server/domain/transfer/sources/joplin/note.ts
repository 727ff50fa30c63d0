import { mapText, splitCode } from '../markdown/prose.ts'

/** The text of a note, and addresses by the IDs that its links have. */
export type JoplinNote = { text: string; urls: Readonly<Record<string, string>> }

const link =
  /(\]\(\s{0,10}<?|\]:[ \t]{1,10}<?|\b(?:src|href)\s{0,5}=\s{0,5}["']?):\/([\da-f]{32})/gi

/** The IDs that the links of a note lead to. */
export function linkedIds(text: string): string[] {
  return Array.from(text.matchAll(link), ([, , id = '']) => id.toLowerCase())
}

/** A note in Markdown as Quire reads it. What needs no change keeps its letters. */
export function convertJoplinNote({ text, urls }: JoplinNote): string {
  return splitCode(text)
    .map((part) => (part.isCode ? part.text : mapText(part.text, (prose) => convert(prose, urls))))
    .join('')
}

function convert(prose: string, urls: JoplinNote['urls']): string {
  return withUrls(prose, urls).replaceAll(
    /==(?=[^\s=])([^=\n]{1,1000}?)(?<=[^\s=])==/g,
    '<mark>$1</mark>',
  )
}

/** Links to other items with their addresses. */
export function withUrls(text: string, urls: JoplinNote['urls']): string {
  return text.replaceAll(link, (given, before: string, id: string) => {
    const key = id.toLowerCase()
    return Object.hasOwn(urls, key) ? `${before}${urls[key]}` : given
  })
}
