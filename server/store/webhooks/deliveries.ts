import { allSettledOrThrow } from '../../lib/all-settled.ts'
import type { Reader, Transaction } from '../connection.ts'
import {
  allViewed,
  getViewed,
  type Viewer,
  viewedStatement,
  viewerValues,
} from '../rights/viewer.ts'
import { statement } from '../statement.ts'
import type { WebhookAddress } from './endpoints.ts'

export type DeliveryAddress = WebhookAddress & { deliveryId: string }

export type DeliveryStatus = 'pending' | 'retrying' | 'succeeded' | 'failed' | 'cancelled'
export type DeliveryCause = 'event' | 'test' | 'redeliver' | 'recover'

export type DeliveryRow = {
  workspaceId: string
  webhookId: string
  id: string
  /** Stays the same for all attempts. */
  eventId: string
  type: string
  /** Of the event in the workspace; 0 in a test. */
  sequence: number
  /** What the endpoint receives in its place, in a workspace with sections. */
  number: number | null
  cause: DeliveryCause
  status: DeliveryStatus
  attempts: number
  /** Attempts since it was last resent. */
  tries: number
  dueAt: number | null
  createdAt: number
  completedAt: number | null
}

/** What the delivery is about, and its section at the time. */
export type DeliverySubject = {
  pageId: string | null
  fileId: string | null
  sectionId: string | null
}

export type NewDelivery = Omit<DeliveryRow, 'attempts' | 'tries'> & DeliverySubject

type Outcome = Pick<DeliveryRow, 'status' | 'attempts' | 'tries' | 'dueAt' | 'completedAt'>

const columns = `d.workspace_id as "workspaceId", d.webhook_id as "webhookId", d.id, d.event_id as "eventId", d.type,
  d.sequence, d.number, d.cause, d.status, d.attempts, d.tries, d.due_at as "dueAt", d.created_at as "createdAt",
  d.completed_at as "completedAt"`

const insertStatement = statement<never, NewDelivery>(
  'deliveries.insert',
  `insert into webhook_deliveries (workspace_id, webhook_id, id, event_id, type, sequence, number, cause, status,
     due_at, created_at, completed_at, page_id, file_id, section_id)
   values ($workspaceId, $webhookId, $id, $eventId, $type, $sequence, $number, $cause, $status, $dueAt,
     $createdAt, $completedAt, $pageId, $fileId, $sectionId)`,
)
const insertBodyStatement = statement<never, DeliveryAddress & { attempt: number; body: string }>(
  'deliveries.insertBody',
  `insert into webhook_bodies (workspace_id, webhook_id, delivery_id, attempt, body)
     values ($workspaceId, $webhookId, $deliveryId, $attempt, $body)`,
)
const getStatement = viewedStatement<DeliveryRow, DeliveryAddress>(
  'deliveries.get',
  `select ${columns} from webhook_deliveries d where d.workspace_id = $workspaceId
     and d.webhook_id = $webhookId and d.id = $deliveryId and {visibleDelivery d}`,
)
const listStatement = viewedStatement<DeliveryRow, WebhookAddress & DeliveryFilter>(
  'deliveries.list',
  `select ${columns} from webhook_deliveries d
   where d.workspace_id = $workspaceId and d.webhook_id = $webhookId
     and ($status = '' or d.status = $status) and ($type = '' or d.type = $type)
     and d.created_at >= $since and d.created_at < $until and {visibleDelivery d}
   order by d.id desc limit $limit offset $offset`,
)
const dueStatement = statement<DueDelivery, WebhookAddress & { now: number; limit: number }>(
  'deliveries.due',
  `select ${columns}, b.body, (select rights_version from workspaces where id = $workspaceId) as "rightsVersion"
   from webhook_deliveries d
   left join webhook_bodies b on b.workspace_id = d.workspace_id and b.webhook_id = d.webhook_id
     and b.delivery_id = d.id and b.attempt = 0
   where d.workspace_id = $workspaceId and d.webhook_id = $webhookId and d.due_at <= $now
     order by d.due_at, d.sequence limit $limit`,
)
const bodyStatement = statement<{ attempt: number; body: string }, DeliveryAddress>(
  'deliveries.bodies',
  `select attempt, body from webhook_bodies
   where workspace_id = $workspaceId and webhook_id = $webhookId and delivery_id = $deliveryId
     order by attempt`,
)
const recordOutcomeStatement = statement<never, DeliveryAddress & Outcome>(
  'deliveries.settle',
  `update webhook_deliveries set status = $status, attempts = $attempts, tries = $tries, due_at = $dueAt,
     completed_at = $completedAt
   where workspace_id = $workspaceId and webhook_id = $webhookId and id = $deliveryId`,
)
const resendStatement = statement<never, DeliveryAddress & { dueAt: number }>(
  'deliveries.resend',
  `update webhook_deliveries set status = 'pending', cause = 'redeliver', tries = 0, due_at = $dueAt,
     completed_at = null
   where workspace_id = $workspaceId and webhook_id = $webhookId and id = $deliveryId`,
)
const recoverStatement = viewedStatement<never, WebhookAddress & { since: number; dueAt: number }>(
  'deliveries.recover',
  `update webhook_deliveries set status = 'pending', cause = 'recover', tries = 0, due_at = $dueAt,
     completed_at = null
   where workspace_id = $workspaceId and webhook_id = $webhookId and created_at >= $since
     and status in ('failed', 'cancelled') and {visibleDelivery webhook_deliveries}
     and cause <> 'test' and exists (
       select 1 from webhook_bodies b where b.workspace_id = webhook_deliveries.workspace_id
         and b.webhook_id = webhook_deliveries.webhook_id and b.delivery_id = webhook_deliveries.id and b.attempt = 0)`,
)
const cancelStatement = statement<never, WebhookAddress & { at: number }>(
  'deliveries.cancel',
  `update webhook_deliveries set status = 'cancelled', due_at = null, completed_at = $at
   where workspace_id = $workspaceId and webhook_id = $webhookId and due_at is not null`,
)
const clearBodiesStatement = statement<never, WebhookAddress & { beforeId: string; limit: number }>(
  'deliveries.clearBodies',
  `delete from webhook_bodies where workspace_id = $workspaceId and webhook_id = $webhookId and delivery_id in (
     select distinct delivery_id from webhook_bodies
     where workspace_id = $workspaceId and webhook_id = $webhookId and delivery_id < $beforeId
     order by delivery_id limit $limit)`,
)
const clearAttemptsStatement = statement<
  never,
  WebhookAddress & { beforeId: string; limit: number }
