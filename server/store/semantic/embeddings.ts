import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import type { Build } from './vector-index.ts'

export type { Build }

/** `settings` is the JSON of the domain's model settings; `apiKey` is encrypted. */
export type ModelRow = {
  workspaceId: string
  id: string
  settings: string
  apiKey: string | null
  weight: number
  createdAt: number
}

/** The vectors of a workspace for one model. */
export type BuildRow = {
  workspaceId: string
  modelId: string
  isLive: 0 | 1
  /** The last number of a chunk or of a change. */
  sequence: number
  eventSequence: number
  /** The page after which the first pass continues; null when all pages were processed. */
  scannedTo: string | null
  /** 0 to 1: how well the model finds expected pages; null when not evaluated. */
  trust: number | null
  triedPages: number
  probe: Uint8Array | null
}

export type LiveRow = Pick<BuildRow, 'workspaceId' | 'modelId' | 'sequence' | 'trust'> &
  Pick<ModelRow, 'settings' | 'apiKey' | 'weight'>

export type PageState = 'waiting' | 'done' | 'refused'

const modelColumns = `workspace_id as "workspaceId", id, settings, api_key as "apiKey", weight,
  created_at as "createdAt"`
const buildColumns = `workspace_id as "workspaceId", model_id as "modelId", is_live as "isLive", sequence,
  event_sequence as "eventSequence", scanned_to as "scannedTo", trust, tried_pages as "triedPages", probe`

const modelsStatement = statement<ModelRow, { workspaceId: string }>(
  'embeddings.models',
  `select ${modelColumns} from embedding_models where workspace_id = $workspaceId order by id desc`,
)
const insertModelStatement = statement<never, ModelRow>(
  'embeddings.insertModel',
  `insert into embedding_models (workspace_id, id, settings, api_key, weight, created_at)
   values ($workspaceId, $id, $settings, $apiKey, $weight, $createdAt)`,
)
const updateModelStatement = statement<
  never,
  { workspaceId: string; id: string; settings: string; apiKey: string | null }
>(
  'embeddings.updateModel',
  `update embedding_models set settings = $settings, api_key = $apiKey where workspace_id = $workspaceId
     and id = $id`,
)
const setWeightStatement = statement<never, { workspaceId: string; weight: number }>(
  'embeddings.setWeight',
  'update embedding_models set weight = $weight where workspace_id = $workspaceId',
)
const removeModelStatement = statement<never, Build>(
  'embeddings.removeModel',
  'delete from embedding_models where workspace_id = $workspaceId and id = $modelId',
)
const buildsStatement = statement<BuildRow, { workspaceId: string }>(
  'embeddings.builds',
  `select ${buildColumns} from embedding_builds where workspace_id = $workspaceId order by model_id desc`,
)
const liveStatement = statement<LiveRow, { workspaceId: string }>(
  'embeddings.live',
  `select b.workspace_id as "workspaceId", b.model_id as "modelId", b.sequence, b.trust, m.settings,
     m.api_key as "apiKey", m.weight
   from embedding_builds b join embedding_models m on m.workspace_id = b.workspace_id and m.id = b.model_id
   where b.workspace_id = $workspaceId and b.is_live = 1`,
)
const insertBuildStatement = statement<never, Build>(
  'embeddings.insertBuild',
  `insert into embedding_builds (workspace_id, model_id, event_sequence, scanned_to)
   select id, $modelId, event_sequence, '' from workspaces where id = $workspaceId`,
)
const setProbeStatement = statement<never, Build & { probe: Uint8Array }>(
  'embeddings.setProbe',
  'update embedding_builds set probe = $probe where workspace_id = $workspaceId and model_id = $modelId',
)
const takenStatement = statement<never, Build & { sequence: number }>(
  'embeddings.taken',
  `update embedding_builds set event_sequence = $sequence where workspace_id = $workspaceId
     and model_id = $modelId`,
)
const scannedStatement = statement<never, Build & { pageId: string | null }>(
  'embeddings.scanned',
  'update embedding_builds set scanned_to = $pageId where workspace_id = $workspaceId and model_id = $modelId',
)
const triedStatement = statement<never, Build & { trust: number; pages: number }>(
  'embeddings.tried',
  `update embedding_builds set trust = $trust, tried_pages = $pages where workspace_id = $workspaceId
     and model_id = $modelId`,
)
const goLiveStatement = statement<never, Build>(
  'embeddings.goLive',
  `update embedding_builds set is_live = case when model_id = $modelId then 1 else 0 end
     where workspace_id = $workspaceId`,
)
const advanceStatement = statement<{ sequence: number }, Build & { count: number }>(
  'embeddings.advance',
  `update embedding_builds set sequence = sequence + $count where workspace_id = $workspaceId
     and model_id = $modelId
   returning sequence`,
)
const removeBuildStatement = statement<never, Build>(
  'embeddings.removeBuild',
  'delete from embedding_builds where workspace_id = $workspaceId and model_id = $modelId',
)
const dueStatement = statement<{ workspaceId: string }>(
  'embeddings.due',
  `select m.workspace_id as "workspaceId" from embedding_models m
     left join embedding_builds b on b.workspace_id = m.workspace_id and b.model_id = m.id
     where b.model_id is null or b.scanned_to is not null or b.is_live = 0
   union
   select b.workspace_id from embedding_builds b join workspaces w on w.id = b.workspace_id
     left join embedding_models m on m.workspace_id = b.workspace_id and m.id = b.model_id
     where m.id is null or b.event_sequence < w.event_sequence`,
)

