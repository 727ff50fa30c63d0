import type { Role } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type InvitationRow = {
  workspaceId: string
  id: string
  role: Role
  /** The only address it is for; null is for anyone who has the link. */
  email: string | null
  createdAt: number
  createdBy: string
  expiresAt: number
  /** Of the token that went to the address by mail and was shown to nobody. */
  mailHash: string | null
}

const columns = `workspace_id as "workspaceId", id, role, email, created_at as "createdAt",
  created_by as "createdBy", expires_at as "expiresAt", mail_hash as "mailHash"`

const byHashStatement = statement<InvitationRow, { hash: string; now: number }>(
  'invitations.byHash',
  `select ${columns} from invitations where hash = $hash and expires_at > $now`,
)
const byMailHashStatement = statement<InvitationRow, { hash: string; now: number }>(
  'invitations.byMailHash',
  `select ${columns} from invitations where mail_hash = $hash and expires_at > $now`,
)
const listStatement = statement<InvitationRow, { workspaceId: string; now: number }>(
  'invitations.list',
  `select ${columns} from invitations where workspace_id = $workspaceId and expires_at > $now
   order by created_at desc, id desc`,
)
const forEmailStatement = statement<InvitationRow, { email: string; now: number }>(
  'invitations.forEmail',
  `select ${columns} from invitations where email = $email and expires_at > $now order by created_at, id`,
)
const insertStatement = statement<never, InvitationRow & { hash: string }>(
  'invitations.insert',
  `insert into invitations (workspace_id, id, hash, role, email, created_at, created_by, expires_at, mail_hash)
   values ($workspaceId, $id, $hash, $role, $email, $createdAt, $createdBy, $expiresAt, $mailHash)`,
)
const removeStatement = statement<never, { workspaceId: string; id: string }>(
  'invitations.remove',
  'delete from invitations where workspace_id = $workspaceId and id = $id',
)
const removeExpiredStatement = statement<never, { workspaceId: string; now: number }>(
  'invitations.removeExpired',
  'delete from invitations where workspace_id = $workspaceId and expires_at <= $now',
)

/** One that is still good, by the token that was shown or the one that was mailed. */
export async function byHash(
  reader: Reader,
  hash: string,
  now: number,
): Promise<InvitationRow | undefined> {
  return (
    (await reader.get(byHashStatement, { hash, now })) ??
    reader.get(byMailHashStatement, { hash, now })
  )
}

/** Those that are still good, the newest first. */
export function list(reader: Reader, workspaceId: string, now: number): Promise<InvitationRow[]> {
  return reader.all(listStatement, { workspaceId, now })
}

/** Those made for one address, in every workspace. */
export function forEmail(reader: Reader, email: string, now: number): Promise<InvitationRow[]> {
  return reader.all(forEmailStatement, { email, now })
}

export async function insert(
  transaction: Transaction,
  invitation: InvitationRow & { hash: string },
): Promise<void> {
  await transaction.run(insertStatement, invitation)
}

/** Gives whether it was there: of two who use it at once, one may go on. */
export async function remove(
  transaction: Transaction,
  workspaceId: string,
  id: string,
): Promise<boolean> {
  return (await transaction.run(removeStatement, { workspaceId, id })) > 0
}

export async function removeExpired(
  transaction: Transaction,
  workspaceId: string,
  now: number,
): Promise<void> {
  await transaction.run(removeExpiredStatement, { workspaceId, now })
}
