import { clock } from '../../lib/clock.ts'
import { chatConnections, chatNotices, chatSubscriptions, type Store } from '../../store/index.ts'
import type { Integrations } from '../context.ts'
import { type Lease, whileHolding } from '../leases/lease.ts'
import { type Bot, openBot } from './bots.ts'
import { type NoticeOutcome, noticeWindowMs, recordNoticeOutcome } from './notifications.ts'

/** The store access of the process that runs a bot. */

type BotContext = { store: Store; integrations: Pick<Integrations, 'secrets'> }
export type ConnectionAddress = chatConnections.ConnectionAddress
export type Notice = chatNotices.NoticeRow
export type NoticeSubscription = chatSubscriptions.SubscriptionRow

/** Another node takes over a bot this long after the last heartbeat. */
const leaseMs = 30_000

/** Enabled bots of an account of a service. */
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

/** Enabled bots that no node runs. */
export async function idleBots({ store }: BotContext): Promise<ConnectionAddress[]> {
  return chatConnections.leases.idle(store, { now: await store.now() })
}

/** Runs work for a bot on this node alone; see `whileHolding`. */
export function whileHoldingBot(
  { store }: BotContext,
  address: ConnectionAddress,
  signal: AbortSignal,
  work: (lease: Lease) => Promise<void>,
): Promise<void> {
  const leasing = { store, leases: chatConnections.leases, leaseMs, signal }
  return whileHolding(address, leasing, async (lease) => {
    await work(lease)
    return undefined
  })
}

export type CurrentBot = {
  /** Undefined when its secrets cannot be opened. */
  bot: Bot | undefined
  position: string | undefined
  updatedAt: number
}

/** The current state of a bot; undefined when it is disconnected. */
export async function readBot(
  { store, integrations }: BotContext,
  address: ConnectionAddress,
): Promise<CurrentBot | undefined> {
  const row = await chatConnections.get(store, address)
  if (row === undefined) return undefined
  const { position, updatedAt } = row
  return { bot: openBot(integrations.secrets, row), position: position ?? undefined, updatedAt }
}

/** False when the bot was changed, disabled or disconnected since. */
export async function isUnchanged(
  { store }: BotContext,
  address: ConnectionAddress,
  updatedAt: number,
): Promise<boolean> {
  const row = await chatConnections.get(store, address)
  return row?.state === 'enabled' && row.updatedAt === updatedAt
}

/** Records the last error of the service; null when it works. */
export async function recordStatus(
  { store }: BotContext,
  address: ConnectionAddress,
  error: string | null,
): Promise<void> {
  await store.transactIn('none', (transaction) =>
    chatConnections.note(transaction, address, { error, at: clock.now() }),
  )
}

/** False when another node took over. */
export function savePosition(
  { store }: BotContext,
  address: ConnectionAddress,
  holder: string,
  position: string,
): Promise<boolean> {
  return store.transactIn('none', (transaction) =>
    chatConnections.move(transaction, address, holder, position),
  )
}

/** Records the id of an update; false for a duplicate. */
export function takeUpdate(
  { store }: Pick<BotContext, 'store'>,
  address: ConnectionAddress,
  position: string,
): Promise<boolean> {
  return store.transactIn('none', (transaction) =>
    chatConnections.takeUpdate(transaction, address, position),
  )
}

const maxNoticesPerMessage = 100

/** The due notices of one chat. */
export type DueNotices = { notices: Notice[]; subscription: NoticeSubscription }

/** Due notices per subscription, so that a flood in one chat delays no other. */
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

/** Records the outcome of a message, and its error at the subscription; null for none. */
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

/** Removes notices that were sent longer ago than the notice window. */
export async function forgetDelivered(
  { store }: BotContext,
  address: ConnectionAddress,
): Promise<void> {
  await store.transactIn('none', (transaction) =>
    chatNotices.forget(transaction, address, clock.now() - noticeWindowMs),
  )
}
