import { type Pace, startPace } from '../../lib/turns.ts'
import { holdsPhraseSteps } from '../../search/analysis/phrases.ts'
import { plainTitle } from '../../search/index/entry.ts'
import { cutFragment, type Match, Matcher } from '../../search/ranking/fragments.ts'
import { parseQuery, type Query } from '../../search/ranking/query.ts'
import { rank, type Ranked } from '../../search/ranking/rank.ts'
import type { Context } from '../context.ts'
import { type FusedPage, fusePages } from './fusion.ts'
import { readAhead, type Text } from './texts-ahead.ts'

export type Hit = {
  pageId: string
  workspaceId: string
  /** 0 is the title, n the n-th top-level block. */
  blockNumber: number
  title: string
  content: string
}

/** As many as a fusion with another list needs. */
const ranked = 100
/** Pages read at most for an exact phrase, of which the index knows only the words. */
const rankedForPhrase = 1000

const nowhere: Match = { worth: 0, start: 0, end: 0 }

type SearchContext = Pick<Context, 'store' | 'search' | 'semantic'>

/** One hit per page, its best block; pages whose title is the query come first. */
export async function searchPages(
  context: SearchContext,
  input: { workspaceId: string; query: string; k: number },
): Promise<Hit[]> {
  const { workspaceId, k } = input
  const pace = startPace()
  if (pace.isOver()) await pace.pause()
  const query = parseQuery(input.query)
  const limit = query.phrases.length > 0 ? rankedForPhrase : ranked
  // Both are looked for at the same time.
  const meaning =
    query.pieces.length === 0 ? undefined : context.semantic.search.find(workspaceId, input.query)
  const lexical = await context.search.use(workspaceId, (snapshot) => rank(query, snapshot, limit))
  const found = fusePages(lexical.pages, await meaning)
  return readHits(context, { workspaceId, query, k, lexical, found })
}

/** Reads pages until there are enough: those titled as the query, then the others as ranked. */
async function readHits(
  { store }: Pick<Context, 'store'>,
  search: {
    workspaceId: string
    query: Query
    k: number
    lexical: Ranked
    found: readonly FusedPage[]
  },
): Promise<Hit[]> {
  const { workspaceId, query, k, lexical, found } = search
  const matcher = new Matcher(lexical.terms, query.phrases)
  const hits = new Map<string, Hit>()
  const ids = new Set([...lexical.titled, ...found].map(({ pageId }) => pageId))
  const readText = readAhead(store, workspaceId, [...ids], k)
  const pace = startPace()
  const add = async (page: FusedPage, isWanted: (text: Text) => boolean | Promise<boolean>) => {
    if (hits.has(page.pageId)) return
    const text = await readText(page.pageId)
    if (text !== undefined && (await isWanted(text))) {
      const find = (block: string) =>
        matcher.mayHold(block, page.languages)
          ? inSteps(matcher.steps(block, page.languages), pace)
          : nowhere
      hits.set(page.pageId, await toHit(workspaceId, text, page.block, find))
    }
    if (pace.isOver()) await pace.pause()
  }
  for (const page of lexical.titled) {
    if (hits.size < k) await add(page, ({ title }) => plainTitle(title) === query.title)
  }
  for (const page of found) {
    if (hits.size === k) break
    await add(page, (text) => holdsPhrases(text, query, pace))
  }
  return [...hits.values()]
}

async function holdsPhrases(
  { title, blocks }: Text,
  { phrases }: Query,
  pace: Pace,
): Promise<boolean> {
  const missing = new Set(phrases)
  for (const text of [title, ...blocks.map((block) => block.text)]) {
    if (missing.size === 0) return true
    for (const phrase of missing) {
      if (await inSteps(holdsPhraseSteps(text, phrase), pace)) missing.delete(phrase)
    }
  }
  return missing.size === 0
}

/** Takes the steps of a computation, and lets others work whenever the time of a round is over. */
async function inSteps<Result>(steps: Generator<void, Result>, pace: Pace): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (pace.isOver()) await pace.pause()
    if (step.done === true) return step.value
  }
}

async function toHit(
  workspaceId: string,
  { id, title, blocks }: Text,
  meant: number | undefined,
  find: (text: string) => Match | Promise<Match>,
): Promise<Hit> {
  let best: { number: number; text: string; match: Match } = {
    number: 0,
    text: title,
    match: await find(title),
  }
  for (const { number, text } of blocks) {
    const match = await find(text)
    if (match.worth > best.match.worth) best = { number, text, match }
  }
  if (best.match.worth === 0) {
    const block = blocks.find(({ number }) => number === meant)
    if (block !== undefined) best = { ...block, match: await find(block.text) }
  }
  const content = cutFragment(best.text, best.match)
  return { pageId: id, workspaceId, blockNumber: best.number, title, content }
}
