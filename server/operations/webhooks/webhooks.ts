import { Type } from 'typebox'
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
import {
  exampleIds,
  id,
  idOrNull,
  instant,
  ok,
  oneOf,
  shownOnce,
  textOrNull,
  workspaceId,
} from '../fields.ts'
import { operation } from '../operation.ts'
import { delivery, toLoggedDelivery, webhookId } from './fields.ts'

const forAdmins = { none: 'Where events go is set up by people, not by agents.' }

const url = Type.String({
  maxLength: 2000,
  description:
    'Where to send, by POST. Only public addresses, unless the operator has opened others with `WEBHOOK_ALLOWED_HOSTS`.',
})
const name = Type.String({ minLength: 1, maxLength: 200, description: 'For people.' })
const events = Type.Array(Type.String({ maxLength: 100 }), {
  minItems: 1,
  maxItems: 50,
  description: 'Types of events, all of a noun (`page.*`), or all (`*`).',
})
const sectionId = idOrNull('Only what happens to this page or under it; null is everything.')
const format = oneOf(
  webhookFormats,
  'What is sent: `standard` for programs, the others as the incoming webhook of that chat takes it.',
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
  disabledReason: textOrNull('Why it is not enabled.'),
  failingSince: instantOrNull('Since when nothing got through; null when all is well.'),
  failures: Type.Integer({ description: 'Failed attempts in a row.' }),
  lastSuccessAt: instantOrNull('Within some seconds.'),
  previousSecretUntil: instantOrNull('Until when the secret before the last rotation signs too.'),
  createdAt: instant,
  createdBy: id('The person who made it.'),
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
  'Verifies what is sent (https://www.standardwebhooks.com). Shown this once: an answer that is replayed has none.',
)
const oneWebhook = Type.Object({ workspaceId, webhookId })
const example = { workspaceId: exampleIds.workspace, webhookId: exampleIds.webhook }

export const list = operation({
  method: 'POST',
  path: '/v1/webhooks/list',
  summary: 'List webhooks',
  description: 'Gives all webhooks of a workspace, with how they are doing, the oldest first.',
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
    'Sends events to an address from now on, signed as Standard Webhooks has it. Gives the secret to verify them with, once.',
  access: 'admin',
  audience: 'people and keys',
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
    const made = await createWebhook(context, input)
    return { webhook: toWebhook(made.webhook), secret: made.secret }
  },
})

export const update = operation({
  method: 'POST',
  path: '/v1/webhooks/update',
  summary: 'Change a webhook',
  description:
    'Changes what is given and leaves the rest. `enabled: true` starts a disabled webhook again; `/v1/webhooks/recover` then sends what it missed.',
  access: 'admin',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    webhookId,
    url: Type.Optional(url),
    events: Type.Optional(events),
    name: Type.Optional(name),
    sectionId: Type.Optional(sectionId),
    format: Type.Optional(format),
    enabled: Type.Optional(Type.Boolean({ description: 'False sends nothing more.' })),
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
  description: 'Sends nothing more, and deletes the webhook with its log.',
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
    'Sends `webhook.test` once, at this moment, also to a disabled webhook, and gives what was sent and answered.',
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
    'Makes a new secret and gives it, once. Until the grace is over everything is signed with both, so that a receiver can be changed in between.',
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
        description: 'How long the old secret signs too; 0 ends it at once.',
      }),
    ),
  }),
  output: Type.Object({ secret, previousSecretUntil: instantOrNull('Null without a grace.') }),
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
  summary: 'List types of events',
  description:
    'Gives what a webhook can subscribe to, and the JSON Schema of what is sent for each type in the format `standard`.',
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
