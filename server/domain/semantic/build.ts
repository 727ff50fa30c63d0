import { eventTypeOf } from '../../lib/event-types.ts'
import { embeddings, events, type Store, type Transaction, vectors } from '../../store/index.ts'
import type { ContentEngine } from '../document/engine.ts'
import { parseEvent } from '../events/stored-events.ts'
import { samplePages, tryModel } from './evaluate.ts'
import { type Embedders, readSettings } from './models.ts'
import { type Failure, PageEmbedding, putPage } from './pages.ts'
import type { VectorMemory } from './vector-cache.ts'
import { indexVectors } from './vector-indexing.ts'

/** Rows read or written in one step: others write in between. */
const rowsAtOnce = 500
const clearedAtOnce = 200

type Build = embeddings.Build

export type BuildContext = {
  store: Store
  content: ContentEngine
  embedders: Embedders
  memory: VectorMemory
}

export type BuildControl = {
  /** Writes while the right to do so lasts; throws when it is lost. */
  write: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>
  signal: AbortSignal
}

export type BuildOutcome =
  | { isDone: true }
  | { isDone: false; failure: Failure; progressed: boolean }

/**
 * Brings the vectors of a workspace in step with its pages and its settings. It may stop anywhere: what was
 * done is in the store, and the next run goes on from there.
 */
export async function buildEmbeddings(
  context: BuildContext,
  workspaceId: string,
  control: BuildControl,
): Promise<BuildOutcome> {
  const wanted = await prepare(context, workspaceId, control)
  if (wanted === undefined) return { isDone: true }
  const { build, model } = wanted
  const settings = readSettings(model)
  const embedder = context.embedders.of(model)
  const { batchSize } = settings
  const { store, content } = context
  const work = { store, content, embedder, batchSize, build, ...control }
  const pages = new PageEmbedding(work)
  let progressed = false
  while (!control.signal.aborted) {
    await takeChanges(context.store, build, control)
    const step = await pages.step()
    if (typeof step !== 'number') return { isDone: false, failure: step, progressed }
    progressed ||= step > 0
    if (step > 0) continue
    const { sequence } = await rowOf(store, build)
    const at = { ...build, sequence, dimensions: settings.dimensions }
    await indexVectors(context, at, control.signal)
    const failure = await tryWhenDue(context, wanted, control)
    if (failure !== undefined) return { isDone: false, failure, progressed }
    if ((await rowOf(context.store, build)).isLive === 0) await goLive(context, build, control)
    return { isDone: true }
  }
  return {
    isDone: false,
    failure: { reason: 'the server was stopped', fault: 'later', retryAfter: 0 },
    progressed,
  }
}

/** The model answers from now on, and what answered before is cleared away. */
async function goLive(context: BuildContext, build: Build, control: BuildControl): Promise<void> {
  await control.write((transaction) => embeddings.goLive(transaction, build))
  await prepare(context, build.workspaceId, control)
}

type Wanted = { build: Build; model: embeddings.ModelRow }

/** Clears away what no longer answers and makes room for what is wanted. */
async function prepare(
  { store }: BuildContext,
  workspaceId: string,
  control: BuildControl,
): Promise<Wanted | undefined> {
  const models = await embeddings.models(store, workspaceId)
  const builds = await embeddings.builds(store, workspaceId)
  const [model] = models
  const isLive = builds.some(({ modelId, isLive }) => modelId === model?.id && isLive === 1)
  for (const build of builds) {
    const isOld = build.isLive === 1 && !isLive && models.some(({ id }) => id === build.modelId)
    if (build.modelId === model?.id) continue
    if (isOld) await dropChanged(store, build, control)
    else await forget(store, build, control)
  }
  for (const { id } of models.slice(1)) {
    const isAnswering = builds.some((build) => build.modelId === id && build.isLive === 1)
    if (isAnswering && !isLive) continue
    const old = { workspaceId, modelId: id }
    await control.write((transaction) => embeddings.removeModel(transaction, old))
  }
  if (model === undefined) return undefined
  const build = { workspaceId, modelId: model.id }
  if (!builds.some(({ modelId }) => modelId === model.id)) {
    await control.write((transaction) => embeddings.insertBuild(transaction, build))
  }
  return { build, model }
}

