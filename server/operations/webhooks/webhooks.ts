import { testWebhook } from '../../domain/webhooks/delivery-log.ts'
import {
  createWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret as rotate,
  updateWebhook,
  type Webhook,
} from '../../domain/webhooks/endpoints.ts'
import { webhookFormats } from '../../domain/webhooks/formats.ts'
import { eventSchemas } from '../../domain/webhooks/schemas.ts'
import { subscriptions } from '../../domain/webhooks/subscriptions.ts'
import { clock, toIso } from '../../lib/clock.ts'
import { eventTypes } from '../../lib/event-types.ts'
import { Type } from '../../lib/json/type.ts'
import {
  exampleIds,
  failure,
  id,
  idOrNull,
  instant,
  ok,
  oneOf,
  shownOnce,
  textOrNull,
  toFailure,
  workspaceId,
} from '../fields.ts'
import { operation } from '../operation.ts'
import { delivery, toLoggedDelivery, webhookId } from './fields.ts'

const forAdmins = { none: 'People manage webhooks, not agents.' }

const url = Type.String({
  maxLength: 2000,
  description:
    'URL that receives POST requests. It must be public, unless the operator allows the host in `WEBHOOK_ALLOWED_HOSTS`.',
})
const name = Type.String({ minLength: 1, maxLength: 200, description: 'Display name.' })
const events = Type.Array(Type.String({ maxLength: 100 }), {
  minItems: 1,
  maxItems: 50,
  description: 'Event types, all types of a noun (`page.*`), or everything (`*`).',
})
const sectionId = idOrNull('Only events of this page and the pages below it; null for all events.')
const format = oneOf(
  webhookFormats,
  'Body format: `standard` for programs, the others for incoming webhooks of that chat service.',
)
const instantOrNull = (description: string) => textOrNull(description)

const webhook = Type.Object({
  id: webhookId,
  name,
  url,
  events,
  sectionId,
  format,
  enabled: Type.Boolean(),
  disabledReason: textOrNull('Why it is disabled.'),
  disabledFailure: failure,
  failingSince: instantOrNull('Time of the first failure in a row; null when the endpoint works.'),
  failures: Type.Integer({ description: 'Failed attempts in a row.' }),
  lastSuccessAt: instantOrNull('Accurate to a few seconds.'),
  previousSecretUntil: instantOrNull(
    'Until this time, requests are signed with the previous secret too.',
  ),
  createdAt: instant,
  createdBy: id('Creator of the webhook.'),
  updatedAt: instant,
})

function isoOrNull(at: number | null): string | null {
  return at === null ? null : toIso(at)
}

function toWebhook({ state, reason, ...row }: Webhook) {
  const isInGrace = row.previousUntil !== null && row.previousUntil > clock.now()
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: [...row.events],
    sectionId: row.sectionId,
    format: row.format,
    enabled: state === 'enabled',
    disabledReason: reason,
    disabledFailure: toFailure(reason),
    failingSince: isoOrNull(row.failingSince),
    failures: row.failures,
    lastSuccessAt: isoOrNull(row.succeededAt),
    previousSecretUntil: isInGrace ? isoOrNull(row.previousUntil) : null,
    createdAt: toIso(row.createdAt),
    createdBy: row.createdBy,
    updatedAt: toIso(row.updatedAt),
  }
}

const secret = shownOnce(
  'Verifies requests (https://www.standardwebhooks.com). Returned only once: a replayed response does not contain it.',
)
const oneWebhook = Type.Object({ workspaceId, webhookId })
const example = { workspaceId: exampleIds.workspace, webhookId: exampleIds.webhook }

