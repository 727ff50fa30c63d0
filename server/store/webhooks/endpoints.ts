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

type EndpointChange = Pick<
  WebhookRow,
  'name' | 'url' | 'events' | 'sectionId' | 'format' | 'updatedAt'
>

const columns = `workspace_id as "workspaceId", id, name, url, events, section_id as "sectionId", format, secret,
  previous_secret as "previousSecret", previous_until as "previousUntil", state, reason,
  from_sequence as "fromSequence", failing_since as "failingSince", failures, succeeded_at as "succeededAt",
  created_at as "createdAt", created_by as "createdBy", updated_at as "updatedAt"`

const listStatement = statement<WebhookRow, { workspaceId: string }>(
  'webhooks.list',
  `select ${columns} from webhooks where workspace_id = $workspaceId and state <> 'removed'
     order by created_at, id`,
)
const getStatement = statement<WebhookRow, WebhookAddress>(
  'webhooks.get',
  `select ${columns} from webhooks where workspace_id = $workspaceId and id = $webhookId
     and state <> 'removed'`,
)
const insertStatement = statement<
  never,
  {
    workspaceId: string
    id: string
    name: string
    url: string
    events: string
    sectionId: string | null
    format: string
    secret: string
    createdAt: number
    createdBy: string
  }
>(
  'webhooks.insert',
  `insert into webhooks (workspace_id, id, name, url, events, section_id, format, secret, state, from_sequence,
     created_at, created_by, updated_at)
   values ($workspaceId, $id, $name, $url, $events, $sectionId, $format, $secret, 'enabled',
     (select event_sequence from workspaces where id = $workspaceId), $createdAt, $createdBy, $createdAt)`,
)
const updateStatement = statement<never, WebhookAddress & EndpointChange>(
  'webhooks.update',
  `update webhooks set name = $name, url = $url, events = $events, section_id = $sectionId, format = $format,
     updated_at = $updatedAt
   where workspace_id = $workspaceId and id = $webhookId`,
)
const setStateStatement = statement<
  never,
  WebhookAddress & { state: WebhookRow['state']; reason: string | null; at: number }
>(
  'webhooks.setState',
  `update webhooks set state = $state, reason = $reason, failing_since = null, failures = 0, updated_at = $at
   where workspace_id = $workspaceId and id = $webhookId and state <> $state`,
)
const setSecretStatement = statement<
  never,
  WebhookAddress & { secret: string; previousUntil: number | null; at: number }
>(
  'webhooks.setSecret',
  `update webhooks set previous_until = cast($previousUntil as bigint),
     previous_secret = case when cast($previousUntil as bigint) is null then null else secret end,
     secret = $secret, updated_at = $at
   where workspace_id = $workspaceId and id = $webhookId`,
)
const succeededStatement = statement<never, WebhookAddress & { at: number }>(
  'webhooks.succeeded',
  `update webhooks set succeeded_at = $at, failing_since = null, failures = 0
   where workspace_id = $workspaceId and id = $webhookId`,
)
const failedStatement = statement<
  { failingSince: number; failures: number },
  WebhookAddress & { at: number }
