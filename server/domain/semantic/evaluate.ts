import { embedAll } from '../../search/embeddings/embedder.ts'
import {
  type embeddings,
  pages,
  publicViewer,
  readableVectors,
  type Store,
} from '../../store/index.ts'
import { readBlocks } from '../document/stored-body.ts'
import type { Embedders, ModelSettings, StoredModel } from './models.ts'
import { nearestPages } from './nearest-pages.ts'
import type { BuildAt, VectorMemory } from './vector-cache.ts'

/** Pages asked for by words of their own. */
const samples = 48
const words = 12
const candidateLimit = 10
/** Pages listed by one statement. */
const pagesAtOnce = 500
/** A model that finds this share of what it could, beyond chance, is trusted fully; at the lower one not at all. */
const fullConfidenceShare = 0.5
const noConfidenceShare = 0.1

type Evaluation = {
  store: Store
  embedders: Embedders
  memory: VectorMemory
  model: StoredModel
  settings: ModelSettings
  signal: AbortSignal
}

/**
 * Tries a model on the pages themselves: some words out of a page should lead back to it. What cannot do
 * that (random numbers, a model of another language) only spoils the list, and gets no weight. Undefined
 * when the provider does not answer.
 */
export async function tryModel(
  evaluation: Evaluation,
  build: BuildAt,
  { pageIds, total }: Sample,
): Promise<number | string> {
  const { store, embedders, memory, model, settings, signal } = evaluation
  const viewer = publicViewer(build.workspaceId)
  const asked = await excerpts(store, build, pageIds)
  const embedder = embedders.of(model)
  const texts = asked.map(({ text }) => text)
  const options = { timeout: 60_000, signal, batchSize: settings.batchSize }
  const result = await embedAll(embedder, texts, 'query', options)
  if (!result.ok) return result.reason
  let sum = 0
  for (const [index, { pageId }] of asked.entries()) {
    const query = result.vectors[index]
    if (query === undefined) continue
    const found = await nearestPages({ store, memory, viewer }, build, query, candidateLimit)
    const rank = found.findIndex((near) => near.pageId === pageId)
    // Vectors that are all the same find every page first.
    const isRanked = (found[0]?.score ?? 0) - (found.at(-1)?.score ?? 0) > 1e-6
    if (rank !== -1 && isRanked) sum += 1 / (rank + 1)
  }
  if (asked.length === 0 || total < 2) return 1
  return confidenceOf(sum / asked.length, total)
}

/** From the mean of 1/rank, corrected by what blind choice among `total` pages gives. */
export function confidenceOf(meanReciprocalRank: number, total: number): number {
  let chance = 0
  for (let rank = 1; rank <= Math.min(candidateLimit, total); rank += 1) chance += 1 / rank / total
  if (chance >= 1) return 1
  const share = (meanReciprocalRank - chance) / (1 - chance)
  return Math.min(
    1,
    Math.max(0, (share - noConfidenceShare) / (fullConfidenceShare - noConfidenceShare)),
  )
}

/** Pages to try a model with, and of how many they are. */
export type Sample = { pageIds: string[]; total: number }

/**
 * Some of the pages that everyone in the workspace can read, evenly by their ids: what the model is worth is the same
 * for everybody, so that other pages have no part in it.
 */
export async function samplePages(store: Store, build: embeddings.Build): Promise<Sample> {
  const viewer = publicViewer(build.workspaceId)
  let chosen: string[] = []
  let [total, step, after] = [0, 1, '']
  for (;;) {
    const ids = await readableVectors.done(store, viewer, build, { after, limit: pagesAtOnce })
    for (const id of ids) {
      if (total % step === 0) chosen.push(id)
      total += 1
      if (chosen.length < 2 * samples) continue
      chosen = chosen.filter((_, index) => index % 2 === 0)
      step *= 2
    }
    const last = ids.at(-1)
    if (last === undefined || ids.length < pagesAtOnce) break
    after = last
  }
  const share = Math.max(1, chosen.length / samples)
  const count = Math.min(samples, chosen.length)
  const pageIds = Array.from(
    { length: count },
    (_, index) => chosen[Math.floor(index * share)] ?? '',
  )
  return { pageIds, total }
}

async function excerpts(
  store: Store,
  build: BuildAt,
  pageIds: readonly string[],
): Promise<{ pageId: string; text: string }[]> {
  const rows = await pages.texts(store, build.workspaceId, pageIds)
  return rows.flatMap(({ id, title, blocks }) => {
    const body = readBlocks(blocks, id)
      .map(({ text }) => text)
      .join(' ')
    const text = middleOf(body) || title.trim()
    return text === '' ? [] : [{ pageId: id, text }]
  })
}

/** Some words from the middle, or letters where there are no spaces between words. */
function middleOf(text: string): string {
  const parts = text.split(/\s+/).filter((part) => part !== '')
  const isSpaced = text.length / Math.max(1, parts.length) < 20
  const tokens = isSpaced ? parts : Array.from(text.slice(0, 4000))
  const count = isSpaced ? words : words * 2
  const start = Math.max(0, Math.floor((tokens.length - count) / 2))
  return tokens
    .slice(start, start + count)
    .join(isSpaced ? ' ' : '')
    .trim()
}
