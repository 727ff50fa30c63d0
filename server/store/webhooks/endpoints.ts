import { leasesOf } from '../background/leases.ts'
import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type WebhookAddress = { workspaceId: string; webhookId: string }

const hasDue = `exists (select 1 from webhook_deliveries d
  where d.workspace_id = webhooks.workspace_id and d.webhook_id = webhooks.id and d.due_at <= $dueBy)`

/** One process at a time delivers to an enabled endpoint. */
export const leases = leasesOf<WebhookAddress>({
  name: 'webhooks',
  table: 'webhooks',
  key: { workspaceId: 'workspace_id', webhookId: 'id' },
  claimable: `state = 'enabled'`,
  due: hasDue,
})

export type WebhookRow = {
  workspaceId: string
  id: string
  name: string
  url: string
  /** JSON list of subscriptions. */
  events: string
  sectionId: string | null
  format: string
  /** Encrypted, as is the previous one. */
  secret: string
  previousSecret: string | null
  previousUntil: number | null
  state: 'enabled' | 'disabled' | 'removed'
  /** The reason why it is disabled. */
  reason: string | null
  /** It receives the events after this one. */
  fromSequence: number
  failingSince: number | null
  failures: number
  succeededAt: number | null
  createdAt: number
  createdBy: string
  updatedAt: number
  /** The agent whose mentions and assignments it receives; null for an endpoint of the workspace. */
  agentId: string | null
}

type EndpointChange = Pick<
  WebhookRow,
  'name' | 'url' | 'events' | 'sectionId' | 'format' | 'updatedAt'
>

const columns = `workspace_id as "workspaceId", id, name, url, events, section_id as "sectionId", format, secret,
  previous_secret as "previousSecret", previous_until as "previousUntil", state, reason,
  from_sequence as "fromSequence", failing_since as "failingSince", failures, succeeded_at as "succeededAt",
  created_at as "createdAt", created_by as "createdBy", updated_at as "updatedAt", agent_id as "agentId"`

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
    agentId: string | null
  }
>(
  'webhooks.insert',
  `insert into webhooks (workspace_id, id, name, url, events, section_id, format, secret, state, from_sequence,
     created_at, created_by, updated_at, agent_id)
   values ($workspaceId, $id, $name, $url, $events, $sectionId, $format, $secret, 'enabled',
     (select event_sequence from workspaces where id = $workspaceId), $createdAt, $createdBy, $createdAt, $agentId)`,
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
/** A webhook from before the first section continues after the number that it received last. */
const takeNumbersStatement = statement<{ lastNumber: number }, WebhookAddress & { count: number }>(
  'webhooks.takeNumbers',
  `update webhooks set last_number = $count + coalesce(
     last_number,
     (select nullif(max(d.sequence), 0) from (select sequence from webhook_deliveries
        where workspace_id = $workspaceId and webhook_id = $webhookId order by id desc limit 1000) d),
     (select w.rights_from_sequence from workspaces w
      where w.id = $workspaceId and w.rights_from_sequence > webhooks.from_sequence),
     0)
   where workspace_id = $workspaceId and id = $webhookId
   returning last_number as "lastNumber"`,
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
const dueStatement = statement<WebhookAddress, { workspaceId: string; dueBy: number }>(
  'webhooks.due',
  `select workspace_id as "workspaceId", id as "webhookId" from webhooks
   where workspace_id = $workspaceId and state = 'enabled' and ${hasDue}`,
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

/** Deliveries begin after the newest event. */
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
    | 'agentId'
  > & { agentId?: string },
): Promise<void> {
  await transaction.run(insertStatement, { agentId: null, ...row })
}

export async function update(
  transaction: Transaction,
  address: WebhookAddress,
  change: EndpointChange,
): Promise<void> {
  await transaction.run(updateStatement, { ...address, ...change })
}

/** False when it already has this state. */
export async function setState(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  { state, reason, at }: Pick<WebhookRow, 'state' | 'reason'> & { at: number },
): Promise<boolean> {
  return (
    (await transaction.run(setStateStatement, { workspaceId, webhookId, state, reason, at })) > 0
  )
}

/** The present secret stays valid until a time, or not at all. */
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

/** Returns since when, and how often in a row, it has failed. */
export function failed(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  at: number,
): Promise<{ failingSince: number; failures: number } | undefined> {
  return transaction.get(failedStatement, { workspaceId, webhookId, at })
}

/** Reserves the next numbers of an endpoint for deliveries; returns the first. */
export async function takeNumbers(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  count: number,
): Promise<number> {
  const row = await transaction.get(takeNumbersStatement, { workspaceId, webhookId, count })
  return (row?.lastNumber ?? count) - count + 1
}

/** Endpoints of a workspace with due deliveries, whichever process holds them. */
export function due(reader: Reader, workspaceId: string, dueBy: number): Promise<WebhookAddress[]> {
  return reader.all(dueStatement, { workspaceId, dueBy })
}

/** Removed endpoints with rows left in the log. */
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