async function forget(store: Store, build: Build, { write, signal }: BuildControl): Promise<void> {
  await store.vectorIndex?.drop(build)
  for (;;) {
    if (signal.aborted) return
    const cleared = await write((transaction) => vectors.clear(transaction, build, clearedAtOnce))
    if (cleared === 0) break
  }
  await write((transaction) => embeddings.removeBuild(transaction, build))
}

/** Notes the pages that changed, and those not read yet. */
async function takeChanges(store: Store, build: Build, control: BuildControl): Promise<void> {
  await eachChanged(store, build, control, (transaction, pageId) =>
    vectors.mark(transaction, build, pageId),
  )
  const { scannedTo } = await rowOf(store, build)
  if (scannedTo === null) return
  for (let after: string | null = scannedTo; after !== null && !control.signal.aborted;) {
    const ids: string[] = await vectors.scan(store, build.workspaceId, after, rowsAtOnce)
    const next: string | null = ids.length < rowsAtOnce ? null : (ids.at(-1) ?? null)
    await control.write(async (transaction) => {
      for (const id of ids) await vectors.mark(transaction, build, id)
      await embeddings.scanned(transaction, build, next)
    })
    after = next
  }
}

/** A model on its way out gets no new vectors; what it says of changed pages is no longer true. */
function dropChanged(store: Store, build: Build, control: BuildControl): Promise<void> {
  return eachChanged(store, build, control, (transaction, pageId) =>
    putPage(transaction, build, { pageId, chunks: [], isRefused: false }),
  )
}

async function eachChanged(
  store: Store,
  build: Build,
  { write }: BuildControl,
  note: (transaction: Transaction, pageId: string) => Promise<void>,
): Promise<void> {
  for (;;) {
    const { eventSequence } = await rowOf(store, build)
    const rows = await events.after(store, build.workspaceId, eventSequence, rowsAtOnce)
    const last = rows.at(-1)
    if (last === undefined) return
    await write(async (transaction) => {
      const changed = new Set<string>()
      for (const row of rows) {
        for (const pageId of await changedPages(transaction, build, row)) changed.add(pageId)
      }
      for (const pageId of changed) await note(transaction, pageId)
      await embeddings.taken(transaction, build, last.sequence)
    })
  }
}

async function changedPages(
  transaction: Transaction,
  { workspaceId }: Build,
  row: Pick<events.EventRow, 'type' | 'data'>,
): Promise<string[]> {
  const event = parseEvent(row, 'search')
  if (!event.isKnown || !('pageId' in event.data)) return []
  const { changesText } = eventTypeOf(event.type)
  if (changesText === undefined) return []
  const { pageId } = event.data
  return changesText === 'subtree' ? vectors.below(transaction, workspaceId, pageId) : [pageId]
}

async function rowOf(store: Store, build: Build): Promise<embeddings.BuildRow> {
  const rows = await embeddings.builds(store, build.workspaceId)
  const row = rows.find(({ modelId }) => modelId === build.modelId)
  return row ?? { ...gone, ...build }
}

/** A build that was removed while it was worked on: nothing of it is left to do. */
const gone = {
  isLive: 0,
  sequence: 0,
  eventSequence: Number.MAX_SAFE_INTEGER,
  scannedTo: null,
  trust: null,
  triedPages: 0,
  probe: null,
} as const

/** A model is tried before it answers, and again when the workspace has doubled. */
async function tryWhenDue(
  { store, embedders, memory }: BuildContext,
  { build, model }: Wanted,
  { write, signal }: BuildControl,
): Promise<Failure | undefined> {
  const { trust, triedPages, sequence } = await rowOf(store, build)
  const { done } = await vectors.counts(store, build)
  if (trust !== null && done < 2 * triedPages) return undefined
  // The pages that the model is tried with are fewer.
  const sample = await samplePages(store, build)
  if (trust !== null && sample.total < 2 * triedPages) return undefined
  const settings = readSettings(model)
  const at = { ...build, sequence, dimensions: settings.dimensions }
  const evaluation = { store, embedders, memory, model, settings, signal }
  const found = await tryModel(evaluation, at, sample)
  if (typeof found === 'string') return { reason: found, fault: 'later', retryAfter: undefined }
  await write((transaction) =>
    embeddings.tried(transaction, build, { trust: found, pages: Math.max(1, sample.total) }),
  )
  return undefined
}
