import { clock } from '../../lib/clock.ts'
import { AppError, failedField, invalidInput, type Violation } from '../../lib/errors.ts'
import { failureText } from '../../lib/failures/failures.ts'
import { newId } from '../../lib/ids.ts'
import { maxDimensions } from '../../search/vectors/matrix.ts'
import { embeddings, jobs, type Store, type Transaction, vectors } from '../../store/index.ts'
import { recordAudit } from '../administration/audit.ts'
import type { Context } from '../context.ts'
import { keyPurpose, type ModelSettings, type poolings, readSettings } from './models.ts'
import { toBytes, toFloats } from './vector-cache.ts'

/** What is to be different; what is left out stays as it is. */
export type ModelChange = {
  provider?: 'http' | 'local'
  baseUrl?: string
  model?: string
  /** Null for a provider that asks for none. */
  apiKey?: string | null
  /** Asks for shorter vectors, of a model that can make them. */
  dimensions?: number | null
  documentPrefix?: string
  queryPrefix?: string
  batchSize?: number
  pooling?: (typeof poolings)[number]
  /** 0 to 1: how much meaning counts against words. */
  weight?: number
}

type SettingsContext = Pick<Context, 'store' | 'semantic'>
type Changing = Pick<Context, 'store' | 'caller'>

export const embedJob = 'embed'
const defaultWeight = 0.4
const defaultBatch = 32
const timeoutMs = 30_000
/** What a model makes of this tells whether it is still the same model. */
const probeText = 'The quick brown fox jumps over the lazy dog. 速い茶色の狐. Быстрая лиса.'
/** Rounding differs between machines; another model is far below. */
const sameModel = 0.999

/** Sets a workspace's model, after it has answered. Gives whether all pages are embedded anew. */
export async function setEmbeddings(
  context: SettingsContext & Pick<Context, 'caller'>,
  workspaceId: string,
  change: ModelChange,
): Promise<{ settings: ModelSettings; isNew: boolean }> {
  const { store } = context
  const [current] = await embeddings.models(store, workspaceId)
  const before = current === undefined ? undefined : readSettings(current)
  const wished = merge(before, change, context.caller.via === 'cli')
  const weight = change.weight ?? current?.weight ?? defaultWeight
  const apiKey = keyFor(context, { workspaceId, current, before, wished, change })
  const embedder = context.semantic.embedders.make(wished, { key: apiKey })
  const { vector } = await probe(embedder).finally(() => embedder.close())
  if (vector.length > maxDimensions)
    throw invalid('/dimensions', `must be at most ${maxDimensions}`)
  const settings: ModelSettings = { ...wished, dimensions: vector.length }
  const stored = await storedProbe(store, workspaceId, current?.id)
  const isNew = before === undefined || !isSame(before, settings, stored, vector)
  const row = {
    workspaceId,
    id: isNew || current === undefined ? newId() : current.id,
    settings: JSON.stringify(settings),
    apiKey: seal(context, workspaceId, apiKey),
    weight,
    createdAt: clock.now(),
  }
  await store.transactIn({ workspaceId }, async (transaction) => {
    if (isNew) await begin(transaction, row, vector)
    else await keepVectors(transaction, row)
    await embeddings.setWeight(transaction, workspaceId, weight)
    await hasten(transaction, workspaceId)
    const { provider, model } = settings
    await recordChange(transaction, context, workspaceId, { provider, model, weight })
  })
  return { settings, isNew }
}

/** How much meaning counts, without asking the model. */
export async function setWeight(
  { store, caller }: Changing,
  workspaceId: string,
  weight: number,
): Promise<void> {
  if (!(weight >= 0 && weight <= 1)) throw invalid('/weight', failureText('weight'))
  await requireModel(store, workspaceId)
  await store.transactIn({ workspaceId }, async (transaction) => {
    await embeddings.setWeight(transaction, workspaceId, weight)
    await recordChange(transaction, { caller }, workspaceId, { weight })
  })
}

/** Turns semantic search off; the vectors are deleted in the background. */
export async function turnOffEmbeddings(
  { store, caller }: Changing,
  workspaceId: string,
): Promise<void> {
  const models = await embeddings.models(store, workspaceId)
  await store.transactIn({ workspaceId }, async (transaction) => {
    for (const { id } of models) {
      await embeddings.removeModel(transaction, { workspaceId, modelId: id })
    }
    await hasten(transaction, workspaceId)
    await recordChange(transaction, { caller }, workspaceId, { state: 'off' })
  })
}

