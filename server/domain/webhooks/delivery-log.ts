import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { webhookAttempts, webhookDeliveries, type webhooks } from '../../store/index.ts'
import type { Context, WorkspaceContext } from '../context.ts'
import { languageOfUser } from '../people/language.ts'
import { attempt } from './attempt.ts'
import { requireWebhook, type WebhookAddress } from './endpoints.ts'
import { bodyOf, type WebhookFormat } from './formats.ts'
import { webhookMessages } from './messages.ts'
import { recordAttempts } from './outcome.ts'
import type { Message } from './payload.ts'
import { visibleDeliveries } from './visible-deliveries.ts'

export type DeliveryAddress = webhookDeliveries.DeliveryAddress
export type DeliveryFilter = webhookDeliveries.DeliveryFilter

export type LoggedAttempt = webhookAttempts.AttemptRow & { answer: string | null }
export type LoggedDelivery = webhookDeliveries.DeliveryRow & {
  /** Null after the retention time, and for a caller who cannot see what it is about. */
  body: string | null
  log: LoggedAttempt[]
}

export async function listDeliveries(
  context: WorkspaceContext,
  address: WebhookAddress,
  filter: DeliveryFilter,
): Promise<webhookDeliveries.DeliveryRow[]> {
  await requireWebhook(context, address)
  return webhookDeliveries.list(context.store, context.viewer, address.webhookId, filter)
}

export async function getDelivery(
  context: WorkspaceContext,
  address: DeliveryAddress,
): Promise<LoggedDelivery> {
  await requireWebhook(context, address)
  const { store, viewer } = context
  const [row, rows, stored] = await Promise.all([
    webhookDeliveries.get(store, viewer, address),
    webhookAttempts.list(store, address),
    webhookDeliveries.bodies(store, address),
  ])
  if (row === undefined) throw deliveryNotFound(address)
  const visible = await visibleDeliveries(store, viewer, [row])
  const bodies = visible.has(row.id) ? stored : []
  const bodyOfAttempt = (number: number) =>
    bodies.find(({ attempt }) => attempt === number)?.body ?? null
  const log = rows.map((one) => ({ ...one, answer: bodyOfAttempt(one.number) }))
  return { ...row, body: bodyOfAttempt(0), log }
}

/** Sends a test event once, now, and returns the delivery. */
export async function testWebhook(
  context: WorkspaceContext,
  address: WebhookAddress,
): Promise<LoggedDelivery> {
  const { store, integrations } = context
  const endpoint = await requireWebhook(context, address)
  const message = testMessage(context, endpoint)
  // SAFETY: a check of the table lets only such formats in.
  const format = endpoint.format as WebhookFormat
  const texts = webhookMessages.in(await languageOfUser(store, endpoint.createdBy))
  const body = bodyOf(format, message, texts)
  const row = {
    ...address,
    id: newId(),
    eventId: message.id,
    type: message.type,
    sequence: message.sequence,
    number: null,
    pageId: null,
    fileId: null,
    sectionId: null,
    cause: 'test' as const,
    status: 'pending' as const,
    dueAt: null,
    createdAt: message.timestamp,
    completedAt: null,
  }
  await store.transactIn('none', (transaction) => webhookDeliveries.insert(transaction, row, body))
  const delivery = { ...row, attempts: 0, tries: 0, body }
  const attempted = await attempt(integrations, endpoint, delivery)
  if (attempted !== undefined) {
    const { retrySchedule } = integrations.webhookSettings
    const attempts = [{ delivery, result: attempted }]
    await recordAttempts(store, address, attempts, { retrySchedule, notesSuccess: true })
  }
  return getDelivery(context, { ...address, deliveryId: row.id })
}

function testMessage({ caller, integrations }: Context, endpoint: webhooks.WebhookRow): Message {
  const { id, name, workspaceId } = endpoint
  return {
    id: newId(),
    type: 'webhook.test',
    isKnown: true,
    sequence: 0,
    workspaceId,
    timestamp: clock.now(),
    actor: { type: 'member', id: caller.userId, via: caller.via, name: 'Quire' },
    data: { webhook: { id, name } },
    subject: { title: name, url: `${integrations.baseUrl}/settings/webhooks` },
    pageIds: [],
  }
}

/** Sends a delivery again with the same event id and a full retry schedule. Throws WEBHOOK_NOT_FOUND, DELIVERY_NOT_FOUND, WEBHOOK_DISABLED, DELIVERY_EXPIRED. */
export async function redeliver(
  context: WorkspaceContext,
  address: DeliveryAddress,
): Promise<void> {
  const endpoint = await requireWebhook(context, address)
  requireEnabled(endpoint)
  const { body } = await getDelivery(context, address)
  if (body === null) {
    throw new AppError(
      'DELIVERY_EXPIRED',
      'The body of this delivery is past its retention time. Read the current page instead.',
    )
  }
  const { workspaceId } = address
  await context.store.transactIn({ workspaceId }, (transaction) =>
    webhookDeliveries.resend(transaction, address, clock.now()),
  )
}

/** Sends all failed and missed deliveries since an instant that the caller can see again; returns their number. */
export async function recover(
  context: WorkspaceContext,
  address: WebhookAddress,
  since: number,
): Promise<number> {
  requireEnabled(await requireWebhook(context, address))
  const { workspaceId } = address
  const count = await context.store.transactIn({ workspaceId }, (transaction) =>
    webhookDeliveries.recover(transaction, context.viewer, address.webhookId, {
      since,
      dueAt: clock.now(),
    }),
  )
  return count
}

function requireEnabled({ state }: webhooks.WebhookRow): void {
  if (state === 'enabled') return
  throw new AppError('WEBHOOK_DISABLED', 'The webhook is disabled. Enable it first.')
}

function deliveryNotFound({ deliveryId }: DeliveryAddress): AppError {
  return new AppError(
    'DELIVERY_NOT_FOUND',
    `Delivery ${deliveryId} is not in the log of this webhook. The log is kept for some weeks. List its deliveries first.`,
  )
}
