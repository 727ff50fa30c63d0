import { clock } from '../../lib/clock.ts'
import { chatConnections, chatNotices, chatSubscriptions, type Store } from '../../store/index.ts'
import type { Integrations } from '../context.ts'
import { type Lease, whileHolding } from '../leases/lease.ts'
import { type Bot, openBot } from './bots.ts'
import { type NoticeOutcome, noticeWindowMs, recordNoticeOutcome } from './notifications.ts'

/** What the process that holds a bot does with the store. */

type BotContext = { store: Store; integrations: Pick<Integrations, 'secrets'> }
export type ConnectionAddress = chatConnections.ConnectionAddress
export type Notice = chatNotices.NoticeRow
export type NoticeSubscription = chatSubscriptions.SubscriptionRow

/** How long after its last word a bot that a node holds is taken up by another (milliseconds). */
const leaseMs = 30_000

/** Bots that are switched on, by what their service calls them. */
export async function findBots(
  { store, integrations }: BotContext,
  service: string,
  account: string,
): Promise<Bot[]> {
  const addresses = await chatConnections.byAccount(store, service, account)
  const rows = await Promise.all(addresses.map((address) => chatConnections.get(store, address)))
  return rows.flatMap((row) => {
    if (row?.state !== 'enabled') return []
    return openBot(integrations.secrets, row) ?? []
  })
}

/** Bots that are switched on and that no node holds. */
export function idleBots({ store }: BotContext): Promise<ConnectionAddress[]> {
  return chatConnections.leases.idle(store, { now: clock.now() })
}

/** Works for a bot on this node alone; see `whileHolding`. */
export function whileHoldingBot(
  { store }: BotContext,
  address: ConnectionAddress,
  signal: AbortSignal,
  work: (lease: Lease) => Promise<void>,
): Promise<void> {
  const leasing = { store, leases: chatConnections.leases, time: leaseMs, signal }
  return whileHolding(address, leasing, async (lease) => {
    await work(lease)
    return undefined
  })
}

export type HeldBot = {
  /** Undefined when its secrets cannot be read. */
  bot: Bot | undefined
  position: string | undefined
  updatedAt: number
}

/** The bot as it is now; undefined when it is gone. */
export async function readBot(
  { store, integrations }: BotContext,
  address: ConnectionAddress,
): Promise<HeldBot | undefined> {
  const row = await chatConnections.get(store, address)
  if (row === undefined) return undefined
  const { position, updatedAt } = row
  return { bot: openBot(integrations.secrets, row), position: position ?? undefined, updatedAt }
}

/** False when the bot was changed, switched off or disconnected since. */
export async function isUnchanged(
  { store }: BotContext,
  address: ConnectionAddress,
  updatedAt: number,
): Promise<boolean> {
  const row = await chatConnections.get(store, address)
  return row?.state === 'enabled' && row.updatedAt === updatedAt
}

/** How the service was last; null is well. */
export async function recordStatus(
  { store }: BotContext,
  address: ConnectionAddress,
  error: string | null,
): Promise<void> {
  await store.transactIn('nothing', (transaction) =>
    chatConnections.note(transaction, address, { error, at: clock.now() }),
  )
}

/** False when another node listens now. */
export function savePosition(
  { store }: BotContext,
  address: ConnectionAddress,
  holder: string,
  position: string,
): Promise<boolean> {
  return store.transactIn('nothing', (transaction) =>
    chatConnections.move(transaction, address, holder, position),
  )
}

/** Takes a numbered message that was brought; false when it came before. */
export function takeUpdate(
  { store }: Pick<BotContext, 'store'>,
  address: ConnectionAddress,
  position: string,
): Promise<boolean> {
  return store.transactIn('nothing', (transaction) =>
    chatConnections.takeUpdate(transaction, address, position),
  )
}

/** Pages that are told together, at most, when many wait. */
const maxNoticesPerMessage = 100

/** What is to be said to one chat. */
export type DueNotices = { notices: Notice[]; subscription: NoticeSubscription }

/** What is to be said by now for each subscription: a flood in one chat keeps nothing from another. */
export async function dueNotices(
  { store }: BotContext,
  address: ConnectionAddress,
): Promise<DueNotices[]> {
  const now = clock.now()
  if (!(await chatNotices.isAnyDue(store, address, now))) return []
  const all = await chatSubscriptions.list(store, address.workspaceId)
  const own = all.filter(({ connectionId }) => connectionId === address.connectionId)
  const found = await Promise.all(
    own.map(async (subscription) => {
      const notices = await chatNotices.next(store, subscription, now, maxNoticesPerMessage)
      return notices.length === 0 ? [] : [{ notices, subscription }]
    }),
  )
  const dueAt = ({ notices: [first] }: DueNotices) => first?.dueAt ?? 0
  return found.flat().toSorted((one, other) => dueAt(one) - dueAt(other))
}

/** Writes down what came of a message, and at the subscription what went wrong; null is nothing. */
export async function recordOutcome(
  { store }: BotContext,
  { notices, subscription }: DueNotices,
  outcome: NoticeOutcome,
  error: string | null,
): Promise<void> {
  const { workspaceId } = subscription
  const errorAt = error === null ? null : clock.now()
  await store.transactIn({ workspaceId }, async (transaction) => {
    for (const notice of notices) await recordNoticeOutcome(transaction, notice, outcome)
    if (error !== subscription.error) {
      await chatSubscriptions.note(transaction, subscription, { error, errorAt })
    }
  })
}

/** Leaves out what was told so long ago that it holds nothing up. */
export async function forgetDelivered(
  { store }: BotContext,
  address: ConnectionAddress,
): Promise<void> {
  await store.transactIn('nothing', (transaction) =>
    chatNotices.forget(transaction, address, clock.now() - noticeWindowMs),
  )
}
