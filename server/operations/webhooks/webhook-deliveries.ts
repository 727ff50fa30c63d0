import {
  getDelivery,
  listDeliveries,
  recover as sendAgain,
  redeliver as send,
} from '../../domain/webhooks/delivery-log.ts'
import { eventTypeNames } from '../../lib/event-types.ts'
import { Type } from '../../lib/json/type.ts'
import { exampleIds, limit, offset, ok, oneOf, workspaceId } from '../fields.ts'
import { operation } from '../operation.ts'
import {
  delivery,
  deliveryId,
  deliverySummary,
  statuses,
  toDelivery,
  toLoggedDelivery,
  webhookId,
} from './fields.ts'

const forAdmins = { none: 'People manage deliveries, not agents.' }

const time = (description: string) => Type.String({ format: 'date-time', description })
const example = { workspaceId: exampleIds.workspace, webhookId: exampleIds.webhook }
const oneDelivery = Type.Object({ workspaceId, webhookId, deliveryId })

export const list = operation({
  method: 'POST',
  path: '/v1/webhooks/deliveries',
  summary: 'List deliveries of a webhook',
  description: 'Lists sent, pending and missed deliveries about what you can read, newest first.',
  access: 'admin',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    webhookId,
    status: Type.Optional(oneOf(statuses, 'Only deliveries with this status.')),
    type: Type.Optional(oneOf(eventTypeNames, 'Only events of this type.')),
    since: Type.Optional(time('Created at or after this time.')),
    until: Type.Optional(time('Created before this time.')),
    limit,
    offset,
  }),
  output: Type.Object({ deliveries: Type.Array(deliverySummary) }),
  errors: ['WEBHOOK_NOT_FOUND'],
  example: { ...example, status: 'failed', limit: 50 },
  tool: forAdmins,
  run: async (context, { workspaceId, webhookId, ...input }) => {
    const rows = await listDeliveries(
      context,
      { workspaceId, webhookId },
      {
        status: input.status ?? '',
        type: input.type ?? '',
        since: input.since === undefined ? 0 : Date.parse(input.since),
        until: input.until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(input.until),
        limit: input.limit ?? 50,
        offset: Math.min(input.offset ?? 0, Number.MAX_SAFE_INTEGER),
      },
    )
    return { deliveries: rows.map(toDelivery) }
  },
})

export const get = operation({
  method: 'POST',
  path: '/v1/webhooks/delivery',
  summary: 'Get a delivery with its attempts',
  description: 'Returns the request, and the response or error of each attempt.',
  access: 'admin',
  audience: 'people and keys',
  input: oneDelivery,
  output: Type.Object({ delivery }),
  errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'],
  example: { ...example, deliveryId: exampleIds.delivery },
  tool: forAdmins,
  run: async (context, input) => ({
    delivery: toLoggedDelivery(await getDelivery(context, input)),
  }),
})

export const redeliver = operation({
  method: 'POST',
  path: '/v1/webhooks/redeliver',
  summary: 'Resend a delivery',
  description:
    'Sends the same body with the same `webhook-id` again, whatever its status, with a full retry schedule.',
  access: 'admin',
  audience: 'people and keys',
  writes: true,
  input: oneDelivery,
  output: ok,
  errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND', 'WEBHOOK_DISABLED', 'DELIVERY_EXPIRED'],
  example: { ...example, deliveryId: exampleIds.delivery },
  tool: forAdmins,
  run: async (context, input) => {
    await send(context, input)
    return { ok: true as const }
  },
})

export const recover = operation({
  method: 'POST',
  path: '/v1/webhooks/recover',
  summary: 'Resend all failed deliveries',
  description:
    'Resends all deliveries since a time that failed, or were missed while the webhook was disabled.',
  access: 'admin',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, webhookId, since: time('Start time.') }),
  output: Type.Object({
    deliveries: Type.Integer({ description: 'Number of deliveries to resend.' }),
  }),
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
  example: { ...example, since: '2026-11-20T00:00:00.000Z' },
  tool: forAdmins,
  run: async (context, { since, ...address }) => ({
    deliveries: await sendAgain(context, address, Date.parse(since)),
  }),
})
