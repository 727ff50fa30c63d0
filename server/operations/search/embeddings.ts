import type { Static } from 'typebox'
import { changeEmbeddings } from '../../domain/semantic/change.ts'
import { poolings } from '../../domain/semantic/models.ts'
import { testEmbeddings, turnOffEmbeddings } from '../../domain/semantic/settings.ts'
import { type EmbeddingStatus, embeddingStatus } from '../../domain/semantic/status.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields
const forPeople = { none: 'Owners and admins choose the settings of a workspace.' }
const pooling = fields.oneOf(poolings, 'How a local model combines the vectors of its tokens.')
const share = Type.Number({ minimum: 0, maximum: 1 })

const status = Type.Object({
  provider: fields.oneOf(['http', 'local'], 'A server, or a model in the data folder.'),
  baseUrl: fields.textOrNull('The address of the server.'),
  model: Type.String(),
  dimensions: Type.Integer(),
  askedDimensions: Type.Union([Type.Integer(), Type.Null()]),
  documentPrefix: Type.String(),
  queryPrefix: Type.String(),
  batchSize: Type.Integer(),
  pooling: Type.Union([pooling, Type.Null()]),
  hasKey: Type.Boolean({ description: 'The key itself is never shown.' }),
  weight: share,
  state: fields.oneOf(
    ['building', 'replacing', 'live'],
    '`building`: keyword search only. `replacing`: the previous model is still used.',
  ),
  pages: Type.Object({
    waiting: Type.Integer(),
    done: Type.Integer(),
    refused: Type.Integer(),
  }),
  isInStep: Type.Boolean({ description: 'Whether the counts include every change so far.' }),
  chunks: Type.Integer(),
  memory: Type.Object({
    bytes: Type.Integer(),
    limit: Type.Integer(),
    isIndexed: Type.Boolean(),
  }),
  problem: Type.Union([
    Type.Object({ reason: Type.String(), failure: fields.failure, nextTry: fields.instant }),
    Type.Null(),
  ]),
})

export const get = operation({
  method: 'POST',
  path: '/app/embeddings/get',
  summary: 'Get the embeddings model and its progress',
  description:
    'Returns the model that semantic search uses in a workspace. Null means keyword search only.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({ workspaceId }),
  output: Type.Object({ model: Type.Union([status, Type.Null()]) }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: forPeople,
  run: async (context) => {
    const found = await embeddingStatus(context, context.viewer)
    return { model: found === undefined ? null : toStatus(found) }
  },
})

export const set = operation({
  method: 'POST',
  path: '/app/embeddings/set',
  summary: 'Set the embeddings model',
  description:
    'Sends one test request before the settings are stored. Omitted fields keep their values; `apiKey: null` removes the key. `isNew` is true if all pages are processed again.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({
    workspaceId,
    provider: Type.Optional(fields.oneOf(['http', 'local'], 'Where the model runs.')),
    baseUrl: Type.Optional(Type.String({ maxLength: 2000 })),
    model: Type.Optional(Type.String({ maxLength: 200 })),
    apiKey: Type.Optional(fields.textOrNull('The API key of the server.', { maxLength: 4096 })),
    dimensions: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
    documentPrefix: Type.Optional(Type.String({ maxLength: 1000 })),
    queryPrefix: Type.Optional(Type.String({ maxLength: 1000 })),
    batchSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 512 })),
    pooling: Type.Optional(pooling),
    weight: Type.Optional(share),
  }),
  output: Type.Object({ isNew: Type.Boolean() }),
  errors: ['EMBEDDINGS_FAILED', 'NOT_FOUND'],
  example: {
    workspaceId: exampleIds.workspace,
    provider: 'http',
    baseUrl: 'https://api.openai.com/v1',
    model: 'text-embedding-3-small',
    apiKey: 'sk-…',
  },
  tool: forPeople,
  run: async (context, { workspaceId, ...change }) => ({
    isNew: await changeEmbeddings(context, workspaceId, change),
  }),
})

export const test = operation({
  method: 'POST',
  path: '/app/embeddings/test',
  summary: 'Test the embeddings model',
  description:
    'Sends one request to the model and returns how long it took. An error says what is wrong.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({ workspaceId }),
  output: Type.Object({ dimensions: Type.Integer(), milliseconds: Type.Integer() }),
  errors: ['EMBEDDINGS_FAILED', 'NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace },
  tool: forPeople,
  run: async (context, input) => {
    const { dimensions, milliseconds } = await testEmbeddings(context, input.workspaceId)
    return { dimensions, milliseconds: Math.round(milliseconds) }
  },
})

export const off = operation({
  method: 'POST',
  path: '/app/embeddings/off',
  summary: 'Turn off semantic search',
  description: 'Deletes the model settings and the key. The vectors are deleted in the background.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({ workspaceId }),
  output: fields.ok,
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: forPeople,
  run: async (context, input) => {
    await turnOffEmbeddings(context, input.workspaceId)
    return fields.done
  },
})

function toStatus({ settings, trust: _trust, ...found }: EmbeddingStatus): Static<typeof status> {
  const { provider, model, dimensions, prefixes, batchSize } = settings
  return {
    ...found,
    provider,
    baseUrl: settings.provider === 'http' ? settings.baseUrl : null,
    model,
    dimensions,
    askedDimensions: settings.provider === 'http' ? settings.askedDimensions : null,
    documentPrefix: prefixes.document,
    queryPrefix: prefixes.query,
    batchSize,
    pooling: settings.provider === 'local' ? settings.pooling : null,
    problem:
      found.problem === null
        ? null
        : {
            reason: found.problem.reason,
            failure: fields.toFailure(found.problem.reason),
            nextTry: toIso(found.problem.nextTry),
          },
  }
}
