import { randomBytes } from 'node:crypto'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { hashToken } from '../../lib/secrets/tokens.ts'
import { chatLinks, members, type Store, tickets } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { requireMember } from '../people/access.ts'
import {
  type ConnectionAddress,
  requireBot,
  requireConnection,
  requireAdapter,
} from './connections.ts'
import { paragraph } from './text.ts'

const kind = 'chat-link'
/** Milliseconds a code is good for. */
export const codeLifetimeMs = 10 * 60_000

export type LinkCode = { code: string; expiresAt: number }

/** A code that links whoever says it to the bot in private with the person who asks; the one before ends. */
export async function makeLinkCode(
  context: Context,
  address: ConnectionAddress,
): Promise<LinkCode> {
  const { store, caller } = context
  await requireConnection(context, address)
  const code = randomBytes(16).toString('base64url')
  const createdAt = clock.now()
  const expiresAt = createdAt + codeLifetimeMs
  const data = ticketData(address)
  await store.transactIn('nothing', async (transaction) => {
    await tickets.removeExpired(transaction, createdAt)
    await tickets.removeOfUser(transaction, kind, caller.userId)
    const ticket = { kind, userId: caller.userId, data, createdAt, expiresAt }
    await tickets.insert(transaction, { ...ticket, hash: hashToken(code) })
  })
  return { code, expiresAt }
}

/** What a code is bound to, beside the person. */
function ticketData({ workspaceId, connectionId }: ConnectionAddress): string {
  return JSON.stringify({ workspaceId, connectionId })
}

export type ChatUser = {
  id: string
  name: string
  /** Where the bot can write to this person alone. */
  chatId: string
}

/**
 * Uses a code up, right or not where it was said; gives whom it links, or undefined for a code that is not
 * good here. In a chat that others read it only ends: somebody may have seen it.
 */
export async function useLinkCode(
  store: Store,
  address: ConnectionAddress,
  code: string,
  chatUser: ChatUser | 'public',
): Promise<string | undefined> {
  const hash = hashToken(code.trim())
  const now = clock.now()
  const { workspaceId, connectionId } = address
  return store.transactIn({ workspaceId }, async (transaction) => {
    const ticket = await tickets.get(transaction, hash, kind, now)
    if (ticket === undefined || !(await tickets.remove(transaction, hash))) return undefined
    const { userId, data } = ticket
    if (chatUser === 'public' || userId === null || data !== ticketData(address)) {
      return undefined
    }
    if ((await members.role(transaction, workspaceId, userId)) === undefined) return undefined
    await chatLinks.put(transaction, {
      workspaceId,
      connectionId,
      chatUserId: chatUser.id,
      userId,
      name: chatUser.name,
      chatId: chatUser.chatId,
      createdAt: now,
    })
    return userId
  })
}

/** Who somebody in a chat is; undefined for a stranger, and for one who is no member any more. */
export async function findLinkedUser(
  store: Store,
  address: ConnectionAddress,
  chatUserId: string,
): Promise<string | undefined> {
  const link = await chatLinks.get(store, address, chatUserId)
  if (link === undefined) return undefined
  const role = await members.role(store, address.workspaceId, link.userId)
  return role === undefined ? undefined : link.userId
}

/** From the chat's side. */
export async function deleteLink(
  store: Store,
  address: ConnectionAddress,
  chatUserId: string,
): Promise<boolean> {
  const { workspaceId } = address
  return store.transactIn({ workspaceId }, (transaction) =>
    chatLinks.remove(transaction, address, chatUserId),
  )
}

/** Owners and admins see everybody's, others their own. */
export async function listLinks(
  { store, caller }: Context,
  workspaceId: string,
): Promise<chatLinks.LinkItem[]> {
  const [links, role] = await Promise.all([
    chatLinks.list(store, workspaceId),
    members.role(store, workspaceId, caller.userId),
  ])
  const seesAll = role === 'OWNER' || role === 'ADMIN'
  return links.filter(({ userId }) => seesAll || userId === caller.userId)
}

/** One's own, or as an owner or admin anybody's. Gives what it was. */
export async function removeLink(
  context: Context,
  address: ConnectionAddress,
  chatUserId: string,
): Promise<chatLinks.LinkRow> {
  const { store, caller } = context
  const link = await chatLinks.get(store, address, chatUserId)
  if (link?.userId !== caller.userId) await requireMember(context, address.workspaceId, 'admin')
  if (link === undefined) {
    throw new AppError('LINK_NOT_FOUND', 'Nobody is linked so. Load the list again.')
  }
  await deleteLink(store, address, chatUserId)
  await notifyUnlinked(context, link)
  return link
}

/** As a courtesy: a service that is away keeps nobody linked. */
async function notifyUnlinked(context: Context, link: chatLinks.LinkRow): Promise<void> {
  try {
    const bot = await requireBot(context, link)
    const adapter = await requireAdapter(context, bot.service)
    const blocks = [paragraph('You were unlinked on the web: I do not know who you are any more.')]
    await adapter.send(context.integrations.outgoing, bot, { chatId: link.chatId, blocks })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
