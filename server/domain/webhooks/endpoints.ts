import { clock } from '../../lib/clock.ts'
import { AppError, failedField, invalidInput, type Violation } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { newSigningSecret } from '../../lib/secrets/webhook-signature.ts'
import {
  agentAccounts,
  levelIn,
  noLevel,
  sections,
  type Transaction,
  webhookCursors,
  webhookDeliveries,
  webhooks,
} from '../../store/index.ts'
import { audienceOf } from '../administration/administrators.ts'
import { recordAudit } from '../administration/audit.ts'
import type { Context, WorkspaceContext } from '../context.ts'
import { requirePage } from '../pages/tree.ts'
import { requireReadableByCaller } from '../people/agent-access.ts'
import { readSubscriptions } from './fan-out.ts'
import type { WebhookFormat } from './formats.ts'
import { secretPurpose } from './signing-secret.ts'
import { subscriptions } from './subscriptions.ts'

export type WebhookAddress = webhooks.WebhookAddress

export type WebhookFields = {
  name: string
  url: string
  events: readonly string[]
  sectionId: string | null
  format: WebhookFormat
}

export type NewWebhook = Pick<WebhookFields, 'url' | 'events'> &
  Partial<WebhookFields> & {
    workspaceId: string
    /** Set for the webhook of an agent. */
    agentId?: string
  }

/** Fields that are left out keep their values. */
export type WebhookChange = WebhookAddress & Partial<WebhookFields> & { enabled?: boolean }

export type Webhook = WebhookFields &
  Omit<webhooks.WebhookRow, keyof WebhookFields | 'secret' | 'previousSecret'>

const maxWebhooks = 100
const maxGraceSeconds = 7 * 86_400

export async function listWebhooks({ store }: Context, workspaceId: string): Promise<Webhook[]> {
  return (await webhooks.list(store, workspaceId)).map(toWebhook)
}

export async function requireWebhook(
  { store }: Pick<Context, 'store'>,
  address: WebhookAddress,
): Promise<webhooks.WebhookRow> {
  const row = await webhooks.get(store, address)
  if (row !== undefined) return row
  throw new AppError(
    'WEBHOOK_NOT_FOUND',
    `Webhook ${address.webhookId} is not in this workspace. List the webhooks first.`,
  )
}

/** Returns the secret too, the only time. */
export async function createWebhook(
  context: WorkspaceContext,
  { workspaceId, ...input }: NewWebhook,
): Promise<{ webhook: Webhook; secret: string }> {
  const { store, caller } = context
  const fields: WebhookFields = {
    url: input.url,
    events: input.events,
    name: input.name ?? URL.parse(input.url)?.hostname ?? input.url,
    sectionId: input.sectionId ?? null,
    format: input.format ?? 'standard',
  }
  await requireValid(context, fields)
  const webhookId = newId()
  const secret = newSigningSecret()
  await store.transactIn({ workspaceId }, async (transaction) => {
    const others = await webhooks.list(transaction, workspaceId)
    if (others.length >= maxWebhooks) {
      throw invalid('', `must not create more than ${maxWebhooks} webhooks in a workspace`)
    }
    const at = clock.now()
    await webhookCursors.begin(transaction, workspaceId, at)
    await webhooks.insert(transaction, {
      ...fields,
      workspaceId,
      id: webhookId,
      events: JSON.stringify(fields.events),
      secret: context.integrations.secrets.seal(secret, secretPurpose(webhookId)),
      createdAt: at,
      createdBy: caller.userId,
      ...(input.agentId === undefined ? {} : { agentId: input.agentId }),
    })
    if (input.agentId !== undefined) {
      const agent = { workspaceId, userId: input.agentId }
      await agentAccounts.setWebhook(transaction, agent, webhookId)
    }
    await recordAudit(transaction, caller, {
      action: 'webhook.create',
      workspaceId,
      subject: webhookId,
      details: describeTarget(fields),
    })
  })
  return { webhook: await read(context, { workspaceId, webhookId }), secret }
}

export async function updateWebhook(
  context: WorkspaceContext,
  { workspaceId, webhookId, enabled, ...change }: WebhookChange,
): Promise<Webhook> {
  const address = { workspaceId, webhookId }
  const before = toWebhook(await requireWebhook(context, address))
  const fields: WebhookFields = {
    name: change.name ?? before.name,
    url: change.url ?? before.url,
    events: change.events ?? before.events,
    sectionId: change.sectionId === undefined ? before.sectionId : change.sectionId,
    format: change.format ?? before.format,
  }
  await requireValid(context, fields, before)
  if (fields.url !== before.url) {
    await requireReadableGrants(context, address)
    const { agentId } = before
    if (agentId !== null) await requireReadableByCaller(context, agentId)
  }
  const at = clock.now()
  await context.store.transactIn({ workspaceId }, async (transaction) => {
    const row = { ...fields, events: JSON.stringify(fields.events), updatedAt: at }
    await webhooks.update(transaction, address, row)
    if (enabled !== undefined) await setEnabled(transaction, address, enabled, at)
    await recordAudit(transaction, context.caller, {
      action: 'webhook.update',
      workspaceId,
      subject: webhookId,
      details: { ...describeTarget(fields), ...(enabled === undefined ? {} : { enabled }) },
    })
  })
  return read(context, address)
}

