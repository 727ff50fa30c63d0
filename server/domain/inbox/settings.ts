import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { type Digest, type InboxKind, inboxKinds } from '../../lib/vocabulary.ts'
import { inbox, inboxChats, inboxSettings, type Reader, users } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { requireWriteAccess } from '../people/access.ts'
import { nextDigest } from './digest-times.ts'

/** What a person chose for their inbox in a workspace. */
export type ShownSettings = {
  /** Kinds of entries that the inbox shows. */
  shownKinds: InboxKind[]
  /** Kinds of entries that emails contain. */
  mailedKinds: InboxKind[]
  digest: Digest
  timeZone: string
  /** Whether emails can reach the person. */
  mail: 'available' | 'unverified' | 'unavailable'
  /** The bot that sends messages about new entries; null for none. */
  chatConnectionId: string | null
  /** Kinds of entries that these messages contain. */
  chatKinds: InboxKind[]
  /** Why the last message was not delivered, or is sent again later; null if it was delivered. */
  chatError: string | null
  chatErrorAt: number | null
}

/** A bot that the person could choose. */
type Choice = { connectionId: string; isReachable: boolean }

const initial = {
  hiddenKinds: [],
  unmailedKinds: [],
  digest: 'off',
  timeZone: 'UTC',
  dueAt: null,
  chatConnectionId: null,
  unsentKinds: [],
  chatDueAt: null,
} as const satisfies inboxSettings.InboxSettings

export function readSettings(context: WorkspaceContext): Promise<ShownSettings> {
  return settingsOf(context, context.store)
}

export type SettingsChange = {
  shownKinds?: readonly InboxKind[]
  mailedKinds?: readonly InboxKind[]
  digest?: Digest
  timeZone?: string
  chatConnectionId?: string | null
  chatKinds?: readonly InboxKind[]
}

/**
 * What is left out stays. `chats` are the bots to which the caller linked an account. Throws FORBIDDEN, also for emails
 * from a server that sends none, or VALIDATION_FAILED.
 */
export async function changeSettings(
  context: WorkspaceContext,
  change: SettingsChange,
  chats: readonly Choice[],
): Promise<ShownSettings> {
  const { store, caller, viewer, integrations } = context
  requireWriteAccess(caller)
  if ((change.digest ?? 'off') !== 'off' && integrations.mail === undefined) {
    const message =
      'This server cannot send email. Set `digest` to `off`, or ask its operator to set up email.'
    throw new AppError('FORBIDDEN', message)
  }
  requireReachable(change.chatConnectionId ?? null, chats)
  const own = { workspaceId: viewer.workspaceId, userId: caller.userId }
  await store.transactIn({ workspaceId: own.workspaceId }, async (transaction) => {
    const before = (await inboxSettings.get(transaction, own)) ?? initial
    const after = changed(before, change)
    await inboxSettings.put(transaction, own, after)
    if (after.chatConnectionId !== before.chatConnectionId) {
      await inboxChats.reset(transaction, own)
    }
    const unsent = inboxKinds.filter((kind) => !isSent(after, kind))
    await inbox.skipUnsent(transaction, own, unsent, clock.now())
  })
  return settingsOf(context, store)
}

function requireReachable(chosen: string | null, chats: readonly Choice[]): void {
  const isReachable = chats.some((chat) => chat.connectionId === chosen && chat.isReachable)
  if (chosen === null || isReachable) return
  const message =
    'must be a bot that can send you messages. Link your chat account under Settings → Chats'
  throw invalidInput([{ path: '/chatConnectionId', rule: 'chat', message }])
}

function changed(
  before: inboxSettings.InboxSettings,
  { shownKinds, mailedKinds, chatKinds, ...change }: SettingsChange,
): inboxSettings.InboxSettings {
  const { digest, timeZone, chatConnectionId } = { ...before, ...change }
  const dueAt = nextDigest(digest, timeZone, clock.now())
  if (dueAt === undefined) {
    const message = 'must be a time zone, such as Europe/Berlin'
    throw invalidInput([{ path: '/timeZone', rule: 'timeZone', message }])
  }
  return {
    hiddenKinds: shownKinds === undefined ? before.hiddenKinds : without(shownKinds),
    unmailedKinds: mailedKinds === undefined ? before.unmailedKinds : without(mailedKinds),
    digest,
    timeZone,
    dueAt,
    chatConnectionId,
    unsentKinds: chatKinds === undefined ? before.unsentKinds : without(chatKinds),
    chatDueAt: chatConnectionId === null ? null : (before.chatDueAt ?? clock.now()),
  }
}

/** Whether a chat message is sent about entries of a kind. */
function isSent(
  { chatConnectionId, unsentKinds }: inboxSettings.InboxSettings,
  kind: InboxKind,
): boolean {
  return chatConnectionId !== null && !unsentKinds.includes(kind)
}

async function settingsOf(
  { viewer, caller, integrations }: WorkspaceContext,
  reader: Reader,
): Promise<ShownSettings> {
  const { userId } = caller
  const own = { workspaceId: viewer.workspaceId, userId }
  const [stored = initial, delivery, user] = await Promise.all([
    inboxSettings.get(reader, own),
    inboxChats.delivery(reader, own),
    users.byId(reader, userId),
  ])
  const reached = user?.emailVerified === 1 ? 'available' : 'unverified'
  return {
    shownKinds: without(stored.hiddenKinds),
    mailedKinds: without(stored.unmailedKinds),
    digest: stored.digest,
    timeZone: stored.timeZone,
    mail: integrations.mail === undefined ? 'unavailable' : reached,
    chatConnectionId: stored.chatConnectionId,
    chatKinds: without(stored.unsentKinds),
    chatError: delivery?.error ?? null,
    chatErrorAt: delivery?.errorAt ?? null,
  }
}

function without(kinds: readonly InboxKind[]): InboxKind[] {
  return inboxKinds.filter((kind) => !kinds.includes(kind))
}
