import { clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import {
  events,
  type Store,
  type Transaction,
  webhookCursors,
  webhookDeliveries,
  webhooks,
} from '../../store/index.ts'
import { type Listener, noteChange, readListeners } from '../chats/notifications.ts'
import { growBurst, readBurst, type Burst } from './debounce.ts'
import type { WebhookEngine } from './engine.ts'
import { subscribes } from './event-types.ts'
import { bodyOf, type WebhookFormat } from './formats.ts'
import { type Message, Narrator, readEvent, type StoredEvent } from './payload.ts'
import { sectionsOf } from './sections.ts'

export type FanOutContext = { store: Store; webhooks: WebhookEngine }

/** Rows written in one transaction, about; others wait behind it. */
const mostDeliveries = 1000
const mostEvents = 200

type Endpoint = webhooks.WebhookRow & { subscriptions: string[] }

export type FanOut = {
  /** Whether the workspace has endpoints or chats. */
  isFollowed: boolean
  /** Endpoints that have something new to deliver. */
  due: readonly webhooks.WebhookAddress[]
  hasMore: boolean
}

const nothing = { isFollowed: true, due: [], hasMore: false }

/**
 * Makes deliveries of the next events of a workspace. However many nodes try at once, each event is taken by
 * one: the cursor moves on in the same transaction.
 */
export async function fanOut(context: FanOutContext, workspaceId: string): Promise<FanOut> {
  const { store } = context
  const from = await webhookCursors.sequence(store, workspaceId)
  if (from === undefined) return { ...nothing, isFollowed: false }
  const [endpoints, listeners] = await Promise.all([
    readEndpoints(store, workspaceId),
    readListeners(store, workspaceId),
  ])
  const hearers = endpoints.length + listeners.length
  const limit = Math.max(1, Math.min(mostEvents, Math.floor(mostDeliveries / hearers)))
  const [rows, due] = await Promise.all([
    events.since(store, workspaceId, from, limit),
    webhookCursors.dueBursts(store, workspaceId, clock.now(), limit),
  ])
  if (rows.length === 0 && due.length === 0) return nothing
  const to = rows.at(-1)?.sequence ?? from
  const found = rows.flatMap((row) => readEvent({ ...row, workspaceId }) ?? [])
  const plan = await makePlan(context, workspaceId, found, due.map(readBurst))
  const matched = await match(store, endpoints, plan.messages)
  const heard = oncePerChat(await match(store, listeners, plan.messages))
  // What joins a notice reads it first, and so does what came of its message.
  const scope = heard.length === 0 ? ('nothing' as const) : { workspaceId }
  const told = await store.transactIn(scope, async (transaction) => {
    if (!(await webhookCursors.advance(transaction, workspaceId, { from, to }))) return undefined
    const gone = new Set<string>()
    for (const { stored, event, hasGrown } of plan.ended) {
      const isTaken = stored !== undefined && (await webhookCursors.takeBurst(transaction, stored))
      // Another node told it, but not what it has grown by.
      if (!isTaken && !hasGrown) gone.add(event.id)
    }
    for (const row of plan.grown) await webhookCursors.putBurst(transaction, row)
    const sent = matched.filter(({ message }) => !gone.has(message.id))
    await insertDeliveries(transaction, sent)
    for (const { target, message } of heard) {
      if (!gone.has(message.id)) await noteChange(transaction, target, message)
    }
    return sent.filter(({ target }) => target.state === 'enabled')
  })
  // Another node was faster; what it left is for the next round.
  if (told === undefined) return { ...nothing, hasMore: true }
  const addresses = new Map(told.map(({ target }) => [target.id, addressOf(target)]))
  const hasMore = rows.length === limit || due.length === limit
  return { isFollowed: true, due: [...addresses.values()], hasMore }
}

async function readEndpoints(store: Store, workspaceId: string): Promise<Endpoint[]> {
  const rows = await webhooks.list(store, workspaceId)
  return rows.map((row) => ({ ...row, subscriptions: readSubscriptions(row) }))
}

export function readSubscriptions({ events: list }: Pick<webhooks.WebhookRow, 'events'>): string[] {
  // SAFETY: only webhooks.ts of the domain writes this column.
  return JSON.parse(list) as string[]
}

function addressOf({ workspaceId, id }: Endpoint): webhooks.WebhookAddress {
  return { workspaceId, webhookId: id }
}

type Plan = {
  messages: Message[]
  /** Bursts that are told now, and those that wait on. */
  ended: Burst[]
  grown: webhookCursors.BurstRow[]
}

/** Saves of an editor join their page's burst; anything else about the page ends it, so that order is kept. */
async function makePlan(
  { store, webhooks: engine }: FanOutContext,
  workspaceId: string,
  found: readonly StoredEvent[],
  due: readonly Burst[],
): Promise<Plan> {
  const ended = [...due]
  const open = new Map<string, Burst>()
  const stored = new Set(due.map(({ event }) => event.facts.pageId))
  const told: StoredEvent[] = due.map(({ event }) => event)
  for (const event of found) {
    const { pageId } = event.facts
    if (pageId === undefined || !event.type.startsWith('page.')) {
      told.push(event)
      continue
    }
    if (!stored.has(pageId)) {
      stored.add(pageId)
      const row = await webhookCursors.burst(store, workspaceId, pageId)
      if (row !== undefined) open.set(pageId, readBurst(row))
    }
    const burst = open.get(pageId)
    if (event.type === 'page.updated' && event.via === 'web') {
      open.set(pageId, growBurst(burst, event, engine.settings))
      continue
    }
    if (burst !== undefined) {
      if (burst.stored !== undefined) ended.push(burst)
      told.push(burst.event)
      open.delete(pageId)
    }
    told.push(event)
  }
  const narrator = new Narrator(store, engine.baseUrl)
  return {
    messages: await Promise.all(told.map((event) => narrator.tell(event))),
    ended,
    grown: [...open.values()].filter(({ hasGrown }) => hasGrown).map(({ row }) => row),
  }
}

type Target = { sectionId: string | null; subscriptions: readonly string[]; fromSequence: number }
type Match<One extends Target = Endpoint> = { target: One; message: Message }

async function match<One extends Target>(
  store: Store,
  targets: readonly One[],
  messages: readonly Message[],
): Promise<Match<One>[]> {
  const [first] = messages
  const hasSections = targets.some(({ sectionId }) => sectionId !== null)
  const sections =
    hasSections && first !== undefined
      ? await sectionsOf(store, first.workspaceId, messages)
      : undefined
  return messages.flatMap((message) =>
    targets
      .filter(({ sectionId, subscriptions, fromSequence }) => {
        if (message.sequence <= fromSequence || !subscribes(subscriptions, message.type))
          return false
        return sectionId === null || sections?.get(message.id)?.has(sectionId) === true
      })
      .map((target) => ({ target, message })),
  )
}

/** A chat that listens to a section and to another above it hears of a page once. */
function oncePerChat(matched: readonly Match<Listener>[]): Match<Listener>[] {
  const seen = new Set<string>()
  return matched.filter(({ target, message }) => {
    const key = `${target.connectionId} ${target.chatId} ${message.id}`
    return !seen.has(key) && seen.add(key)
  })
}

async function insertDeliveries(
  transaction: Transaction,
  matched: readonly Match[],
): Promise<void> {
  const now = clock.now()
  const bodies = new Map<string, string>()
  const written: Promise<void>[] = []
  for (const { target: endpoint, message } of matched) {
    // SAFETY: a check of the table lets only such formats in.
    const format = endpoint.format as WebhookFormat
    const key = `${format} ${message.id}`
    const body = bodies.get(key) ?? bodyOf(format, message)
    bodies.set(key, body)
    // What a disabled endpoint misses is kept, to be sent when somebody asks for it.
    const isSent = endpoint.state === 'enabled'
    const row = {
      ...addressOf(endpoint),
      id: newId(),
      eventId: message.id,
      type: message.type,
      sequence: message.sequence,
      cause: 'event' as const,
      status: isSent ? ('pending' as const) : ('cancelled' as const),
      dueAt: isSent ? now : null,
      createdAt: now,
      completedAt: isSent ? null : now,
    }
    written.push(webhookDeliveries.insert(transaction, row, body))
  }
  await Promise.all(written)
}
