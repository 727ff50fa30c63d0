import type { Role } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import type { MemberScope } from './members.ts'

export type InvitationRow = {
  workspaceId: string
  id: string
  role: Role
  /** The only address that can accept it; null means anyone with the link. */
  email: string | null
  createdAt: number
  createdBy: string
  expiresAt: number
  /** The hash of the token that was sent to the address by email and shown to no one. */
  mailHash: string | null
  /** `shared` invites a guest, who gets a level on the page. */
  scope: MemberScope
  pageId: string | null
  level: number | null
}

const columns = `workspace_id as "workspaceId", id, role, email, created_at as "createdAt",
  created_by as "createdBy", expires_at as "expiresAt", mail_hash as "mailHash",
  scope, page_id as "pageId", level`

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
  `insert into invitations (workspace_id, id, hash, role, email, created_at, created_by, expires_at, mail_hash,
     scope, page_id, level)
   values ($workspaceId, $id, $hash, $role, $email, $createdAt, $createdBy, $expiresAt, $mailHash,
     $scope, $pageId, $level)`,
)
const removeStatement = statement<never, { workspaceId: string; id: string }>(
  'invitations.remove',
  'delete from invitations where workspace_id = $workspaceId and id = $id',
)
const removeOfCreatorStatement = statement<never, { workspaceId: string; userId: string }>(
  'invitations.removeOfCreator',
  'delete from invitations where workspace_id = $workspaceId and created_by = $userId',
)
const removeExpiredStatement = statement<never, { workspaceId: string; now: number }>(
  'invitations.removeExpired',
  'delete from invitations where workspace_id = $workspaceId and expires_at <= $now',
)

/** A valid invitation, by the token that was shown or the one that was emailed. */
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

/** Valid invitations, newest first. */
export function list(reader: Reader, workspaceId: string, now: number): Promise<InvitationRow[]> {
  return reader.all(listStatement, { workspaceId, now })
}

/** Invitations for one address, in all workspaces. */
export function forEmail(reader: Reader, email: string, now: number): Promise<InvitationRow[]> {
  return reader.all(forEmailStatement, { email, now })
}

export async function insert(
  transaction: Transaction,
  invitation: InvitationRow & { hash: string },
): Promise<void> {
  await transaction.run(insertStatement, invitation)
}

/** False when it was already used, so that only one of two concurrent requests continues. */
export async function remove(
  transaction: Transaction,
  workspaceId: string,
  id: string,
): Promise<boolean> {
  return (await transaction.run(removeStatement, { workspaceId, id })) > 0
}

export async function removeOfCreator(
  transaction: Transaction,
  member: { workspaceId: string; userId: string },
): Promise<void> {
  await transaction.run(removeOfCreatorStatement, member)
}

export async function removeExpired(
  transaction: Transaction,
  workspaceId: string,
  now: number,
): Promise<void> {
  await transaction.run(removeExpiredStatement, { workspaceId, now })
}
