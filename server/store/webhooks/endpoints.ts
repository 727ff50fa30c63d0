import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type WebhookAddress = { workspaceId: string; webhookId: string }

export type WebhookRow = {
  workspaceId: string
  id: string
  name: string
  url: string
  /** JSON list of subscriptions. */
  events: string
  sectionId: string | null
  format: string
  /** Sealed, as the one before is. */
  secret: string
  previousSecret: string | null
  previousUntil: number | null
  state: 'enabled' | 'disabled' | 'removed'
  /** Why it is disabled. */
  reason: string | null
  /** It is told what comes after this. */
  fromSequence: number
  failingSince: number | null
  failures: number
  succeededAt: number | null
  createdAt: number
  createdBy: string
  updatedAt: number
}

const columns = `workspace_id as "workspaceId", id, name, url, events, section_id as "sectionId", format, secret,
  previous_secret as "previousSecret", previous_until as "previousUntil", state, reason,
  from_sequence as "fromSequence", failing_since as "failingSince", failures, succeeded_at as "succeededAt",
  created_at as "createdAt", created_by as "createdBy", updated_at as "updatedAt"`

const listStatement = statement<WebhookRow>(
  'webhooks.list',
  `select ${columns} from webhooks where workspace_id = $1 and state <> 'removed' order by created_at, id`,
)
const getStatement = statement<WebhookRow>(
  'webhooks.get',
  `select ${columns} from webhooks where workspace_id = $1 and id = $2 and state <> 'removed'`,
)
const insertStatement = statement(
  'webhooks.insert',
  `insert into webhooks (workspace_id, id, name, url, events, section_id, format, secret, state, from_sequence,
     created_at, created_by, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, 'enabled',
     (select event_sequence from workspaces where id = $1), $9, $10, $9)`,
)
const updateStatement = statement(
  'webhooks.update',
  `update webhooks set name = $3, url = $4, events = $5, section_id = $6, format = $7, updated_at = $8
   where workspace_id = $1 and id = $2`,
)
const setStateStatement = statement(
  'webhooks.setState',
  `update webhooks set state = $3, reason = $4, failing_since = null, failures = 0, updated_at = $5
   where workspace_id = $1 and id = $2 and state <> $3`,
)
const setSecretStatement = statement(
  'webhooks.setSecret',
  `update webhooks set previous_until = cast($4 as bigint),
     previous_secret = case when cast($4 as bigint) is null then null else secret end,
     secret = $3, updated_at = $5
   where workspace_id = $1 and id = $2`,
)
const succeededStatement = statement(
  'webhooks.succeeded',
  `update webhooks set succeeded_at = $3, failing_since = null, failures = 0
   where workspace_id = $1 and id = $2`,
)
const failedStatement = statement<{ failingSince: number; failures: number }>(
  'webhooks.failed',
  `update webhooks set failing_since = coalesce(failing_since, $3), failures = failures + 1
   where workspace_id = $1 and id = $2
   returning failing_since as "failingSince", failures`,
)
const claimStatement = statement(
  'webhooks.claim',
  `update webhooks set holder = $3, leased_until = $4
   where workspace_id = $1 and id = $2 and state = 'enabled' and (holder is null or leased_until < $5)`,
)
const renewStatement = statement(
  'webhooks.renew',
  'update webhooks set leased_until = $4 where workspace_id = $1 and id = $2 and holder = $3',
)
const releaseStatement = statement(
  'webhooks.release',
  `update webhooks set holder = null, leased_until = null
   where workspace_id = $1 and id = $2 and holder = $3`,
)
const removedStatement = statement<{ id: string }>(
  'webhooks.removed',
  `select id from webhooks where workspace_id = $1 and state = 'removed' order by id`,
)
const allIdsStatement = statement<{ id: string }>(
  'webhooks.allIds',
  'select id from webhooks where workspace_id = $1 order by id',
)
const eraseStatement = statement(
  'webhooks.erase',
  `delete from webhooks where workspace_id = $1 and id = $2 and state = 'removed'`,
)
const dueStatement = statement<WebhookAddress>(
  'webhooks.due',
  `select w.workspace_id as "workspaceId", w.id as "webhookId" from webhooks w
   where w.state = 'enabled' and (w.holder is null or w.holder = $1 or w.leased_until < $2) and exists (
     select 1 from webhook_deliveries d
     where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.due_at <= $2)`,
)

