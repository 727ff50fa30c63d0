import type { FileText } from '../file-text.ts'

/** Further text is not searched: a page can have thousands of broken links. */
const maxSearched = 100_000

/** The number of the first line of a file whose body has a URL, as links, definitions and tags write it. */
export function lineOf(
  text: Pick<FileText, 'frontMatter' | 'body'>,
  url: string,
): number | undefined {
  const body = text.body.slice(0, maxSearched)
  // A wikilink has a text or an end after its target.
  const written = url.startsWith('[[')
    ? [`${url.slice(0, -2)}|`, `${url.slice(0, -2)}\\|`, url]
    : [`](${url}`, `](<${url}`, `]: ${url}`, `="${url}`, url]
  const found = written.map((form) => body.indexOf(form)).filter((at) => at >= 0)
  const at = url.startsWith('[[') ? Math.min(...found) : found[0]
  if (at === undefined || !Number.isFinite(at)) return undefined
  return 1 + (`${text.frontMatter}${body.slice(0, at)}`.match(/\r\n?|\n/g)?.length ?? 0)
}
