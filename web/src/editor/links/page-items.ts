import type { FoundPage } from '../editor-host.ts'

/** Pages that the menu shows. */
const maxShown = 8

/**
 * The pages in the order of a person who types a title: the title itself, titles that begin so, titles with a word
 * that begins so, then the order of the search.
 */
export function rankPages(pages: readonly FoundPage[], query: string): FoundPage[] {
  const wanted = fold(query)
  return pages
    .map((page, index) => ({ page, index, rank: rankOf(fold(page.title), wanted) }))
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, maxShown)
    .map(({ page }) => page)
}

/** Without the page itself, if only what is typed into it matches. */
export function withoutOwnText(
  pages: readonly FoundPage[],
  own: FoundPage,
  query: string,
): FoundPage[] {
  const wanted = fold(query)
  return pages.filter(({ id, title }) => id !== own.id || fold(title).includes(wanted))
}

function rankOf(title: string, wanted: string): number {
  if (title === wanted) return 0
  if (title.startsWith(wanted)) return 1
  return title.includes(` ${wanted}`) ? 2 : 3
}

/** The titles of the pages above, for pages whose title is that of another one in the list. */
export function pathsOfRepeated(pages: readonly FoundPage[]): Map<string, string> {
  const titles = pages.map(({ title }) => fold(title))
  const repeated = pages.filter(
    ({ title }) => titles.indexOf(fold(title)) !== titles.lastIndexOf(fold(title)),
  )
  return new Map(repeated.map(({ id, path = [] }) => [id, path.join(' / ')]))
}

/** The page with a title. */
export function pageTitled(pages: readonly FoundPage[], title: string): FoundPage | undefined {
  return pages.find((page) => fold(page.title) === fold(title))
}

/** What is written after `[[`: a title, and what follows the `#` behind it. */
export function splitQuery(query: string): { title: string; heading: string | undefined } {
  const at = query.indexOf('#')
  if (at < 0) return { title: query.trim(), heading: undefined }
  return { title: query.slice(0, at).trim(), heading: query.slice(at + 1).trim() }
}

function fold(text: string): string {
  return text.trim().toLowerCase()
}
