import type { Ownership, PageType } from '../../lib/vocabulary.ts'
import { pageLookup, type Reader } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { type Hit, searchPages } from './search.ts'

type Above = { id: string; title: string; icon: string | null }

/** A hit with what tells pages of one name apart. */
export type FoundHit = Hit & {
  icon: string | null
  ownership: Ownership
  type: PageType
  updatedAt: number
  /** The pages above it, from the top down. */
  above: Above[]
}

export type Filter = { ownership?: Ownership; type?: PageType; underPageId?: string }

/** Pages looked through for those a filter lets pass; the search ranks as many. */
const looked = 100

/** As searchPages, of one kind or below one page, each hit with where it is. */
export async function findHits(
  context: Pick<Context, 'store' | 'search' | 'semantic'>,
  input: { workspaceId: string; query: string; k: number },
  filter: Filter,
): Promise<FoundHit[]> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const hits = await searchPages(context, isFiltered ? { ...input, k: looked } : input)
  const known = new Map<string, Promise<pageLookup.PageRecord | undefined>>()
  const found: FoundHit[] = []
  for (const hit of hits) {
    if (found.length === input.k) break
    const whole = await place(context.store, hit, known)
    if (whole !== undefined && passes(whole, filter)) found.push(whole)
  }
  return found
}

async function place(
  reader: Reader,
  hit: Hit,
  known: Map<string, Promise<pageLookup.PageRecord | undefined>>,
): Promise<FoundHit | undefined> {
  const { workspaceId, pageId } = hit
  const read = (id: string) => {
    const page = known.get(id) ?? pageLookup.get(reader, workspaceId, id)
    known.set(id, page)
    return page
  }
  const page = await read(pageId)
  if (page === undefined) return undefined
  const above: Above[] = []
  for (let one = await read(page.parentId); one !== undefined; one = await read(one.parentId)) {
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
