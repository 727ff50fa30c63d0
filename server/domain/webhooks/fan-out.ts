import { english } from '../../../messages/language.ts'
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
import { languageOfUser } from '../people/language.ts'
import { type DebounceWindow, extendWindow, isPageUpdate, readWindow } from './debounce.ts'
import { bodyOf, type WebhookFormat } from './formats.ts'
import { webhookMessages, type WebhookTexts } from './messages.ts'
import { type Message, PayloadBuilder } from './payload.ts'
import { sectionsOf } from './sections.ts'
import { subscribes } from './subscriptions.ts'

export type FanOutContext = { store: Store; integrations: Integrations }

/** Bounds a transaction that other writes wait for. */
const maxDeliveriesPerBatch = 1000
const maxEventsPerBatch = 200

type Endpoint = webhooks.WebhookRow & { subscriptions: string[] }

export type FanOut = {
  /** Whether the workspace has endpoints or chat subscriptions. */
  hasSubscribers: boolean
  /** Endpoints with new deliveries. */
  due: readonly webhooks.WebhookAddress[]
  hasMore: boolean
}

const noDeliveries = { hasSubscribers: true, due: [], hasMore: false }

/**
 * Creates deliveries for the next events of a workspace. The cursor advances in the same transaction, so each
 * event is processed once, on any number of nodes.
 */
export async function fanOut(context: FanOutContext, workspaceId: string): Promise<FanOut> {
  const { store } = context
  const from = await webhookCursors.sequence(store, workspaceId)
  if (from === undefined) return { ...noDeliveries, hasSubscribers: false }
  const [endpoints, listeners] = await Promise.all([
    readEndpoints(store, workspaceId),
    readChatSubscribers(store, workspaceId),
  ])
  const subscribers = endpoints.length + listeners.length
  const limit = Math.max(
    1,
    Math.min(maxEventsPerBatch, Math.floor(maxDeliveriesPerBatch / subscribers)),
  )
  const [rows, due] = await Promise.all([
    events.since(store, workspaceId, from, limit),
    webhookCursors.dueWindows(store, workspaceId, clock.now(), limit),
  ])
  if (rows.length === 0 && due.length === 0) return noDeliveries
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
  const texts = await textsOf(store, matched)
  // Notices are read before they are written, here and when their message is sent.
  const scope = forChats.length === 0 ? ('none' as const) : { workspaceId }
  const published = await store.transactIn(scope, async (transaction) => {
    if (!(await webhookCursors.advance(transaction, workspaceId, { from, to }))) return undefined
    const gone = new Set<string>()
    for (const [index, row] of due.entries()) {
      if (windows[index] === undefined) await webhookCursors.takeWindow(transaction, row)
    }
    for (const { stored, event, isExtended: hasGrown } of plan.ended) {
      const isTaken = stored !== undefined && (await webhookCursors.takeWindow(transaction, stored))
      // Another node published it, without the saves that follow.
      if (!isTaken && !hasGrown) gone.add(event.id)
    }
    for (const row of plan.grown) await webhookCursors.putWindow(transaction, row)
    const sent = matched.filter(({ message }) => !gone.has(message.id))
    await insertDeliveries(transaction, sent, texts)
    for (const { target, message } of forChats) {
      if (!gone.has(message.id)) await queueNotice(transaction, target, message)
    }
    return sent.filter(({ target }) => target.state === 'enabled')
  })
  // Another node was faster; the rest follows in the next round.
  if (published === undefined) return { ...noDeliveries, hasMore: true }
  const addresses = new Map(published.map(({ target }) => [target.id, addressOf(target)]))
  const hasMore = rows.length === limit || due.length === limit
  return { hasSubscribers: true, due: [...addresses.values()], hasMore }
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
  /** Windows to publish now. */
  ended: DebounceWindow[]
  grown: webhookCursors.WindowRow[]
}

/** Editor saves extend the window of their page. Any other event of the page closes it, to keep the order. */
async function makePlan(
  { store, integrations }: FanOutContext,
  workspaceId: string,
  found: readonly StoredEvent[],
  due: readonly DebounceWindow[],
): Promise<Plan> {
  const ended = [...due]
  const open = new Map<string, DebounceWindow>()
  const readPageIds = new Set(due.map(({ row }) => row.pageId))
  const published: StoredEvent[] = due.map(({ event }) => event)
  for (const event of found) {
    const pageId = pageOf(event)
    if (pageId === undefined) {
      published.push(event)
      continue
    }
    if (!readPageIds.has(pageId)) {
      readPageIds.add(pageId)
      const row = await webhookCursors.debounceWindow(store, workspaceId, pageId)
      const stored = row === undefined ? undefined : await readWindow(store, row)
      if (stored !== undefined) open.set(pageId, stored)
    }
    const window = open.get(pageId)
    if (isPageUpdate(event) && event.via === 'web') {
      open.set(pageId, extendWindow(window, event, integrations.webhookSettings))
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
    grown: [...open.values()].filter(({ isExtended: hasGrown }) => hasGrown).map(({ row }) => row),
  }
}

/** The page whose window an event extends or closes. */
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

/** A chat with overlapping subscriptions gets each event once. */
function oncePerChat(matched: readonly Match<ChatSubscriber>[]): Match<ChatSubscriber>[] {
  const seen = new Set<string>()
  return matched.filter(({ target, message }) => {
    const key = `${target.connectionId} ${target.chatId} ${message.id}`
    return !seen.has(key) && seen.add(key)
  })
}

/** The texts for chats, in the language of the person who created the webhook. */
async function textsOf(
  store: Store,
  matched: readonly Match[],
): Promise<ReadonlyMap<string, WebhookTexts>> {
  const chats = matched.filter(({ target }) => target.format !== 'standard')
  const creators = new Set(chats.map(({ target }) => target.createdBy))
  const texts = [...creators].map(async (userId) => {
    return [userId, webhookMessages.in(await languageOfUser(store, userId))] as const
  })
  return new Map(await Promise.all(texts))
}

async function insertDeliveries(
  transaction: Transaction,
  matched: readonly Match[],
  texts: ReadonlyMap<string, WebhookTexts>,
): Promise<void> {
  const now = clock.now()
  const bodies = new Map<string, string>()
  const written: Promise<void>[] = []
  for (const { target: endpoint, message } of matched) {
    // SAFETY: a check constraint of the table.
    const format = endpoint.format as WebhookFormat
    const key = `${format} ${endpoint.createdBy} ${message.id}`
    const inLanguage = texts.get(endpoint.createdBy) ?? webhookMessages.in(english)
    const body = bodies.get(key) ?? bodyOf(format, message, inLanguage)
    bodies.set(key, body)
    // Missed deliveries of a disabled endpoint are stored, so that `recover` can send them.
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
