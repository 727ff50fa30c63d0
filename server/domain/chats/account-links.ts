import { randomBytes } from 'node:crypto'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { hashToken } from '../../lib/secrets/tokens.ts'
import { chatLinks, inboxChats, members, oneTimeTokens, type Store } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { requireMember } from '../people/access.ts'
import { languageOfUser } from '../people/language.ts'
import {
  type ConnectionAddress,
  requireBot,
  requireConnection,
  requireAdapter,
} from './connections.ts'
import { chatMessages } from './messages.ts'
import { sendToPerson } from './personal-chats.ts'
import { paragraph } from './text.ts'

const kind = 'chat-link'
export const codeLifetimeMs = 10 * 60_000

export type LinkCode = { code: string; expiresAt: number }

/** Makes a code that links a chat account to the caller. It replaces their previous code. */
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
  await store.transactIn('none', async (transaction) => {
    await oneTimeTokens.removeExpired(transaction, createdAt)
    await oneTimeTokens.removeOfUser(transaction, kind, caller.userId)
    const ticket = { kind, userId: caller.userId, data, createdAt, expiresAt }
    await oneTimeTokens.insert(transaction, { ...ticket, hash: hashToken(code) })
  })
  return { code, expiresAt }
}

/** What a code is bound to, besides the person. */
function ticketData({ workspaceId, connectionId }: ConnectionAddress): string {
  return JSON.stringify({ workspaceId, connectionId })
}

export type ChatUser = {
  id: string
  name: string
  /** The direct chat with this person. */
  chatId: string
}

/**
 * Consumes a code and links its person; undefined when the code is invalid. In a shared chat the code is only
 * revoked, since others may have read it.
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
    const ticket = await oneTimeTokens.get(transaction, hash, kind, now)
    if (ticket === undefined || !(await oneTimeTokens.remove(transaction, hash))) return undefined
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
    // The account may have been linked to someone else.
    await inboxChats.endUnlinked(transaction, workspaceId)
    return userId
  })
}

/** The linked person of a chat account; undefined without a link, and for former members. */
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

/** The chat in which someone linked their account; undefined without a link. */
export async function findPrivateChat(
  store: Store,
  address: ConnectionAddress,
  chatUserId: string,
): Promise<string | undefined> {
  return (await chatLinks.get(store, address, chatUserId))?.chatId
}

/** The `unlink` command. */
export async function deleteLink(
  store: Store,
  address: ConnectionAddress,
  chatUserId: string,
): Promise<boolean> {
  const { workspaceId } = address
  return store.transactIn({ workspaceId }, async (transaction) => {
    const isRemoved = await chatLinks.remove(transaction, address, chatUserId)
    if (isRemoved) await inboxChats.endUnlinked(transaction, workspaceId)
    return isRemoved
  })
}

/** Owners and admins see every link, others their own. */
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

/** Removes one's own link, or as an owner or admin any link. Throws FORBIDDEN, LINK_NOT_FOUND. */
export async function removeLink(
  context: Context,
  address: ConnectionAddress,
  chatUserId: string,
): Promise<chatLinks.LinkRow> {
  const { store, caller } = context
  const link = await chatLinks.get(store, address, chatUserId)
  if (link?.userId !== caller.userId) await requireMember(context, address.workspaceId, 'admin')
  if (link === undefined) {
    throw new AppError('LINK_NOT_FOUND', 'That link no longer exists. Refresh the list.')
  }
  await deleteLink(store, address, chatUserId)
  await notifyUnlinked(context, link)
  return link
}

/** Best effort: the link is gone even when the service is down. */
async function notifyUnlinked(context: Context, link: chatLinks.LinkRow): Promise<void> {
  try {
    const bot = await requireBot(context, link)
    const adapter = await requireAdapter(context, bot.service)
    const texts = chatMessages.in(await languageOfUser(context.store, link.userId))
    const blocks = [paragraph(texts.unlinkedInApp)]
    await sendToPerson(context.integrations, { bot, adapter, account: link }, { blocks })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