/** The requested one first. */
export function models(reader: Reader, workspaceId: string): Promise<ModelRow[]> {
  return reader.all(modelsStatement, { workspaceId })
}

export async function insertModel(transaction: Transaction, model: ModelRow): Promise<void> {
  await transaction.run(insertModelStatement, model)
}

/** For a change that does not affect the vectors. */
export async function updateModel(
  transaction: Transaction,
  { workspaceId, id, settings, apiKey }: Omit<ModelRow, 'weight' | 'createdAt'>,
): Promise<void> {
  await transaction.run(updateModelStatement, { workspaceId, id, settings, apiKey })
}

export async function setWeight(
  transaction: Transaction,
  workspaceId: string,
  weight: number,
): Promise<void> {
  await transaction.run(setWeightStatement, { workspaceId, weight })
}

export async function removeModel(
  transaction: Transaction,
  { workspaceId, modelId }: Build,
): Promise<void> {
  await transaction.run(removeModelStatement, { workspaceId, modelId })
}

export function builds(reader: Reader, workspaceId: string): Promise<BuildRow[]> {
  return reader.all(buildsStatement, { workspaceId })
}

/** The model whose vectors are used. */
export function live(reader: Reader, workspaceId: string): Promise<LiveRow | undefined> {
  return reader.get(liveStatement, { workspaceId })
}

/** Begins a build with all pages to process, and all events from now on. */
export async function insertBuild(transaction: Transaction, build: Build): Promise<void> {
  await transaction.run(insertBuildStatement, build)
}

/** The vector of a fixed text, which identifies the model. */
export async function setProbe(
  transaction: Transaction,
  { workspaceId, modelId }: Build,
  probe: Uint8Array,
): Promise<void> {
  await transaction.run(setProbeStatement, { workspaceId, modelId, probe })
}

/** Records the event up to which changes are known. */
export async function taken(
  transaction: Transaction,
  { workspaceId, modelId }: Build,
  sequence: number,
): Promise<void> {
  await transaction.run(takenStatement, { workspaceId, modelId, sequence })
}

export async function scanned(
  transaction: Transaction,
  { workspaceId, modelId }: Build,
  pageId: string | null,
): Promise<void> {
  await transaction.run(scannedStatement, { workspaceId, modelId, pageId })
}

export async function tried(
  transaction: Transaction,
  { workspaceId, modelId }: Build,
  { trust, pages }: { trust: number; pages: number },
): Promise<void> {
  await transaction.run(triedStatement, { workspaceId, modelId, trust, pages })
}

/** Makes this the only build of the workspace that is used. */
export async function goLive(
  transaction: Transaction,
  { workspaceId, modelId }: Build,
): Promise<void> {
  await transaction.run(goLiveStatement, { workspaceId, modelId })
}

/** Reserves the next numbers and returns the last one; undefined when the build is gone. */
export async function advance(
  transaction: Transaction,
  { workspaceId, modelId }: Build,
  count: number,
): Promise<number | undefined> {
  return (await transaction.get(advanceStatement, { workspaceId, modelId, count }))?.sequence
}

export async function removeBuild(
  transaction: Transaction,
  { workspaceId, modelId }: Build,
): Promise<void> {
  await transaction.run(removeBuildStatement, { workspaceId, modelId })
}

/** Workspaces whose vectors are behind their pages or settings. */
export async function due(reader: Reader): Promise<string[]> {
  return (await reader.all(dueStatement)).map((row) => row.workspaceId)
}
