import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { type ChatEvent, chatEvents, isChatEvent } from '../../lib/event-types.ts'
import { newId } from '../../lib/ids.ts'
import { parseJson } from '../../lib/json/parse-json.ts'
import {
  chatNotices,
  chatSubscriptions,
  members,
  pageLookup,
  type Store,
  webhookCursors,
} from '../../store/index.ts'
import type { Context, WorkspaceContext } from '../context.ts'
import { requirePage } from '../pages/tree.ts'
import { requireMember } from '../people/access.ts'
import { languageOfUser } from '../people/language.ts'
import {
  type ConnectionAddress,
  requireBot,
  requireConnection,
  requireAdapter,
} from './connections.ts'
import { chatMessages } from './messages.ts'
import { item, paragraph } from './text.ts'

export type Subscription = Omit<chatSubscriptions.SubscriptionRow, 'events' | 'showsExcerpt'> & {
  events: ChatEvent[]
  showsExcerpt: boolean
  /** Null for the complete workspace, and for a deleted page. */
  sectionTitle: string | null
  /** The subscriber is no longer a member: nothing is sent until somebody subscribes again. */
  isPaused: boolean
}

const maxSubscriptions = 200

export async function listSubscriptions({
  store,
  viewer,
}: Pick<WorkspaceContext, 'store' | 'viewer'>): Promise<Subscription[]> {
  const { workspaceId } = viewer
  const rows = await chatSubscriptions.list(store, workspaceId)
  return Promise.all(
    rows.map(async (row) => {
      const [section, role] = await Promise.all([
        row.sectionId === null ? undefined : pageLookup.get(store, viewer, row.sectionId),
        members.role(store, workspaceId, row.createdBy),
      ])
      return {
        ...row,
        events: readEvents(row),
        showsExcerpt: row.showsExcerpt === 1,
        sectionTitle: section?.title ?? null,
        isPaused: role === undefined,
      }
    }),
  )
}

/** Skips event types that this version does not know. */
export function readEvents({
  events,
}: Pick<chatSubscriptions.SubscriptionRow, 'events'>): ChatEvent[] {
  const read = parseJson(events)
  return Array.isArray(read)
    ? read.filter((one) => typeof one === 'string' && isChatEvent(one))
    : []
}

export type NewSubscription = ConnectionAddress & {
  chatId: string
  chatName: string
  sectionId: string | null
  events?: readonly ChatEvent[]
  showsExcerpt?: boolean
}

/** Subscribes a chat to a section, replacing an earlier subscription to it. Throws FORBIDDEN, BOT_NOT_FOUND, PAGE_NOT_FOUND. */
export async function subscribe(context: Context, input: NewSubscription): Promise<string> {
  const { store, caller } = context
  const { workspaceId, connectionId, chatId, chatName, sectionId } = input
  // In a chat a person can subscribe that chat only; elsewhere any chat id could be given.
  const right = caller.via === 'chat' ? 'read' : 'admin'
  const viewer = await requireMember(context, workspaceId, right)
  await requireConnection(context, input)
  if (sectionId !== null) await requirePage(store, viewer, sectionId)
  const events = JSON.stringify(
    chatEvents.filter((one) => (input.events ?? chatEvents).includes(one)),
  )
  return store.transactIn({ workspaceId }, async (transaction) => {
    const all = await chatSubscriptions.list(transaction, workspaceId)
    const known = all.find(
      (one) =>
        one.connectionId === connectionId && one.chatId === chatId && one.sectionId === sectionId,
    )
    if (known !== undefined) {
      const showsExcerpt = (input.showsExcerpt ?? known.showsExcerpt === 1) ? 1 : 0
      const createdBy = caller.userId
      await chatSubscriptions.update(transaction, known, { events, showsExcerpt, createdBy })
      return known.id
    }
    if (all.length >= maxSubscriptions) {
      const message = `must not create more than ${maxSubscriptions} subscriptions in a workspace`
      throw invalidInput([{ path: '', rule: 'subscription', message }])
    }
    const id = newId()
    await webhookCursors.begin(transaction, workspaceId, clock.now())
    await chatSubscriptions.insert(transaction, {
      workspaceId,
      id,
      connectionId,
      chatId,
      chatName,
      sectionId,
      events,
      showsExcerpt: (input.showsExcerpt ?? true) ? 1 : 0,
      createdAt: clock.now(),
      createdBy: caller.userId,
    })
    return id
  })
}

