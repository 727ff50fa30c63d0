import type { Ownership, PageType } from '../../lib/vocabulary.ts'
import { type pageLookup, searchHits } from '../../store/index.ts'
import { type Hit, type SearchContext, searchPages } from './search.ts'

type Ancestor = { id: string; title: string; icon: string | null }

/** A hit with the fields that distinguish pages with the same title. */
export type FoundHit = Hit & {
  icon: string | null
  ownership: Ownership
  type: PageType
  updatedAt: number
  /** Its ancestors, from the root down. */
  above: Ancestor[]
}

export type Filter = {
  ownership?: Ownership | undefined
  type?: PageType | undefined
  underPageId?: string | undefined
}

/** Pages to filter; the search ranks as many. */
const filteredLimit = 100

/** Like searchPages, for pages of one kind or below one page. Each hit has its ancestors. */
export async function findHits(
  context: SearchContext,
  input: { query: string; k: number },
  filter: Filter,
): Promise<FoundHit[]> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const hits = await searchPages(context, isFiltered ? { ...input, k: filteredLimit } : input)
  if (hits.length === 0) return []
  const ids = hits.map(({ pageId }) => pageId)
  const rows = await searchHits.branches(context.store, context.viewer, ids)
  const pages = new Map(rows.map((page) => [page.id, page]))
  return hits
    .flatMap((hit) => locate(hit, pages) ?? [])
    .filter((hit) => passes(hit, filter))
    .slice(0, input.k)
}

function locate(hit: Hit, pages: ReadonlyMap<string, pageLookup.PageRecord>): FoundHit | undefined {
  const page = pages.get(hit.pageId)
  if (page === undefined) return undefined
  const above: Ancestor[] = []
  for (let one = pages.get(page.parentId); one !== undefined; one = pages.get(one.parentId)) {
    above.unshift({ id: one.id, title: one.title, icon: one.icon })
  }
  const { icon, ownership, type, updatedAt } = page
  return { ...hit, icon, ownership, type, updatedAt, above }
}

function passes(hit: FoundHit, { ownership, type, underPageId }: Filter): boolean {
  if (ownership !== undefined && hit.ownership !== ownership) return false
  if (type !== undefined && hit.type !== type) return false
  return (
    underPageId === undefined ||
    hit.pageId === underPageId ||
    hit.above.some(({ id }) => id === underPageId)
  )
}