function recordChange(
  transaction: Transaction,
  { caller }: Pick<Context, 'caller'>,
  workspaceId: string,
  details: Record<string, unknown>,
): Promise<void> {
  const entry = { action: 'embeddings.update', workspaceId, subject: workspaceId, details } as const
  return recordAudit(transaction, caller, entry)
}

/** Asks the model once as a search does; throws what is wrong with it. */
export async function testEmbeddings(
  { store, semantic }: SettingsContext,
  workspaceId: string,
): Promise<{ dimensions: number; milliseconds: number }> {
  const model = await requireModel(store, workspaceId)
  const { vector, milliseconds } = await probe(semantic.embedders.of(model))
  return { dimensions: vector.length, milliseconds }
}

export async function requireModel(
  store: Store,
  workspaceId: string,
): Promise<embeddings.ModelRow> {
  const [model] = await embeddings.models(store, workspaceId)
  if (model !== undefined) return model
  throw new AppError(
    'NOT_FOUND',
    'This workspace has no embeddings model. Set one with `quire embeddings set`.',
  )
}

async function begin(
  transaction: Transaction,
  row: embeddings.ModelRow,
  vector: Float32Array,
): Promise<void> {
  const build = { workspaceId: row.workspaceId, modelId: row.id }
  await embeddings.insertModel(transaction, row)
  await embeddings.insertBuild(transaction, build)
  await embeddings.setProbe(transaction, build, toBytes(vector))
}

/** What the model refused, it may take in smaller batches or behind another address. */
async function keepVectors(transaction: Transaction, row: embeddings.ModelRow): Promise<void> {
  await embeddings.updateModel(transaction, row)
  const build = { workspaceId: row.workspaceId, modelId: row.id }
  await vectors.retryRefused(transaction, build)
}

/** Whatever kept the job waiting before may be over with the new settings. */
async function hasten(transaction: Transaction, workspaceId: string): Promise<void> {
  const job = { kind: embedJob, subject: workspaceId }
  await jobs.enqueue(transaction, job, clock.now())
  await jobs.hasten(transaction, job, clock.now())
}

type Wished = Parameters<Context['semantic']['embedders']['make']>[0]

function merge(
  before: ModelSettings | undefined,
  change: ModelChange,
  isOperator: boolean,
): Wished {
  const isHttp = (change.provider ?? before?.provider ?? 'http') === 'http'
  const common = {
    model: (change.model ?? before?.model ?? '').trim(),
    prefixes: {
      document: change.documentPrefix ?? before?.prefixes.document ?? '',
      query: change.queryPrefix ?? before?.prefixes.query ?? '',
    },
    batchSize: change.batchSize ?? before?.batchSize ?? defaultBatch,
  }
  const http = before?.provider === 'http' ? before : undefined
  const local = before?.provider === 'local' ? before : undefined
  const baseUrl = (change.baseUrl ?? http?.baseUrl ?? '').trim().replace(/\/+$/, '')
  const asked = change.dimensions === undefined ? http?.askedDimensions : change.dimensions
  const askedDimensions = asked ?? null
  const violations = [
    ...check(common, change.weight),
    ...fault('/apiKey', isKey(change.apiKey), failureText('modelKey')),
    ...(isHttp ? checkHttp(baseUrl, askedDimensions) : checkLocal(common.model)),
  ]
  if (violations.length > 0) throw invalidInput(violations)
  // What the operator opened stays open while it leads to the same place.
  const isOpen = isOperator || (http?.isGuarded !== true && http?.baseUrl === baseUrl)
  const guarded = isOpen ? {} : { isGuarded: true as const }
  if (isHttp) return { ...common, provider: 'http', baseUrl, askedDimensions, ...guarded }
  return { ...common, provider: 'local', pooling: change.pooling ?? local?.pooling ?? 'mean' }
}

