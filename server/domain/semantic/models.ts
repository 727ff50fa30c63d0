import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import { failureText } from '../../lib/failures/failures.ts'
import { fits } from '../../lib/json/fits.ts'
import { storedJson } from '../../lib/json/stored-json.ts'
import { Type } from '../../lib/json/type.ts'
import type { OutboundHttp } from '../../lib/network/outbound-http.ts'
import type { Secrets } from '../../lib/secrets/secrets.ts'
import { type Embedder, refused } from '../../search/embeddings/embedder.ts'
import { httpEmbedder } from '../../search/embeddings/http-embedder.ts'
import { localEmbedder } from '../../search/embeddings/local-embedder.ts'
import type { embeddings } from '../../store/index.ts'

/** How vectors are pooled from what a model says of each word. */
export const poolings = ['mean', 'cls'] as const

const common = Type.Object({
  model: Type.String(),
  /** As the first answer of the model had them. */
  dimensions: Type.Number(),
  prefixes: Type.Object({ query: Type.String(), document: Type.String() }),
  /** Texts sent at a time. */
  batchSize: Type.Number(),
})
const http = Type.Object({
  provider: Type.Literal('http'),
  baseUrl: Type.String(),
  askedDimensions: Type.Union([Type.Number(), Type.Null()]),
  /** Set by an admin of a workspace, not by the operator: it may lead to public addresses only. */
  isGuarded: Type.Optional(Type.Literal(true)),
})
const local = Type.Object({ provider: Type.Literal('local'), pooling: Type.Enum([...poolings]) })

/** What is stored of a model, beside its key. */
export type ModelSettings = Static<typeof common> & (HttpSettings | Static<typeof local>)

type HttpSettings = Static<typeof http>

export type StoredModel = Pick<embeddings.ModelRow, 'workspaceId' | 'settings' | 'apiKey'>

const parseSettings = storedJson(
  'embedding_models.settings',
  fits(Type.Intersect([common, Type.Union([http, local])])),
)

export function readSettings({
  workspaceId,
  settings,
}: Pick<embeddings.ModelRow, 'workspaceId' | 'settings'>): ModelSettings {
  return parseSettings(settings, `the workspace ${workspaceId}`)
}

/** A key opens only for the workspace it was given to. */
export function keyPurpose(workspaceId: string): string {
  return `embeddings key of ${workspaceId}`
}

/** The models in use, each opened once, until it is unused for long. */
export class Embedders {
  readonly secrets: Secrets
  readonly #modelsFolder: string
  readonly #outboundHttp: OutboundHttp
  readonly #open = new Map<string, Embedder>()

  constructor(secrets: Secrets, modelsFolder: string, outboundHttp: OutboundHttp) {
    this.#outboundHttp = outboundHttp
    this.secrets = secrets
    this.#modelsFolder = modelsFolder
  }

  of(model: StoredModel): Embedder {
    const { workspaceId, settings, apiKey } = model
    const id = createHash('sha256').update(`${workspaceId}\n${settings}\n${apiKey}`).digest('hex')
    const known = this.#open.get(id)
    if (known !== undefined) return known
    const embedder = this.make(readSettings(model), this.#openKey(model))
    this.#open.set(id, embedder)
    return embedder
  }

  /** One that is not kept; `dimensions` left out accepts whatever comes first. */
  make(
    settings: Omit<ModelSettings, 'dimensions'> & { dimensions?: number } & (
        | HttpSettings
        | { provider: 'local'; pooling: (typeof poolings)[number] }
      ),
    apiKey: { lost: true } | { key: string | undefined },
  ): Embedder {
    const { model, prefixes, dimensions } = settings
    if ('lost' in apiKey) return lostKey
    if (settings.provider === 'local') {
      const { pooling } = settings
      return localEmbedder({
        modelsFolder: this.#modelsFolder,
        model,
        prefixes,
        pooling,
        dimensions,
      })
    }
    const { baseUrl, askedDimensions, isGuarded = false } = settings
    return httpEmbedder({
      baseUrl,
      model,
      prefixes,
      dimensions,
      apiKey: apiKey.key,
      askedDimensions: askedDimensions ?? undefined,
      dispatcher: isGuarded ? this.#outboundHttp.guarded : this.#outboundHttp.open,
    })
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((embedder) => embedder.close()))
    this.#open.clear()
  }

  #openKey({ workspaceId, apiKey }: StoredModel): { lost: true } | { key: string | undefined } {
    if (apiKey === null) return { key: undefined }
    const key = this.secrets.open(apiKey, keyPurpose(workspaceId))
    return key === undefined ? { lost: true } : { key }
  }
}

const lostKey: Embedder = {
  embed: async () => refused(failureText('modelKeyLost'), 'never'),
  close: async () => undefined,
}
