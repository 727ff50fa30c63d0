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

/** A hit with the beginning of the text, for hits in the title. */
export type PartHit = Hit & { beginning: string }

/** A part of a long list of hits. */
export type HitPart = {
  hits: PartHit[]
  /** Where the next part begins; null at the end. */
  next: number | null
  /** How many pages are in the list, at least. */
  total: number
  isExact: boolean
}

/** Which of some pages to search. */
export type SelectPages = (pageIds: readonly string[]) => Promise<ReadonlySet<string>>

/** Pages that a fusion with another list needs. */
const rankedLimit = 100
/** Pages that are read at most for an exact phrase: the index knows only its words. */
const phraseRankedLimit = 1000
/** Pages that one search reads at most. */
const maxReadPages = 1000
/** Pages that are ranked for a part of a long list; more where a filter excludes most of them. */
const partRankedLimits = [1000, 10_000, 1_000_000]

type SearchInput = {
  query: string
  k: number
  /** Searches these pages only. */
  pageIds?: readonly string[] | undefined
}
export type SearchContext = Pick<WorkspaceContext, 'store' | 'search' | 'semantic' | 'viewer'>

/** One hit per page that the viewer can read, its best block; pages whose title is the query come first. */
export function searchPages(context: SearchContext, input: SearchInput): Promise<Hit[]> {
  return context.search.threads.during(async () => {
    const { hits } = await findPages(context, input, limitsOf)
    return hits.map(({ beginning: _beginning, ...hit }) => hit)
  })
}

/** The same in parts, and only of the pages that `select` returns. */
export function searchPart(
  context: SearchContext,
  input: SearchInput & { offset: number; select: SelectPages | undefined },
): Promise<HitPart> {
  return context.search.threads.during(() => findPages(context, input, partLimitsOf))
}

type PartInput = SearchInput & { offset?: number; select?: SelectPages | undefined }

async function findPages(
  context: SearchContext,
  input: PartInput,
  limits: (query: Query, input: PartInput, isFused: boolean) => readonly number[],
): Promise<HitPart> {
  const { viewer } = context
  const { k, pageIds, offset = 0, select } = input
  const timeSlice = startTimeSlice()
  if (timeSlice.isOver()) await timeSlice.pause()
  const query = parseQuery(input.query)
  const model =
    query.tokens.length === 0 ? undefined : await context.semantic.search.model(viewer.workspaceId)
  // Both are looked for at the same time.
  const meaning =
    model === undefined ? undefined : context.semantic.search.find(viewer, model, input.query)
  let part: HitPart = { hits: [], next: null, total: 0, isExact: true }
  for (const limit of limits(query, input, meaning !== undefined)) {
    const lexical = await context.search.rank(viewer, query, { limit, pageIds })
    const found = fusePages(lexical.pages, amongPages(await meaning, pageIds))
    const list = await selected({ titled: lexical.titled, found }, select)
    const read = await readHits(context, { query, k, offset, terms: lexical.terms, list })
    const isAll = lexical.pages.length < limit
    part = { ...read, isExact: isAll && (query.phrases.length === 0 || read.next === null) }
    // A list that a filter shortened may go on beyond the ranked pages.
    const isEnough = read.hits.length === k && (select === undefined || read.next !== null)
    if (isEnough || isAll) break
  }
  return part
}

/** Ranked pages, those whose title may be the query first. */
type RankedList = { titled: readonly FusedPage[]; found: readonly FusedPage[] }

async function selected(list: RankedList, select: SelectPages | undefined): Promise<RankedList> {
  if (select === undefined) return list
  const ids = new Set([...list.titled, ...list.found].map(({ pageId }) => pageId))
  const chosen = await select([...ids])
  const among = (pages: readonly FusedPage[]) => pages.filter(({ pageId }) => chosen.has(pageId))
  return { titled: among(list.titled), found: among(list.found) }
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
function limitsOf({ phrases }: Query, { k }: PartInput, isFused: boolean): number[] {
  if (phrases.length > 0) return [phraseRankedLimit]
  return isFused ? [rankedLimit] : [k, rankedLimit]
}

/** Without a filter, every page of the list is a hit. */
function partLimitsOf(_query: Query, { select }: PartInput): readonly number[] {
  return select === undefined ? partRankedLimits.slice(0, 1) : partRankedLimits
}

type Reading = {
  query: Query
  k: number
  /** Pages at the start of the list to skip. */
  offset: number
  terms: Ranked['terms']
  list: RankedList
}

/** Reads pages until there are enough: those titled as the query, then the others as ranked. */
async function readHits(
  { store, search: { texts }, viewer }: Omit<SearchContext, 'semantic'>,
  { query, k, offset, terms, list }: Reading,
): Promise<Omit<HitPart, 'isExact'>> {
  const { workspaceId } = viewer
  const matcher = new Matcher(terms, query.phrases)
  const titledIds = new Set(list.titled.map(({ pageId }) => pageId))
  const hits: PartHit[] = []
  const timeSlice = startTimeSlice()
  const readText = texts.readAhead(store, viewer, inOrder(list, offset), { count: k, timeSlice })
  let index = offset
  for (const page of inOrder(list, offset)) {
    if (hits.length === k || index - offset === maxReadPages) break
    const isTitled = index < list.titled.length
    index += 1
    const { pageId } = page
    // Awaited only where it takes time: a promise for each page would cost as much as reading it.
    const pending = readText(pageId)
    const text = pending instanceof Promise ? await pending : pending
    if (text === undefined) continue
    // A page titled as the query is in the list twice.
    const hasTitle = titledIds.has(pageId) && plainTitle(partText(text, 0)) === query.title
    if (hasTitle !== isTitled) continue
    if (!isTitled && query.phrases.length > 0 && !(await holdsPhrases(text, query, timeSlice))) {
      continue
    }
    const matching = inSteps(matcher.pageSteps(text, page.languages), timeSlice)
    const best = matching instanceof Promise ? await matching : matching
    hits.push({ pageId, workspaceId, ...toHit(text, best, page.block) })
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  const rest = list.found.slice(Math.max(0, index - list.titled.length))
  const hasMore = index < titledIds.size || rest.some(({ pageId }) => !titledIds.has(pageId))
  // Only reading tells which pages have the phrases.
  const total = query.phrases.length > 0 ? hits.length : countPages(list, titledIds)
  return { hits, next: hasMore ? index : null, total }
}

function countPages({ titled, found }: RankedList, titledIds: ReadonlySet<string>): number {
  return titled.length + found.filter(({ pageId }) => !titledIds.has(pageId)).length
}

function* inOrder({ titled, found }: RankedList, offset: number): Generator<FusedPage, void> {
  yield* titled.slice(offset)
  yield* found.slice(Math.max(0, offset - titled.length))
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
): Pick<PartHit, 'blockNumber' | 'title' | 'content' | 'beginning'> {
  const shown =
    match.weight === 0 && meant !== undefined ? Math.max(0, page.numbers.indexOf(meant)) : part
  return {
    blockNumber: page.numbers[shown] ?? 0,
    title: partText(page, 0),
    content: cutFragment(partText(page, shown), match),
    beginning: shown === 0 ? cutFragment(partText(page, 1), { start: 0, end: 0 }) : '',
  }
}