function check(
  { model, prefixes, batchSize }: Pick<Wished, 'model' | 'prefixes' | 'batchSize'>,
  weight = defaultWeight,
): Violation[] {
  return [
    ...fault('/model', model !== '' && model.length <= 200, failureText('modelName')),
    ...fault(
      '/batchSize',
      isIntegerUpTo(batchSize, 512),
      failureText('wholeNumber', { limit: 512 }),
    ),
    ...fault('/weight', weight >= 0 && weight <= 1, failureText('weight')),
    ...fault('/documentPrefix', prefixes.document.length <= 1000, failureText('prefixLength')),
    ...fault('/queryPrefix', prefixes.query.length <= 1000, failureText('prefixLength')),
  ]
}

function checkHttp(baseUrl: string, dimensions: number | null): Violation[] {
  const url = URL.parse(baseUrl)
  const isPlain = url !== null && url.search + url.hash + url.username + url.password === ''
  const isWeb = isPlain && /^https?:$/.test(url.protocol)
  const isSize = dimensions === null || isIntegerUpTo(dimensions, maxDimensions)
  const limit = failureText('wholeNumber', { limit: maxDimensions })
  return [
    ...fault('/baseUrl', isWeb, failureText('modelAddress')),
    ...fault('/dimensions', isSize, limit),
  ]
}

/** The name of a folder below the one for models: no way leads out of it. */
function checkLocal(model: string): Violation[] {
  const isName = /^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)?$/.test(model)
  return fault('/model', isName, failureText('modelFolder'))
}

function fault(path: string, isRight: boolean, message: string): Violation[] {
  return isRight ? [] : [failedField(path, 'embeddings', message)]
}

/** What an HTTP header can carry. */
function isKey(key: string | null | undefined): boolean {
  return key === undefined || key === null || /^[\x21-\x7e]{1,4096}$/.test(key)
}

function isIntegerUpTo(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max
}

function invalid(path: string, message: string): AppError {
  return invalidInput([failedField(path, 'embeddings', message)])
}

/** A key goes only where it was meant to go: another address needs its own. */
function keyFor(
  { semantic }: SettingsContext,
  {
    workspaceId,
    current,
    before,
    wished,
    change,
  }: {
    workspaceId: string
    current: embeddings.ModelRow | undefined
    before: ModelSettings | undefined
    wished: Wished
    change: ModelChange
  },
): string | undefined {
  if (change.apiKey !== undefined) return change.apiKey ?? undefined
  const sealed = current?.apiKey ?? null
  if (sealed === null || before?.provider !== 'http' || wished.provider !== 'http') return undefined
  if (new URL(before.baseUrl).origin !== new URL(wished.baseUrl).origin) return undefined
  return semantic.embedders.secrets.open(sealed, keyPurpose(workspaceId))
}

function seal(
  { semantic }: SettingsContext,
  workspaceId: string,
  apiKey: string | undefined,
): string | null {
  if (apiKey === undefined) return null
  return semantic.embedders.secrets.seal(apiKey, keyPurpose(workspaceId))
}

async function probe(
  embedder: ReturnType<Context['semantic']['embedders']['of']>,
): Promise<{ vector: Float32Array; milliseconds: number }> {
  const start = performance.now()
  const result = await embedder.embed([probeText], 'document', { timeout: timeoutMs })
  const vector = result.ok ? result.vectors[0] : undefined
  if (vector !== undefined) return { vector, milliseconds: performance.now() - start }
  const reason = result.ok ? failureText('vectorMissing') : result.reason
  throw new AppError('EMBEDDINGS_FAILED', `The embeddings model cannot be used: ${reason}.`, {
    reason,
  })
}

async function storedProbe(
  store: Store,
  workspaceId: string,
  modelId: string | undefined,
): Promise<Float32Array | undefined> {
  const builds = await embeddings.builds(store, workspaceId)
  const found = builds.find((build) => build.modelId === modelId)?.probe ?? undefined
  return found === undefined ? undefined : toFloats(found)
}

/** Whether vectors made before are still right. Another address may serve the very same model. */
function isSame(
  before: ModelSettings,
  after: ModelSettings,
  stored: Float32Array | undefined,
  vector: Float32Array,
): boolean {
  const essence = ({ prefixes, ...rest }: ModelSettings) =>
    JSON.stringify({
      ...rest,
      prefix: prefixes.document,
      baseUrl: '',
      batchSize: 0,
      isGuarded: undefined,
    })
  if (essence(before) !== essence(after) || stored === undefined) return false
  let product = 0
  for (const [index, value] of vector.entries()) product += value * (stored[index] ?? 0)
  return product >= sameModel
}
