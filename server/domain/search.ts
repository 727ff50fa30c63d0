import { startPace } from '../lib/turns.ts'
import type { ScoredPage } from '../search/best.ts'
import { plainTitle } from '../search/entry.ts'
import { cutFragment, type Match, Matcher } from '../search/fragments.ts'
import { holdsPhrase } from '../search/phrases.ts'
import { parseQuery, type Query } from '../search/query.ts'
import { rank, type Ranked } from '../search/rank.ts'
import { pages } from '../store/index.ts'
import { parseBlocks } from './content-tasks.ts'
import type { Context } from './context.ts'

export type Hit = {
  pageId: string
  workspaceId: string
  /** 0 is the title, n the n-th top-level block. */
  blockNumber: number
  title: string
  content: string
}

type Text = { id: string; title: string; blocks: { number: number; text: string }[] }

/** As many as a fusion with another list needs. */
const ranked = 100
/** Pages read at most for an exact phrase, of which the index knows only the words. */
const rankedForPhrase = 1000

/** One hit per page, its best block; pages whose title is the query come first. */
export async function searchPages(
  context: Pick<Context, 'store' | 'search'>,
  input: { workspaceId: string; query: string; k: number },
): Promise<Hit[]> {
  const { workspaceId, k } = input
  const query = parseQuery(input.query)
  const limit = query.phrases.length > 0 ? rankedForPhrase : ranked
  const lexical = await context.search.use(workspaceId, (snapshot) => rank(query, snapshot, limit))
  return readHits(context, { workspaceId, query, k, lexical })
}

/** Reads pages until there are enough: those titled as the query, then the others as ranked. */
async function readHits(
  { store }: Pick<Context, 'store'>,
  search: { workspaceId: string; query: Query; k: number; lexical: Ranked },
): Promise<Hit[]> {
  const { workspaceId, query, k, lexical } = search
  const matcher = new Matcher(lexical.terms, query.phrases)
  const hits = new Map<string, Hit>()
  const pace = startPace()
  const add = async (page: ScoredPage, isWanted: (text: Text) => boolean) => {
    if (hits.has(page.pageId)) return
    const text = await readText(store, workspaceId, page.pageId)
    if (text !== undefined && isWanted(text)) {
      hits.set(
        page.pageId,
        toHit(workspaceId, text, (block) => matcher.find(block, page.languages)),
      )
    }
    if (pace.isOver()) await pace.pause()
  }
  for (const page of lexical.titled) {
    if (hits.size < k) await add(page, ({ title }) => plainTitle(title) === query.title)
  }
  for (const page of lexical.pages) {
    if (hits.size === k) break
    await add(page, (text) => holdsPhrases(text, query))
  }
  return [...hits.values()]
}

async function readText(
  store: Context['store'],
  workspaceId: string,
  id: string,
): Promise<Text | undefined> {
  const [row] = await pages.texts(store, workspaceId, [id])
  return row === undefined ? undefined : { ...row, blocks: parseBlocks(row.blocks) }
}

function holdsPhrases({ title, blocks }: Text, { phrases }: Query): boolean {
  if (phrases.length === 0) return true
  const folded = [title, ...blocks.map(({ text }) => text)].map(plainTitle)
  return phrases.every((phrase) => folded.some((text) => holdsPhrase(text, phrase)))
}

function toHit(
  workspaceId: string,
  { id, title, blocks }: Text,
  find: (text: string) => Match,
): Hit {
  let best: { number: number; text: string; match: Match } = {
    number: 0,
    text: title,
    match: find(title),
  }
  for (const { number, text } of blocks) {
    const match = find(text)
    if (match.worth > best.match.worth) best = { number, text, match }
  }
  const content = cutFragment(best.text, best.match)
  return { pageId: id, workspaceId, blockNumber: best.number, title, content }
}