/** Another address receives what was granted to the webhook, so that only its readers choose it. Throws FORBIDDEN. */
async function requireReadableGrants(
  { store, viewer }: WorkspaceContext,
  { workspaceId, webhookId }: WebhookAddress,
): Promise<void> {
  for (const { sectionId } of await sections.grantedTo(store, {
    workspaceId,
    principalId: webhookId,
  })) {
    if ((await levelIn(store, viewer, sectionId)) !== noLevel) continue
    const message =
      'This webhook receives events of pages that you cannot read. Create another webhook instead of changing its URL.'
    throw new AppError('FORBIDDEN', message)
  }
}

async function setEnabled(
  transaction: Transaction,
  address: WebhookAddress,
  enabled: boolean,
  at: number,
): Promise<void> {
  const state = enabled ? 'enabled' : 'disabled'
  const reason = enabled ? null : 'Disabled by a person.'
  const isNew = await webhooks.setState(transaction, address, { state, reason, at })
  if (isNew && !enabled) await webhookDeliveries.cancel(transaction, address, at)
}

/** A background job deletes the log. */
export async function removeWebhook(context: Context, address: WebhookAddress): Promise<void> {
  const { url, name, agentId } = await requireWebhook(context, address)
  const { workspaceId, webhookId } = address
  await context.store.transactIn({ workspaceId }, async (transaction) => {
    const at = clock.now()
    await webhooks.setState(transaction, address, { state: 'removed', reason: null, at })
    await webhookDeliveries.cancel(transaction, address, at)
    if (agentId !== null) {
      const agent = { workspaceId, userId: agentId }
      await agentAccounts.setWebhook(transaction, agent, null)
    }
    await recordAudit(transaction, context.caller, {
      action: 'webhook.remove',
      workspaceId,
      subject: webhookId,
      details: describeTarget({ url, name }),
    })
  })
}

/** Requests carry a signature of both secrets during the grace period. */
export async function rotateSecret(
  context: Context,
  address: WebhookAddress,
  graceSeconds: number,
): Promise<{ secret: string; previousUntil: number | null }> {
  const { url, name } = await requireWebhook(context, address)
  const secret = newSigningSecret()
  const at = clock.now()
  const grace = Math.min(graceSeconds, maxGraceSeconds)
  const previousUntil = grace > 0 ? at + grace * 1000 : null
  const sealed = context.integrations.secrets.seal(secret, secretPurpose(address.webhookId))
  const { workspaceId, webhookId } = address
  await context.store.transactIn({ workspaceId }, async (transaction) => {
    await webhooks.setSecret(transaction, address, { secret: sealed, previousUntil, at })
    await recordAudit(transaction, context.caller, {
      action: 'webhook.rotate-secret',
      workspaceId,
      subject: webhookId,
      details: describeTarget({ url, name }),
    })
  })
  return { secret, previousUntil }
}

/** For the audit log: the host only, since the path is often a secret. */
function describeTarget({ url, name }: Pick<WebhookFields, 'url' | 'name'>): {
  host: string
  name?: string
} {
  const host = URL.parse(url)?.host ?? ''
  return name === url ? { host } : { host, name }
}

async function read(context: Context, address: WebhookAddress): Promise<Webhook> {
  return toWebhook(await requireWebhook(context, address))
}

function toWebhook(row: webhooks.WebhookRow): Webhook {
  const { secret: _secret, previousSecret: _previous, ...rest } = row
  // SAFETY: a check constraint of the table.
  return { ...rest, format: row.format as WebhookFormat, events: readSubscriptions(row) }
}

async function requireValid(
  context: WorkspaceContext,
  { url, events, sectionId }: WebhookFields,
  before?: WebhookFields,
): Promise<void> {
  const violations: Violation[] = []
  const refused =
    url === before?.url
      ? undefined
      : await context.integrations.outboundHttp.guard.refusal(url, await audienceOf(context))
  if (refused !== undefined) violations.push(violation('/url', refused))
  const unknown = events.filter((event) => !subscriptions.includes(event))
  if (unknown.length > 0) {
    const message = `contains ${unknown.join(', ')}, which is not an event type; \`/v1/webhooks/event-types\` lists them`
    violations.push(violation('/events', message))
  }
  if (violations.length > 0) throw invalidInput(violations)
  if (sectionId !== null && sectionId !== before?.sectionId) {
    await requirePage(context.store, context.viewer, sectionId)
  }
}

function violation(path: string, message: string): Violation {
  return failedField(path, 'webhook', message)
}

function invalid(path: string, message: string): AppError {
  return invalidInput([violation(path, message)])
}