export const list = operation({
  method: 'POST',
  path: '/v1/webhooks/list',
  summary: 'List webhooks',
  description: 'Lists all webhooks of a workspace with their status, oldest first.',
  access: 'admin',
  audience: 'people and keys',
  input: Type.Object({ workspaceId }),
  output: Type.Object({ webhooks: Type.Array(webhook) }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: forAdmins,
  run: async (context, { workspaceId }) => {
    return { webhooks: (await listWebhooks(context, workspaceId)).map(toWebhook) }
  },
})

export const create = operation({
  method: 'POST',
  path: '/v1/webhooks/create',
  summary: 'Create a webhook',
  description:
    'Sends new events to the URL, signed according to Standard Webhooks. Returns the signing secret once.',
  access: 'admin',
  audience: 'people and keys',
  changesAccess: true,
  writes: true,
  input: Type.Object({
    workspaceId,
    url,
    events,
    name: Type.Optional(name),
    sectionId: Type.Optional(sectionId),
    format: Type.Optional(format),
  }),
  output: Type.Object({ webhook, secret }),
  errors: ['PAGE_NOT_FOUND'],
  example: {
    workspaceId: exampleIds.workspace,
    url: 'https://example.com/hooks/quire',
    events: ['page.*', 'comment.created'],
    name: 'Build the site',
  },
  tool: forAdmins,
  run: async (context, input) => {
    const created = await createWebhook(context, input)
    return { webhook: toWebhook(created.webhook), secret: created.secret }
  },
})

export const update = operation({
  method: 'POST',
  path: '/v1/webhooks/update',
  summary: 'Change a webhook',
  description:
    'Fields you leave out keep their values. `enabled: true` enables a disabled webhook; `/v1/webhooks/recover` then sends missed events.',
  access: 'admin',
  audience: 'people and keys',
  changesAccess: true,
  writes: true,
  input: Type.Object({
    workspaceId,
    webhookId,
    url: Type.Optional(url),
    events: Type.Optional(events),
    name: Type.Optional(name),
    sectionId: Type.Optional(sectionId),
    format: Type.Optional(format),
    enabled: Type.Optional(Type.Boolean({ description: 'False disables the webhook.' })),
  }),
  output: Type.Object({ webhook }),
  errors: ['WEBHOOK_NOT_FOUND', 'PAGE_NOT_FOUND'],
  example: { ...example, events: ['*'], enabled: true },
  tool: forAdmins,
  run: async (context, input) => ({ webhook: toWebhook(await updateWebhook(context, input)) }),
})

export const remove = operation({
  method: 'POST',
  path: '/v1/webhooks/delete',
  summary: 'Delete a webhook',
  description: 'Stops deliveries and deletes the webhook with its log.',
  access: 'admin',
  audience: 'people and keys',
  writes: true,
  input: oneWebhook,
  output: ok,
  errors: ['WEBHOOK_NOT_FOUND'],
  example,
  tool: forAdmins,
  run: async (context, input) => {
    await removeWebhook(context, input)
    return { ok: true as const }
  },
})

export const test = operation({
  method: 'POST',
  path: '/v1/webhooks/test',
  summary: 'Send a test event',
  description:
    'Sends `webhook.test` once, even to a disabled webhook, and returns the request and response.',
  access: 'admin',
  audience: 'people and keys',
  input: oneWebhook,
  output: Type.Object({ delivery }),
  errors: ['WEBHOOK_NOT_FOUND'],
  example,
  tool: forAdmins,
  run: async (context, input) => ({
    delivery: toLoggedDelivery(await testWebhook(context, input)),
  }),
})

export const rotateSecret = operation({
  method: 'POST',
  path: '/v1/webhooks/rotate-secret',
  summary: 'Rotate the secret of a webhook',
  description:
    'Creates a new secret and returns it once. During the grace period, requests are signed with both secrets, so that you can update the receiver.',
  access: 'admin',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    webhookId,
    graceSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        default: 86_400,
        description: 'Grace period of the old secret; 0 revokes it immediately.',
      }),
    ),
  }),
  output: Type.Object({
    secret,
    previousSecretUntil: instantOrNull('Null without a grace period.'),
  }),
  errors: ['WEBHOOK_NOT_FOUND'],
  example: { ...example, graceSeconds: 3600 },
  tool: forAdmins,
  run: async (context, { graceSeconds = 86_400, ...address }) => {
    const { secret, previousUntil } = await rotate(context, address, graceSeconds)
    return { secret, previousSecretUntil: isoOrNull(previousUntil) }
  },
})

export const listEventTypes = operation({
  method: 'POST',
  path: '/v1/webhooks/event-types',
  summary: 'List event types',
  description:
    'Lists what webhooks can subscribe to, with the JSON Schema of each event type in the `standard` format.',
  access: 'admin',
  audience: 'people and keys',
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    subscriptions: Type.Array(Type.String()),
    eventTypes: Type.Array(
      Type.Object({
        type: Type.String(),
        description: Type.String(),
        schema: Type.Unsafe<object>({
          type: 'object',
          additionalProperties: true,
          description: 'A JSON Schema.',
        }),
      }),
    ),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: forAdmins,
  run: async () => ({
    subscriptions: [...subscriptions],
    eventTypes: eventSchemas.map(({ type, schema }) => ({
      type,
      description: eventTypes[type].description,
      schema,
    })),
  }),
})
