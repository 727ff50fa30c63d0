import { type Reader, searchHits, type Viewer } from '../../store/index.ts'

export type Ancestor = { id: string; title: string; icon: string | null }

/** A page with its ancestors, from the root down to the first that the viewer cannot read. */
export type LocatedPage = searchHits.BranchRow & { ancestors: Ancestor[] }

/** Pages that one statement reads. */
const pagesAtOnce = 128

/** Those of some pages that the viewer can read. */
export async function locatePages(
  reader: Reader,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, LocatedPage>> {
  const located = new Map<string, LocatedPage>()
  for (let start = 0; start < ids.length; start += pagesAtOnce) {
    const some = ids.slice(start, start + pagesAtOnce)
    const rows = await searchHits.branches(reader, viewer, some)
    const pages = new Map(rows.map((page) => [page.id, page]))
    for (const id of some) {
      const page = pages.get(id)
      if (page !== undefined) located.set(id, { ...page, ancestors: ancestorsOf(page, pages) })
    }
  }
  return located
}

function ancestorsOf(
  page: searchHits.BranchRow,
  pages: ReadonlyMap<string, searchHits.BranchRow>,
): Ancestor[] {
  const ancestors: Ancestor[] = []
  for (let one = pages.get(page.parentId); one !== undefined; one = pages.get(one.parentId)) {
    ancestors.unshift({ id: one.id, title: one.title, icon: one.icon })
  }
  return ancestors
}
