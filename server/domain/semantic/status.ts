import { bytesPerRow } from '../../search/vectors/matrix.ts'
import {
  embeddings,
  events,
  jobs,
  readableVectors,
  type Store,
  systemViewer,
  vectors,
  type Viewer,
} from '../../store/index.ts'
import type { Context } from '../context.ts'
import { type ModelSettings, readSettings } from './models.ts'
import { embedJob } from './settings.ts'

export type EmbeddingStatus = {
  settings: ModelSettings
  hasKey: boolean
  weight: number
  /** `building`: no model answers yet. `replacing`: the one before answers until this one knows all pages. */
  state: 'building' | 'replacing' | 'live'
  pages: { waiting: number; done: number; refused: number }
  /** Whether every change made so far is among those numbers. */
  isInStep: boolean
  chunks: number
  /** 0 to 1: how far it led words of a page back to that page; null when not tried yet. */
  trust: number | null
  /** `isIndexed`: it does not have to fit, the database keeps an index of these vectors. */
  memory: { bytes: number; limit: number; isIndexed: boolean }
  /** What stands in the way, and when it is tried again. */
  problem: { reason: string; nextTry: number } | null
}

/** Undefined without a model. Holds no key. Counts pages that the viewer can read. */
export async function embeddingStatus(
  { store, semantic }: Pick<Context, 'store' | 'semantic'>,
  viewer: Viewer,
): Promise<EmbeddingStatus | undefined> {
  const { workspaceId } = viewer
  const [model] = await embeddings.models(store, workspaceId)
  if (model === undefined) return undefined
  const settings = readSettings(model)
  const builds = await embeddings.builds(store, workspaceId)
  const build = builds.find(({ modelId }) => modelId === model.id)
  const { chunks, ...pages } = await countsOf(store, viewer, { workspaceId, modelId: model.id })
  const unread = await countUnread(store, viewer, build)
  const isReplacing = builds.some(({ modelId, isLive }) => isLive === 1 && modelId !== model.id)
  const since = build?.eventSequence ?? 0
  const unseen = await events.after(store, workspaceId, since, 1)
  const job = await jobs.state(store, { kind: embedJob, subject: workspaceId })
  return {
    settings,
    hasKey: model.apiKey !== null,
    weight: model.weight,
    state: build?.isLive === 1 ? 'live' : isReplacing ? 'replacing' : 'building',
    pages: { ...pages, waiting: pages.waiting + unread },
    isInStep: build !== undefined && unseen.length === 0,
    chunks,
    trust: build?.trust ?? null,
    memory: {
      bytes: chunks * bytesPerRow(settings.dimensions),
      limit: semantic.memory.limit,
      isIndexed:
        (await store.vectorIndex?.readyTo({ workspaceId, modelId: model.id })) !== undefined,
    },
    problem:
      job === undefined || job.error === null ? null : { reason: job.error, nextTry: job.dueAt },
  }
}

/** The same for an operator, of all pages. */
export function workspaceEmbeddingStatus(
  context: Pick<Context, 'store' | 'semantic'>,
  workspaceId: string,
): Promise<EmbeddingStatus | undefined> {
  return embeddingStatus(context, systemViewer(workspaceId))
}

/** Pages that the first reading has not come to. */
async function countUnread(
  store: Store,
  viewer: Viewer,
  build: embeddings.BuildRow | undefined,
): Promise<number> {
  if (build !== undefined && build.scannedTo === null) return 0
  const after = build?.scannedTo ?? ''
  if (viewer.seesEverything) return vectors.countPages(store, viewer.workspaceId, after)
  return readableVectors.countPages(store, viewer, after)
}

function countsOf(store: Store, viewer: Viewer, build: embeddings.Build): Promise<vectors.Counts> {
  if (viewer.seesEverything) return vectors.counts(store, build)
  return readableVectors.counts(store, viewer, build)
}
