import { embedAll } from '../../search/embeddings/embedder.ts'
import { pages, type Store, vectors } from '../../store/index.ts'
import { readBlocks } from '../document/stored-body.ts'
import type { Embedders, ModelSettings, StoredModel } from './models.ts'
import { nearestPages } from './nearest-pages.ts'
import type { BuildAt, VectorMemory } from './vector-cache.ts'

/** Pages asked for by words of their own. */
const samples = 48
const words = 12
const candidateLimit = 10
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
export async function tryModel(evaluation: Evaluation, build: BuildAt): Promise<number | string> {
  const { store, embedders, memory, model, settings, signal } = evaluation
  const asked = await sample(store, build)
  const embedder = embedders.of(model)
  const texts = asked.map(({ text }) => text)
  const options = { timeout: 60_000, signal, batchSize: settings.batchSize }
  const result = await embedAll(embedder, texts, 'query', options)
  if (!result.ok) return result.reason
  let sum = 0
  for (const [index, { pageId }] of asked.entries()) {
    const query = result.vectors[index]
    if (query === undefined) continue
    const found = await nearestPages({ store, memory }, build, query, candidateLimit)
    const rank = found.findIndex((near) => near.pageId === pageId)
    // Vectors that are all the same find every page first.
    const isRanked = (found[0]?.score ?? 0) - (found.at(-1)?.score ?? 0) > 1e-6
    if (rank !== -1 && isRanked) sum += 1 / (rank + 1)
  }
  const { done: total } = await vectors.counts(store, build)
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

async function sample(store: Store, build: BuildAt): Promise<{ pageId: string; text: string }[]> {
  const chosen = new Set<string>()
  for (let index = 0; index < samples; index += 1) {
    const chunk = Math.floor((build.sequence * (index + 0.5)) / samples)
    const pageId = await vectors.pageAt(store, build, chunk)
    if (pageId !== undefined) chosen.add(pageId)
  }
  const rows = await pages.texts(store, build.workspaceId, [...chosen])
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
