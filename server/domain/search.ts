import { cutFragment, findMatch, type Match } from '../search/fragments.ts'
import { holdsPhrase, normalizeSpace } from '../search/phrases.ts'
import { parseQuery, type Query } from '../search/query.ts'
import { fold } from '../search/tokens.ts'
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

/** Candidates read for an exact phrase, which the index does not know. */
const phraseCandidates = 200

/** One hit per page, its best block; pages whose title matches come first. */
export async function searchPages(
  { store }: Context,
  input: { workspaceId: string; query: string; k: number },
): Promise<Hit[]> {
  const { workspaceId, k } = input
  const query = parseQuery(input.query)
  const limit = query.phrases.length > 0 ? phraseCandidates : k * 2
  const ids = await store.search.find(store, workspaceId, query, limit)
  const texts = await readTexts(store, workspaceId, ids)
  const exact = texts.filter(({ title }) => isExactly(title, query))
  const ranked = [...exact, ...texts.filter((text) => !exact.includes(text))]
  return ranked
    .filter((text) => holdsPhrases(text, query))
    .slice(0, k)
    .map((text) => toHit(workspaceId, text, query))
}

async function readTexts(
  store: Context['store'],
  workspaceId: string,
  ids: readonly string[],
): Promise<Text[]> {
  const rows = await pages.texts(store, workspaceId, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row === undefined ? [] : [{ ...row, blocks: parseBlocks(row.blocks) }]
  })
}

function isExactly(title: string, { folded }: Query): boolean {
  return normalizeSpace(fold(title)) === folded
}

function holdsPhrases({ title, blocks }: Text, { phrases }: Query): boolean {
  if (phrases.length === 0) return true
  const folded = [title, ...blocks.map(({ text }) => text)].map((text) =>
    normalizeSpace(fold(text)),
  )
  return phrases.every((phrase) => folded.some((text) => holdsPhrase(text, phrase)))
}

function toHit(workspaceId: string, { id, title, blocks }: Text, query: Query): Hit {
  let best: { number: number; text: string; match: Match } = {
    number: 0,
    text: title,
    match: findMatch(title, query),
  }
  for (const { number, text } of blocks) {
    const match = findMatch(text, query)
    if (match.count > best.match.count) best = { number, text, match }
  }
  const content = cutFragment(best.text, best.match)
  return { pageId: id, workspaceId, blockNumber: best.number, title, content }
}