>(
  'deliveries.clearAttempts',
  `delete from webhook_attempts where workspace_id = $workspaceId and webhook_id = $webhookId
     and delivery_id in (
     select id from webhook_deliveries
     where workspace_id = $workspaceId and webhook_id = $webhookId and id < $beforeId
     order by id limit $limit)`,
)
const clearStatement = statement<never, WebhookAddress & { beforeId: string; limit: number }>(
  'deliveries.clear',
  `delete from webhook_deliveries where workspace_id = $workspaceId and webhook_id = $webhookId and id in (
     select id from webhook_deliveries
     where workspace_id = $workspaceId and webhook_id = $webhookId and id < $beforeId
     order by id limit $limit)`,
)

/** With its body. */
export async function insert(
  transaction: Transaction,
  row: NewDelivery,
  body: string,
): Promise<void> {
  await allSettledOrThrow(
    transaction.run(insertStatement, row),
    transaction.run(insertBodyStatement, {
      workspaceId: row.workspaceId,
      webhookId: row.webhookId,
      deliveryId: row.id,
      attempt: 0,
      body,
    }),
  )
}

/** The response to an attempt. */
export async function insertAnswer(
  transaction: Transaction,
  { workspaceId, webhookId, deliveryId }: DeliveryAddress,
  attempt: number,
  body: string,
): Promise<void> {
  await transaction.run(insertBodyStatement, { workspaceId, webhookId, deliveryId, attempt, body })
}

/** Undefined when the viewer cannot see what it is about. */
export function get(
  reader: Reader,
  viewer: Viewer,
  { webhookId, deliveryId }: Omit<DeliveryAddress, 'workspaceId'>,
): Promise<DeliveryRow | undefined> {
  return getViewed(reader, viewer, getStatement, { webhookId, deliveryId })
}

export type DeliveryFilter = {
  status: DeliveryStatus | ''
  type: string
  since: number
  until: number
  limit: number
  offset: number
}

/** Those that the viewer can see, newest first. */
export function list(
  reader: Reader,
  viewer: Viewer,
  webhookId: string,
  filter: DeliveryFilter,
): Promise<DeliveryRow[]> {
  return allViewed(reader, viewer, listStatement, { webhookId, ...filter })
}

/** `rightsVersion` is that of the workspace. */
export type DueDelivery = DeliveryRow & { body: string | null; rightsVersion: number }

/** Due deliveries, the longest due first; a null body was deleted. */
export function due(
  reader: Reader,
  { workspaceId, webhookId }: WebhookAddress,
  now: number,
  limit: number,
): Promise<DueDelivery[]> {
  return reader.all(dueStatement, { workspaceId, webhookId, now, limit })
}

export function bodies(
  reader: Reader,
  { workspaceId, webhookId, deliveryId }: DeliveryAddress,
): Promise<{ attempt: number; body: string }[]> {
  return reader.all(bodyStatement, { workspaceId, webhookId, deliveryId })
}

export async function recordOutcome(
  transaction: Transaction,
  address: DeliveryAddress,
  outcome: Outcome,
): Promise<void> {
  await transaction.run(recordOutcomeStatement, { ...address, ...outcome })
}

export async function resend(
  transaction: Transaction,
  { workspaceId, webhookId, deliveryId }: DeliveryAddress,
  dueAt: number,
): Promise<void> {
  await transaction.run(resendStatement, { workspaceId, webhookId, deliveryId, dueAt })
}

/** Resends deliveries that failed or were cancelled since a time and that the viewer can see; returns their number. */
export function recover(
  transaction: Transaction,
  viewer: Viewer,
  webhookId: string,
  { since, dueAt }: { since: number; dueAt: number },
): Promise<number> {
  const { unfiltered, filtered } = recoverStatement
  const values = { ...viewerValues(viewer), webhookId, since, dueAt }
  return transaction.run(viewer.seesEverything ? unfiltered : filtered, values)
}

/** Cancels all pending deliveries. */
export async function cancel(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  at: number,
): Promise<void> {
  await transaction.run(cancelStatement, { workspaceId, webhookId, at })
}

/** Deletes the bodies of some deliveries with ids before `beforeId`; returns the number of rows. */
export function clearBodies(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  beforeId: string,
  limit: number,
): Promise<number> {
  return transaction.run(clearBodiesStatement, { workspaceId, webhookId, beforeId, limit })
}

/** Their bodies must be deleted first. */
export async function clear(
  transaction: Transaction,
  { workspaceId, webhookId }: WebhookAddress,
  beforeId: string,
  limit: number,
): Promise<number> {
  await transaction.run(clearAttemptsStatement, { workspaceId, webhookId, beforeId, limit })
  return transaction.run(clearStatement, { workspaceId, webhookId, beforeId, limit })
}
