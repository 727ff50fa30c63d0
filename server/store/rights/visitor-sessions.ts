import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import type { LinkAddress } from './links.ts'

export type VisitorSessionRow = LinkAddress & {
  id: string
  /** The visitor, once they gave a name. */
  userId: string | null
  createdAt: number
  expiresAt: number
}

export type VisitorSessionAddress = LinkAddress & { id: string }

const byHashStatement = statement<VisitorSessionRow, { hash: string }>(
  'visitorSessions.byHash',
  `select workspace_id as "workspaceId", link_id as "linkId", id, user_id as "userId",
     created_at as "createdAt", expires_at as "expiresAt"
   from visitor_sessions where hash = $hash`,
)
const insertStatement = statement<never, VisitorSessionRow & { hash: string }>(
  'visitorSessions.insert',
  `insert into visitor_sessions (workspace_id, link_id, id, hash, user_id, created_at, expires_at)
   values ($workspaceId, $linkId, $id, $hash, $userId, $createdAt, $expiresAt)`,
)
const setUserStatement = statement<never, VisitorSessionAddress & { userId: string }>(
  'visitorSessions.setUser',
  `update visitor_sessions set user_id = $userId
   where workspace_id = $workspaceId and link_id = $linkId and id = $id and user_id is null`,
)
const removeOfLinkStatement = statement<never, LinkAddress>(
  'visitorSessions.removeOfLink',
  'delete from visitor_sessions where workspace_id = $workspaceId and link_id = $linkId',
)
const removeExpiredStatement = statement<never, LinkAddress & { now: number }>(
  'visitorSessions.removeExpired',
  `delete from visitor_sessions
   where workspace_id = $workspaceId and link_id = $linkId and expires_at <= $now`,
)
const existsStatement = statement<{ expiresAt: number }, VisitorSessionAddress>(
  'visitorSessions.get',
  `select expires_at as "expiresAt" from visitor_sessions
   where workspace_id = $workspaceId and link_id = $linkId and id = $id`,
)

/** An unexpired session. */
export async function byHash(
  reader: Reader,
  hash: string,
  now: number,
): Promise<VisitorSessionRow | undefined> {
  const session = await reader.get(byHashStatement, { hash })
  return session !== undefined && session.expiresAt > now ? session : undefined
}

export async function exists(
  reader: Reader,
  session: VisitorSessionAddress,
  now: number,
): Promise<boolean> {
  const found = await reader.get(existsStatement, session)
  return found !== undefined && found.expiresAt > now
}

export async function insert(
  transaction: Transaction,
  session: VisitorSessionRow & { hash: string },
): Promise<void> {
  await transaction.run(insertStatement, session)
}

/** Gives the session its visitor; false if it has one. */
export async function setUser(
  transaction: Transaction,
  session: VisitorSessionAddress,
  userId: string,
): Promise<boolean> {
  return (await transaction.run(setUserStatement, { ...session, userId })) > 0
}

/** Ends the sessions of a link. */
export async function removeOfLink(transaction: Transaction, link: LinkAddress): Promise<void> {
  await transaction.run(removeOfLinkStatement, link)
}

export async function removeExpired(
  transaction: Transaction,
  link: LinkAddress,
  now: number,
): Promise<void> {
  await transaction.run(removeExpiredStatement, { ...link, now })
}