export function list(reader: Reader, workspaceId: string): Promise<WebhookRow[]> {
  return reader.all(listStatement, workspaceId)
}

export function get(
  reader: Reader,
  { workspaceId, webhookId }: WebhookAddress,
): Promise<WebhookRow | undefined> {
  return reader.get(getStatement, workspaceId, webhookId)
}

/** What is told begins after the newest event. */
export async function insert(
  transaction: Transaction,
  row: Omit<
    WebhookRow,
    | 'previousSecret'
    | 'previousUntil'
    | 'state'
    | 'reason'
    | 'fromSequence'
    | 'failingSince'
    | 'failures'
    | 'succeededAt'
    | 'updatedAt'
  >,
): Promise<void> {
  await transaction.run(
    insertStatement,
    row.workspaceId,
    row.id,
    row.name,
    row.url,
    row.events,
    row.sectionId,
    row.format,
    row.secret,
    row.createdAt,
    row.createdBy,
  )
}

export async function update(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  row: Pick<WebhookRow, 'name' | 'url' | 'events' | 'sectionId' | 'format' | 'updatedAt'>,
): Promise<void> {
  await transaction.run(
    updateStatement,
    workspaceId,
    webhookId,
    row.name,
    row.url,
    row.events,
    row.sectionId,
    row.format,
    row.updatedAt,
  )
}

/** False when it is so already. */
export async function setState(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  { state, reason, at }: Pick<WebhookRow, 'state' | 'reason'> & { at: number },
): Promise<boolean> {
  return (await transaction.run(setStateStatement, workspaceId, webhookId, state, reason, at)) > 0
}

/** The secret until now stays valid until an instant, or not at all. */
export async function setSecret(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  { secret, previousUntil, at }: { secret: string; previousUntil: number | null; at: number },
): Promise<void> {
  await transaction.run(setSecretStatement, workspaceId, webhookId, secret, previousUntil, at)
}

export async function succeeded(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  at: number,
): Promise<void> {
  await transaction.run(succeededStatement, workspaceId, webhookId, at)
}

/** Gives since when, and how often in a row, it has failed. */
export function failed(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  at: number,
): Promise<{ failingSince: number; failures: number } | undefined> {
  return transaction.get(failedStatement, workspaceId, webhookId, at)
}

export type Claim = { holder: string; until: number; now: number }

/** Makes the holder the only one that delivers to it; false when another one does. */
export async function claim(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  { holder, until, now }: Claim,
): Promise<boolean> {
  return (await transaction.run(claimStatement, workspaceId, webhookId, holder, until, now)) > 0
}

/** False when another holder has it. */
export async function renew(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  { holder, until }: Pick<Claim, 'holder' | 'until'>,
): Promise<boolean> {
  return (await transaction.run(renewStatement, workspaceId, webhookId, holder, until)) > 0
}

export async function release(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  holder: string,
): Promise<void> {
  await transaction.run(releaseStatement, workspaceId, webhookId, holder)
}

/** Endpoints of any workspace with something to deliver by now, but for those that another holder has. */
export function due(reader: Reader, holder: string, now: number): Promise<WebhookAddress[]> {
  return reader.all(dueStatement, holder, now)
}

/** Those of which only the log is left. */
export async function removed(reader: Reader, workspaceId: string): Promise<string[]> {
  return (await reader.all(removedStatement, workspaceId)).map(({ id }) => id)
}

export async function allIds(reader: Reader, workspaceId: string): Promise<string[]> {
  return (await reader.all(allIdsStatement, workspaceId)).map(({ id }) => id)
}

export async function erase(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
): Promise<void> {
  await transaction.run(eraseStatement, workspaceId, webhookId)
}
