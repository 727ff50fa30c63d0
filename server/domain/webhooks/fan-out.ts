import { clock } from '../../lib/clock.ts'
import { eventTypeOf } from '../../lib/event-types.ts'
import { newId } from '../../lib/ids.ts'
import { parseJson } from '../../lib/json/parse-json.ts'
import {
  events,
  type Store,
  type Transaction,
  webhookCursors,
  webhookDeliveries,
  webhooks,
} from '../../store/index.ts'
import { type ChatSubscriber, queueNotice, readChatSubscribers } from '../chats/notifications.ts'
import type { Integrations } from '../context.ts'
import { readEvent, type StoredEvent } from '../events/stored-events.ts'
import { type DebounceWindow, growWindow, isPageUpdate, readWindow } from './debounce.ts'
import { bodyOf, type WebhookFormat } from './formats.ts'
import { type Message, PayloadBuilder } from './payload.ts'
import { sectionsOf } from './sections.ts'
import { subscribes } from './subscriptions.ts'

export type FanOutContext = { store: Store; integrations: Integrations }

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
    readChatSubscribers(store, workspaceId),
  ])
  const subscribers = endpoints.length + listeners.length
  const limit = Math.max(1, Math.min(mostEvents, Math.floor(mostDeliveries / subscribers)))
  const [rows, due] = await Promise.all([
    events.since(store, workspaceId, from, limit),
    webhookCursors.dueBursts(store, workspaceId, clock.now(), limit),
  ])
  if (rows.length === 0 && due.length === 0) return nothing
  const to = rows.at(-1)?.sequence ?? from
  const found = rows.map((row) => readEvent({ ...row, workspaceId }, 'webhooks'))
  const windows = await Promise.all(due.map((row) => readWindow(store, row)))
  const plan = await makePlan(
    context,
    workspaceId,
    found,
    windows.filter((window) => window !== undefined),
  )
  const matched = await match(store, endpoints, plan.messages)
  const forChats = oncePerChat(await match(store, listeners, plan.messages))
  // What joins a notice reads it first, and so does what came of its message.
  const scope = forChats.length === 0 ? ('nothing' as const) : { workspaceId }
  const published = await store.transactIn(scope, async (transaction) => {
    if (!(await webhookCursors.advance(transaction, workspaceId, { from, to }))) return undefined
    const gone = new Set<string>()
    for (const [index, row] of due.entries()) {
      if (windows[index] === undefined) await webhookCursors.takeBurst(transaction, row)
    }
    for (const { stored, event, hasGrown } of plan.ended) {
      const isTaken = stored !== undefined && (await webhookCursors.takeBurst(transaction, stored))
      // Another node published it, but not what it has grown by.
      if (!isTaken && !hasGrown) gone.add(event.id)
    }
    for (const row of plan.grown) await webhookCursors.putBurst(transaction, row)
    const sent = matched.filter(({ message }) => !gone.has(message.id))
    await insertDeliveries(transaction, sent)
    for (const { target, message } of forChats) {
      if (!gone.has(message.id)) await queueNotice(transaction, target, message)
    }
    return sent.filter(({ target }) => target.state === 'enabled')
  })
  // Another node was faster; what it left is for the next round.
  if (published === undefined) return { ...nothing, hasMore: true }
  const addresses = new Map(published.map(({ target }) => [target.id, addressOf(target)]))
  const hasMore = rows.length === limit || due.length === limit
  return { isFollowed: true, due: [...addresses.values()], hasMore }
}

async function readEndpoints(store: Store, workspaceId: string): Promise<Endpoint[]> {
  const rows = await webhooks.list(store, workspaceId)
  return rows.map((row) => ({ ...row, subscriptions: readSubscriptions(row) }))
}

export function readSubscriptions({ events: list }: Pick<webhooks.WebhookRow, 'events'>): string[] {
  const read = parseJson(list)
  return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : []
}

function addressOf({ workspaceId, id }: Endpoint): webhooks.WebhookAddress {
  return { workspaceId, webhookId: id }
}

type Plan = {
  messages: Message[]
  /** Windows that are published now, and those that stay open. */
  ended: DebounceWindow[]
  grown: webhookCursors.BurstRow[]
}

/** Saves of an editor join their page's window; anything else about the page ends it, so that order is kept. */
async function makePlan(
  { store, integrations }: FanOutContext,
  workspaceId: string,
  found: readonly StoredEvent[],
  due: readonly DebounceWindow[],
): Promise<Plan> {
  const ended = [...due]
  const open = new Map<string, DebounceWindow>()
  const looked = new Set(due.map(({ row }) => row.pageId))
  const published: StoredEvent[] = due.map(({ event }) => event)
  for (const event of found) {
    const pageId = pageOf(event)
    if (pageId === undefined) {
      published.push(event)
      continue
    }
    if (!looked.has(pageId)) {
      looked.add(pageId)
      const row = await webhookCursors.burst(store, workspaceId, pageId)
      const stored = row === undefined ? undefined : await readWindow(store, row)
      if (stored !== undefined) open.set(pageId, stored)
    }
    const window = open.get(pageId)
    if (isPageUpdate(event) && event.via === 'web') {
      open.set(pageId, growWindow(window, event, integrations.webhookSettings))
      continue
    }
    if (window !== undefined) {
      if (window.stored !== undefined) ended.push(window)
      published.push(window.event)
      open.delete(pageId)
    }
    published.push(event)
  }
  const builder = new PayloadBuilder(store, integrations.baseUrl)
  return {
    messages: await Promise.all(published.map((event) => builder.build(event))),
    ended,
    grown: [...open.values()].filter(({ hasGrown }) => hasGrown).map(({ row }) => row),
  }
}

/** The page whose window an event joins or ends. */
function pageOf(event: StoredEvent): string | undefined {
  if (!event.isKnown || eventTypeOf(event.type).subject !== 'page') return undefined
  return 'pageId' in event.data ? event.data.pageId : undefined
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
        if (message.sequence <= fromSequence || !subscribes(subscriptions, message)) return false
        return sectionId === null || sections?.get(message.id)?.has(sectionId) === true
      })
      .map((target) => ({ target, message })),
  )
}

/** A chat that listens to a section and to another above it hears of a page once. */
function oncePerChat(matched: readonly Match<ChatSubscriber>[]): Match<ChatSubscriber>[] {
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
