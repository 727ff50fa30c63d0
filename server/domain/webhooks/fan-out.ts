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
import { type Message, pageIdsOf } from './payload.ts'
import { ReceiverMessages } from './receivers.ts'
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
  const cursor = await webhookCursors.get(store, workspaceId)
  if (cursor === undefined) return { ...noDeliveries, hasSubscribers: false }
  const { sequence: from, rightsVersion } = cursor
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
  const found = rows.map(({ rightsVersion: _version, ...row }) =>
    readEvent({ ...row, workspaceId }, 'webhooks'),
  )
  const windows = await Promise.all(due.map((row) => readWindow(store, row)))
  const ended = windows.filter((window) => window !== undefined)
  const plan = await makePlan(context, workspaceId, found, ended)
  // A section that is created from now on hides no earlier event.
  const version = rows.at(-1)?.rightsVersion ?? rightsVersion
  const { baseUrl } = context.integrations
  const workspace = { workspaceId, rightsVersion: version, baseUrl }
  const messages = new ReceiverMessages(store, workspace, plan.published)
  const { matched, forChats, texts } = await matchAll(store, plan, messages, {
    endpoints,
    listeners,
  })
  // Notices are read before they are written, here and when their message is sent.
  const scope = forChats.length === 0 ? ('none' as const) : { workspaceId }
  const published = await store.transactIn(scope, async (transaction) => {
    if (!(await webhookCursors.advance(transaction, workspaceId, { from, to }))) return undefined
    for (const [index, row] of due.entries()) {
      if (windows[index] === undefined) await webhookCursors.takeWindow(transaction, row)
    }
    const gone = await takeEnded(transaction, plan)
    for (const row of plan.grown) await webhookCursors.putWindow(transaction, row)
    const remaining = matched.filter(({ message }) => !gone.has(message.id))
    const sent = version === 0 ? remaining : await numbered(transaction, remaining)
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
  published: StoredEvent[]
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
  return {
    published,
    ended,
    grown: [...open.values()].filter(({ isExtended: hasGrown }) => hasGrown).map(({ row }) => row),
  }
}

/** The page whose window an event extends or closes. */
function pageOf(event: StoredEvent): string | undefined {
  if (!event.isKnown || eventTypeOf(event.type).subject !== 'page') return undefined
  return 'pageId' in event.data ? event.data.pageId : undefined
}

/** Takes the windows to publish; returns the IDs of events that another node published, without the saves that follow. */
async function takeEnded(transaction: Transaction, { ended }: Plan): Promise<Set<string>> {
  const gone = new Set<string>()
  for (const { stored, event, isExtended: hasGrown } of ended) {
    const isTaken = stored !== undefined && (await webhookCursors.takeWindow(transaction, stored))
    if (!isTaken && !hasGrown) gone.add(event.id)
  }
  return gone
}

async function matchAll(
  store: Store,
  { published }: Plan,
  messages: ReceiverMessages,
  {
    endpoints,
    listeners,
  }: { endpoints: readonly Endpoint[]; listeners: readonly ChatSubscriber[] },
) {
  const matched = await match(store, endpoints, published, messages)
  const forChats = oncePerChat(await match(store, listeners, published, messages))
  return { matched, forChats, texts: await textsOf(store, matched) }
}

type Target = Pick<webhooks.WebhookRow, 'id' | 'createdBy' | 'sectionId' | 'fromSequence'> & {
  format?: string
  agentId?: string | null
  subscriptions: readonly string[]
}
const nothing = { pageId: null, fileId: null, sectionId: null }
type Match<One extends Target = Endpoint> = {
  target: One
  message: Message
  /** What the endpoint receives as the sequence number, when it is not that of the workspace. */
  number?: number
}

async function match<One extends Target>(
  store: Store,
  targets: readonly One[],
  published: readonly StoredEvent[],
  messages: ReceiverMessages,
): Promise<Match<One>[]> {
  const [first] = published
  const hasSections = targets.some(({ sectionId }) => sectionId !== null)
  const sections =
    hasSections && first !== undefined
      ? await sectionsOf(store, first.workspaceId, published.map(withPageIds))
      : undefined
  const found = targets.map(async (target) => {
    const { sectionId, subscriptions, fromSequence, format, agentId = null } = target
    const all = await messages.for({ ...target, isMirror: format === 'standard' })
    return all
      .filter((message) => {
        if (message.sequence <= fromSequence || !subscribes(subscriptions, message)) return false
        if (agentId !== null && message.agentId !== agentId) return false
        return sectionId === null || sections?.get(message.id)?.has(sectionId) === true
      })
      .map((message) => ({ target, message }))
  })
  return (await Promise.all(found)).flat()
}

function withPageIds(event: StoredEvent): Pick<Message, 'id' | 'sequence' | 'pageIds'> {
  const { id, sequence } = event
  return { id, sequence, pageIds: event.isKnown ? pageIdsOf(event) : [] }
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

/** In a workspace with sections each endpoint has numbers of its own, so that none tell of hidden events. */
async function numbered(transaction: Transaction, matched: readonly Match[]): Promise<Match[]> {
  const perEndpoint = Map.groupBy(matched, ({ target }) => target)
  const all: Match[] = []
  for (const [target, found] of perEndpoint) {
    const first = await webhooks.takeNumbers(transaction, addressOf(target), found.length)
    all.push(...found.map((one, index) => ({ ...one, number: first + index })))
  }
  return all
}

async function insertDeliveries(
  transaction: Transaction,
  matched: readonly Match[],
  texts: ReadonlyMap<string, WebhookTexts>,
): Promise<void> {
  const now = clock.now()
  const bodies = new Map<Message, Map<string, string>>()
  const written: Promise<void>[] = []
  for (const { target: endpoint, message, number } of matched) {
    // SAFETY: a check constraint of the table.
    const format = endpoint.format as WebhookFormat
    const key = `${format} ${endpoint.createdBy} ${number ?? ''}`
    const inLanguage = texts.get(endpoint.createdBy) ?? webhookMessages.in(english)
    const ofMessage = bodies.get(message) ?? new Map<string, string>()
    bodies.set(message, ofMessage)
    const sequence = number ?? message.sequence
    const body = ofMessage.get(key) ?? bodyOf(format, { ...message, sequence }, inLanguage)
    ofMessage.set(key, body)
    // Missed deliveries of a disabled endpoint are stored, so that `recover` can send them.
    const isSent = endpoint.state === 'enabled'
    const row = {
      ...addressOf(endpoint),
      id: newId(),
      eventId: message.id,
      type: message.type,
      sequence: message.sequence,
      number: number ?? null,
      ...(message.about ?? nothing),
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