/** What the answers in a shared chat are limited to: everyone's pages, and what was granted to its oldest subscription. */
export async function chatAudience(
  store: Store,
  { workspaceId, connectionId }: ConnectionAddress,
  chatId: string,
): Promise<string> {
  const all = await chatSubscriptions.list(store, workspaceId)
  const here = all.find((one) => one.connectionId === connectionId && one.chatId === chatId)
  return here?.id ?? ''
}

export type SubscriptionAddress = { workspaceId: string; subscriptionId: string }

async function requireSubscription(
  { store }: Pick<Context, 'store'>,
  { workspaceId, subscriptionId }: SubscriptionAddress,
): Promise<chatSubscriptions.SubscriptionRow> {
  const row = await chatSubscriptions.get(store, workspaceId, subscriptionId)
  if (row !== undefined) return row
  throw new AppError(
    'SUBSCRIPTION_NOT_FOUND',
    'That subscription no longer exists. Refresh the list.',
  )
}

export async function updateSubscription(
  context: Context,
  {
    events,
    showsExcerpt,
    ...address
  }: SubscriptionAddress & {
    events?: readonly ChatEvent[]
    showsExcerpt?: boolean
  },
): Promise<void> {
  const row = await requireSubscription(context, address)
  const { workspaceId } = address
  const chosen = events === undefined ? row.events : JSON.stringify(events)
  await context.store.transactIn({ workspaceId }, (transaction) =>
    chatSubscriptions.update(transaction, row, {
      events: chosen,
      showsExcerpt: (showsExcerpt ?? row.showsExcerpt === 1) ? 1 : 0,
      createdBy: context.caller.userId,
    }),
  )
}

export async function unsubscribe(context: Context, address: SubscriptionAddress): Promise<void> {
  const { store, caller } = context
  if (caller.via !== 'chat') await requireMember(context, address.workspaceId, 'admin')
  const row = await requireSubscription(context, address)
  await store.transactIn({ workspaceId: address.workspaceId }, async (transaction) => {
    await chatNotices.drop(transaction, row)
    await chatSubscriptions.remove(transaction, row)
  })
}

/** Sends a test message to the chat, now. Throws SUBSCRIPTION_NOT_FOUND, BOT_NOT_FOUND, BOT_UNREACHABLE. */
export async function testSubscription(
  context: Context,
  address: SubscriptionAddress,
): Promise<void> {
  const row = await requireSubscription(context, address)
  const { workspaceId } = address
  const bot = await requireBot(context, { workspaceId, connectionId: row.connectionId })
  const adapter = await requireAdapter(context, bot.service)
  const events = readEvents(row).join(', ')
  const texts = chatMessages.in(await languageOfUser(context.store, row.createdBy))
  const blocks = [paragraph(texts.test), item(texts.testEvents({ events }))]
  const sent = await adapter.send(context.integrations.outboundHttp, bot, {
    chatId: row.chatId,
    blocks,
  })
  const error = sent.ok ? null : sent.reason
  const errorAt = sent.ok ? null : clock.now()
  await context.store.transactIn({ workspaceId }, (transaction) =>
    chatSubscriptions.note(transaction, row, { error, errorAt }),
  )
  if (!sent.ok)
    throw new AppError(
      'BOT_UNREACHABLE',
      `The chat service did not accept the message: ${sent.reason}`,
      { reason: sent.reason },
    )
}
