import { clock } from '../../lib/clock.ts'
import { chatConnections, chatNotices, chatSubscriptions, type Store } from '../../store/index.ts'
import type { WebhookEngine } from '../webhooks/engine.ts'
import { type Bot, openBot, type ServiceName } from './bots.ts'
import { type NoticeOutcome, noticeWindow, settleNotice } from './notifications.ts'

/** What the process that speaks for a bot does with the store. */

type LaneContext = { store: Store; webhooks: Pick<WebhookEngine, 'secrets'> }
export type ConnectionAddress = chatConnections.ConnectionAddress
export type Notice = chatNotices.NoticeRow
export type NoticeSubscription = chatSubscriptions.SubscriptionRow

/** How long after its last word a bot that a node speaks for is taken up by another (milliseconds). */
export const leaseTime = 30_000

/** Bots that are switched on, by what their service calls them. */
export async function findBots(
  { store, webhooks }: LaneContext,
  service: ServiceName,
  account: string,
): Promise<Bot[]> {
  const addresses = await chatConnections.byAccount(store, service, account)
  const rows = await Promise.all(addresses.map((address) => chatConnections.get(store, address)))
  return rows.flatMap((row) => {
    if (row?.state !== 'enabled') return []
    return openBot(webhooks.secrets, row) ?? []
  })
}

export function idleBots({ store }: LaneContext): Promise<ConnectionAddress[]> {
  return chatConnections.idle(store, clock.now())
}

/** False when another node speaks for it, or nobody may. */
export function claimBot(
  { store }: LaneContext,
  address: ConnectionAddress,
  holder: string,
): Promise<boolean> {
  const now = clock.now()
  const claim = { holder, until: now + leaseTime, now }
  return store.transactIn('nothing', (transaction) =>
    chatConnections.claim(transaction, address, claim),
  )
}

export async function releaseBot(
  { store }: LaneContext,
  address: ConnectionAddress,
  holder: string,
): Promise<void> {
  await store.transactIn('nothing', (transaction) =>
    chatConnections.release(transaction, address, holder),
  )
}

export type HeldBot = { bot: Bot; position: string | undefined; updatedAt: number }

/** The bot as it is now; words when nobody can speak for it, undefined when it is gone. */
export async function readBot(
  { store, webhooks }: LaneContext,
  address: ConnectionAddress,
): Promise<HeldBot | string | undefined> {
  const row = await chatConnections.get(store, address)
  if (row === undefined) return undefined
  const bot = openBot(webhooks.secrets, row)
  if (bot === undefined) return 'its secrets were sealed with another QUIRE_SECRET'
  return { bot, position: row.position ?? undefined, updatedAt: row.updatedAt }
}

/** False when the bot was changed, switched off or disconnected since. */
export async function isUnchanged(
  { store }: LaneContext,
  address: ConnectionAddress,
  updatedAt: number,
): Promise<boolean> {
  const row = await chatConnections.get(store, address)
  return row?.state === 'enabled' && row.updatedAt === updatedAt
}

/** How the service was last; null is well. */
export async function noteBot(
  { store }: LaneContext,
  address: ConnectionAddress,
  error: string | null,
): Promise<void> {
  await store.transactIn('nothing', (transaction) =>
    chatConnections.note(transaction, address, { error, at: clock.now() }),
  )
}

/** False when another node listens now. */
export function moveBot(
  { store }: LaneContext,
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
  { store }: Pick<LaneContext, 'store'>,
  address: ConnectionAddress,
  position: string,
): Promise<boolean> {
  return store.transactIn('nothing', (transaction) =>
    chatConnections.takeUpdate(transaction, address, position),
  )
}

/** Pages that are told together, at most, when many wait. */
const mostTogether = 100

/** What is to be said to one chat. */
export type Due = { notices: Notice[]; subscription: NoticeSubscription }

/** What is to be said by now for each subscription: a flood in one chat keeps nothing from another. */
export async function dueNotices(
  { store }: LaneContext,
  address: ConnectionAddress,
): Promise<Due[]> {
  const now = clock.now()
  if (!(await chatNotices.isAnyDue(store, address, now))) return []
  const all = await chatSubscriptions.list(store, address.workspaceId)
  const own = all.filter(({ connectionId }) => connectionId === address.connectionId)
  const found = await Promise.all(
    own.map(async (subscription) => {
      const notices = await chatNotices.next(store, subscription, now, mostTogether)
      return notices.length === 0 ? [] : [{ notices, subscription }]
    }),
  )
  const dueAt = ({ notices: [first] }: Due) => first?.dueAt ?? 0
  return found.flat().toSorted((one, other) => dueAt(one) - dueAt(other))
}

/** Writes down what came of a message, and at the subscription what went wrong; null is nothing. */
export async function settle(
  { store }: LaneContext,
  { notices, subscription }: Due,
  outcome: NoticeOutcome,
  error: string | null,
): Promise<void> {
  const { workspaceId } = subscription
  const errorAt = error === null ? null : clock.now()
  await store.transactIn({ workspaceId }, async (transaction) => {
    for (const notice of notices) await settleNotice(transaction, notice, outcome)
    if (error !== subscription.error) {
      await chatSubscriptions.note(transaction, subscription, { error, errorAt })
    }
  })
}

/** Leaves out what was told so long ago that it holds nothing up. */
export async function forgetTold(
  { store }: LaneContext,
  address: ConnectionAddress,
): Promise<void> {
  await store.transactIn('nothing', (transaction) =>
    chatNotices.forget(transaction, address, clock.now() - noticeWindow),
  )
}
