import { toTag } from '../../../content/links/tags.ts'
import { startTimeSlice } from '../../lib/time-slices.ts'
import type { Ownership, PageType } from '../../lib/vocabulary.ts'
import { pageTags, searchHits } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { findByHost } from './linked-hosts.ts'
import { type Ancestor, locatePages } from './locate.ts'
import {
  type HitPart,
  type PartHit,
  type SearchContext,
  searchPart,
  type SelectPages,
} from './search.ts'

/** A hit with the fields that distinguish pages with the same title. */
export type FoundHit = PartHit & {
  icon: string | null
  ownership: Ownership
  type: PageType
  updatedAt: number
  /** Its ancestors, from the root down. */
  above: Ancestor[]
}

export type FoundPart = Omit<HitPart, 'hits'> & { hits: FoundHit[] }

export type Filter = {
  ownership?: Ownership | undefined
  type?: PageType | undefined
  underPageId?: string | undefined
  /** Who created the page or changed it last. */
  authorId?: string | undefined
  /** When the page changed last: from the first time to before the second. */
  updatedFrom?: number | undefined
  updatedBefore?: number | undefined

  tag?: string | undefined
}

/** Pages with a tag that are searched. */
const maxTagged = 10_000
const taggedAtOnce = 1000

/** Pages that one statement looks up. */
const pagesAtOnce = 128

/** Like searchPages, in parts, for pages that pass a filter. Each hit has its ancestors. */
export async function findHits(
  context: SearchContext,
  input: { query: string; k: number; offset: number },
  { tag, ...filter }: Filter,
): Promise<FoundPart> {
  const pageIds = tag === undefined ? undefined : await taggedWith(context, toTag(tag))
  if (pageIds?.length === 0) return { hits: [], next: null, total: 0, isExact: true }
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const select = isFiltered ? selectorOf(context, filter) : undefined
  const words = await searchPart(context, { ...input, pageIds, select })
  const part = await withHosts(context, input, { words, pageIds, select })
  const ids = part.hits.map(({ pageId }) => pageId)
  const pages = await locatePages(context.store, context.viewer, ids)
  const hits = part.hits.flatMap((hit) => {
    const page = pages.get(hit.pageId)
    if (page === undefined) return []
    const { icon, ownership, type, updatedAt, ancestors } = page
    return [{ ...hit, icon, ownership, type, updatedAt, above: ancestors }]
  })
  return { ...part, hits }
}

type Words = {
  words: HitPart
  pageIds: readonly string[] | undefined
  select: SelectPages | undefined
}

/** After all pages with the words come those whose links lead to the host that the query names. */
async function withHosts(
  context: SearchContext,
  { query, k, offset }: { query: string; k: number; offset: number },
  { words, pageIds, select }: Words,
): Promise<HitPart> {
  const left = k - words.hits.length
  if (offset > 0 || words.next !== null || left <= 0) return words
  const found = new Set(words.hits.map(({ pageId }) => pageId))
  const linking = await findByHost(context, query, { k: left, found, pageIds, select })
  const hits = [...words.hits, ...linking]
  return { ...words, hits, total: words.total + linking.length }
}

/** Each page is looked up once, however often the ranking begins anew. */
function selectorOf(
  { store, viewer }: Pick<WorkspaceContext, 'store' | 'viewer'>,
  { underPageId, ...fields }: Omit<Filter, 'tag'>,
): SelectPages {
  const known = new Map<string, boolean>()
  const values = {
    ownership: fields.ownership ?? '',
    type: fields.type ?? '',
    authorId: fields.authorId ?? '',
    updatedFrom: fields.updatedFrom ?? 0,
    updatedBefore: fields.updatedBefore ?? Number.MAX_SAFE_INTEGER,
  }
  const passing = async (some: readonly string[]) => {
    const ids = await searchHits.passing(store, viewer, { ...values, ids: some })
    if (underPageId === undefined || ids.length === 0) return ids
    return searchHits.below(store, viewer, { ids, underPageId })
  }
  return async (pageIds) => {
    const timeSlice = startTimeSlice()
    const missing = pageIds.filter((id) => !known.has(id))
    for (let start = 0; start < missing.length; start += pagesAtOnce) {
      const some = missing.slice(start, start + pagesAtOnce)
      const chosen = new Set(await passing(some))
      for (const id of some) known.set(id, chosen.has(id))
      if (timeSlice.isOver()) await timeSlice.pause()
    }
    return new Set(pageIds.filter((id) => known.get(id)))
  }
}

async function taggedWith({ store, viewer }: SearchContext, tag: string): Promise<string[]> {
  const found: string[] = []
  const timeSlice = startTimeSlice()
  while (found.length < maxTagged) {
    const part = { after: found.at(-1) ?? '', limit: taggedAtOnce }
    const rows = await pageTags.pages(store, viewer, tag, part)
    for (const { pageId } of rows) found.push(pageId)
    if (rows.length < taggedAtOnce) break
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  return found
}
