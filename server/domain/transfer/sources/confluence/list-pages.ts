import { decoded } from '../folder/addresses.ts'
import { all, byTag, type Element, first, isElement, parseHtml, textOf } from '../html/tree.ts'

/** A page in the list of a space. */
export type Listed = { source: string; title: string; children: Listed[] }

/** The tree of pages in `index.html`: the largest list of the file. */
export function listPages(html: string): Listed[] {
  const root = parseHtml(html)
  const lists = all(root, byTag('ul')).map(pagesIn)
  const [largest = []] = lists.toSorted((a, b) => count(b) - count(a))
  return largest
}

function pagesIn(list: Element): Listed[] {
  return list.children.filter(isElement).flatMap((item) => {
    if (item.tag === 'ul') return pagesIn(item)
    if (item.tag !== 'li') return []
    const link = first(item, byTag('a'))
    const children = item.children
      .filter(isElement)
      .filter(({ tag }) => tag === 'ul')
      .flatMap(pagesIn)
    const source = decoded(link?.attributes['href'] ?? '')
    return /\.html$/i.test(source) && link ? [{ source, title: textOf(link), children }] : children
  })
}

function count(pages: readonly Listed[]): number {
  return pages.reduce((sum, { children }) => sum + 1 + count(children), 0)
}
