import { type TimeSlice, startTimeSlice } from '../../lib/time-slices.ts'
import { holdsPhraseSteps } from '../../search/analysis/phrases.ts'
import { plainTitle } from '../../search/index/entry.ts'
import { cutFragment } from '../../search/ranking/fragments.ts'
import { Matcher, type PageMatch } from '../../search/ranking/matcher.ts'
import { type PageText, partText } from '../../search/ranking/page-text.ts'
import { parseQuery, type Query } from '../../search/ranking/query.ts'
import type { Ranked } from '../../search/ranking/rank.ts'
import type { WorkspaceContext } from '../context.ts'
import type { Semantic } from '../semantic/search.ts'
import { type FusedPage, fusePages } from './fusion.ts'
import { inSteps } from './steps.ts'

export type Hit = {
  pageId: string
  workspaceId: string
  /** 0 is the title, n the n-th top-level block. */
  blockNumber: number
  title: string
  content: string
}

/** Pages that a fusion with another list needs. */
const rankedLimit = 100
/** Pages that are read at most for an exact phrase: the index knows only its words. */
const phraseRankedLimit = 1000

type SearchInput = {
  query: string
  k: number
  /** Searches these pages only. */
  pageIds?: readonly string[] | undefined
}
export type SearchContext = Pick<WorkspaceContext, 'store' | 'search' | 'semantic' | 'viewer'>

/** One hit per page that the viewer can read, its best block; pages whose title is the query come first. */
export function searchPages(context: SearchContext, input: SearchInput): Promise<Hit[]> {
  return context.search.threads.during(() => findPages(context, input))
}

async function findPages(context: SearchContext, input: SearchInput): Promise<Hit[]> {
  const { viewer } = context
  const { k, pageIds } = input
  const timeSlice = startTimeSlice()
  if (timeSlice.isOver()) await timeSlice.pause()
  const query = parseQuery(input.query)
  const model =
    query.tokens.length === 0 ? undefined : await context.semantic.search.model(viewer.workspaceId)
  // Both are looked for at the same time.
  const meaning =
    model === undefined ? undefined : context.semantic.search.find(viewer, model, input.query)
  let hits: Hit[] = []
  for (const limit of limitsOf(query, k, meaning !== undefined)) {
    const lexical = await context.search.rank(viewer, query, { limit, pageIds })
    const found = fusePages(lexical.pages, amongPages(await meaning, pageIds))
    hits = await readHits(context, { query, k, lexical, found })
    if (hits.length === k || lexical.pages.length < limit) break
  }
  return hits
}

function amongPages(
  meaning: Semantic | undefined,
  pageIds: readonly string[] | undefined,
): Semantic | undefined {
  if (meaning === undefined || pageIds === undefined) return meaning
  const among = new Set(pageIds)
  return { ...meaning, pages: meaning.pages.filter(({ pageId }) => among.has(pageId)) }
}

/** How many pages to rank; more the second time, should some of the first have been deleted meanwhile. */
function limitsOf({ phrases }: Query, k: number, isFused: boolean): number[] {
  if (phrases.length > 0) return [phraseRankedLimit]
  return isFused ? [rankedLimit] : [k, rankedLimit]
}

/** Reads pages until there are enough: those titled as the query, then the others as ranked. */
async function readHits(
  { store, search: { texts }, viewer }: Omit<SearchContext, 'semantic'>,
  search: {
    query: Query
    k: number
    lexical: Ranked
    found: readonly FusedPage[]
  },
): Promise<Hit[]> {
  const { query, k, lexical, found } = search
  const { workspaceId } = viewer
  const matcher = new Matcher(lexical.terms, query.phrases)
  const hits = new Map<string, Hit>()
  const timeSlice = startTimeSlice()
  const ranked = inOrder(lexical.titled, found)
  const readText = texts.readAhead(store, viewer, ranked, { count: k, timeSlice })
  let index = 0
  for (const page of inOrder(lexical.titled, found)) {
    if (hits.size === k) break
    const isTitled = index < lexical.titled.length
    index += 1
    const { pageId } = page
    if (hits.has(pageId)) continue
    // Awaited only where it takes time: a promise for each page would cost as much as reading it.
    const pending = readText(pageId)
    const text = pending instanceof Promise ? await pending : pending
    if (text === undefined) continue
    if (isTitled) {
      if (plainTitle(partText(text, 0)) !== query.title) continue
    } else if (query.phrases.length > 0 && !(await holdsPhrases(text, query, timeSlice))) continue
    const matching = inSteps(matcher.pageSteps(text, page.languages), timeSlice)
    const best = matching instanceof Promise ? await matching : matching
    hits.set(pageId, { pageId, workspaceId, ...toHit(text, best, page.block) })
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  return [...hits.values()]
}

function* inOrder(
  titled: readonly FusedPage[],
  found: readonly FusedPage[],
): Generator<FusedPage, void> {
  yield* titled
  yield* found
}

async function holdsPhrases(
  page: PageText,
  { phrases }: Query,
  timeSlice: TimeSlice,
): Promise<boolean> {
  const missing = new Set(phrases)
  for (let part = 0; part < page.numbers.length && missing.size > 0; part += 1) {
    const text = partText(page, part)
    for (const phrase of missing) {
      if (await inSteps(holdsPhraseSteps(text, phrase), timeSlice)) missing.delete(phrase)
    }
  }
  return missing.size === 0
}

/** `meant` is the block to show where the page holds no word of the query. */
function toHit(
  page: PageText,
  { part, match }: PageMatch,
  meant: number | undefined,
): Pick<Hit, 'blockNumber' | 'title' | 'content'> {
  const shown =
    match.weight === 0 && meant !== undefined ? Math.max(0, page.numbers.indexOf(meant)) : part
  return {
    blockNumber: page.numbers[shown] ?? 0,
    title: partText(page, 0),
    content: cutFragment(partText(page, shown), match),
  }
}