>(
  'webhooks.failed',
  `update webhooks set failing_since = coalesce(failing_since, $at), failures = failures + 1
   where workspace_id = $workspaceId and id = $webhookId
   returning failing_since as "failingSince", failures`,
)
const claimStatement = statement<never, Claim & WebhookAddress>(
  'webhooks.claim',
  `update webhooks set holder = $holder, leased_until = $until
   where workspace_id = $workspaceId and id = $webhookId and state = 'enabled'
     and (holder is null or leased_until < $now)`,
)
const renewStatement = statement<never, WebhookAddress & { holder: string; until: number }>(
  'webhooks.renew',
  `update webhooks set leased_until = $until where workspace_id = $workspaceId and id = $webhookId
     and holder = $holder`,
)
const releaseStatement = statement<never, WebhookAddress & { holder: string }>(
  'webhooks.release',
  `update webhooks set holder = null, leased_until = null
   where workspace_id = $workspaceId and id = $webhookId and holder = $holder`,
)
const removedStatement = statement<{ id: string }, { workspaceId: string }>(
  'webhooks.removed',
  `select id from webhooks where workspace_id = $workspaceId and state = 'removed' order by id`,
)
const allIdsStatement = statement<{ id: string }, { workspaceId: string }>(
  'webhooks.allIds',
  'select id from webhooks where workspace_id = $workspaceId order by id',
)
const eraseStatement = statement<never, WebhookAddress>(
  'webhooks.erase',
  `delete from webhooks where workspace_id = $workspaceId and id = $webhookId and state = 'removed'`,
)
const dueStatement = statement<WebhookAddress, { holder: string; now: number }>(
  'webhooks.due',
  `select w.workspace_id as "workspaceId", w.id as "webhookId" from webhooks w
   where w.state = 'enabled' and (w.holder is null or w.holder = $holder or w.leased_until < $now) and exists (
     select 1 from webhook_deliveries d
     where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.due_at <= $now)`,
)

export function list(reader: Reader, workspaceId: string): Promise<WebhookRow[]> {
  return reader.all(listStatement, { workspaceId })
}

export function get(
  reader: Reader,
  { workspaceId, webhookId }: WebhookAddress,
): Promise<WebhookRow | undefined> {
  return reader.get(getStatement, { workspaceId, webhookId })
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
  await transaction.run(insertStatement, row)
}

export async function update(
  transaction: Transaction,
  address: WebhookAddress,
  change: EndpointChange,
): Promise<void> {
  await transaction.run(updateStatement, { ...address, ...change })
}

/** False when it is so already. */
export async function setState(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  { state, reason, at }: Pick<WebhookRow, 'state' | 'reason'> & { at: number },
): Promise<boolean> {
  return (
    (await transaction.run(setStateStatement, { workspaceId, webhookId, state, reason, at })) > 0
  )
}

/** The secret until now stays valid until an instant, or not at all. */
export async function setSecret(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  { secret, previousUntil, at }: { secret: string; previousUntil: number | null; at: number },
): Promise<void> {
  await transaction.run(setSecretStatement, { workspaceId, webhookId, secret, previousUntil, at })
}

export async function succeeded(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  at: number,
): Promise<void> {
  await transaction.run(succeededStatement, { workspaceId, webhookId, at })
}

/** Gives since when, and how often in a row, it has failed. */
export function failed(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  at: number,
): Promise<{ failingSince: number; failures: number } | undefined> {
  return transaction.get(failedStatement, { workspaceId, webhookId, at })
}

export type Claim = { holder: string; until: number; now: number }

/** Makes the holder the only one that delivers to it; false when another one does. */
export async function claim(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  { holder, until, now }: Claim,
): Promise<boolean> {
  return (await transaction.run(claimStatement, { workspaceId, webhookId, holder, until, now })) > 0
}

/** False when another holder has it. */
export async function renew(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  { holder, until }: Pick<Claim, 'holder' | 'until'>,
): Promise<boolean> {
  return (await transaction.run(renewStatement, { workspaceId, webhookId, holder, until })) > 0
}

export async function release(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  holder: string,
): Promise<void> {
  await transaction.run(releaseStatement, { workspaceId, webhookId, holder })
}

/** Endpoints of any workspace with something to deliver by now, but for those that another holder has. */
export function due(reader: Reader, holder: string, now: number): Promise<WebhookAddress[]> {
  return reader.all(dueStatement, { holder, now })
}

/** Those of which only the log is left. */
export async function removed(reader: Reader, workspaceId: string): Promise<string[]> {
  return (await reader.all(removedStatement, { workspaceId })).map(({ id }) => id)
}

export async function allIds(reader: Reader, workspaceId: string): Promise<string[]> {
  return (await reader.all(allIdsStatement, { workspaceId })).map(({ id }) => id)
}

export async function erase(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
): Promise<void> {
  await transaction.run(eraseStatement, { workspaceId, webhookId })
}
