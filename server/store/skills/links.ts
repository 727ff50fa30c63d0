import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type LinkAddress = { workspaceId: string; linkId: string }

/** A skill link, without its token. */
export type LinkRow = {
  workspaceId: string
  id: string
  /** The only skill that it serves; null for all. */
  pageId: string | null
  createdAt: number
  createdBy: string
  expiresAt: number
}

export type LinkItem = LinkRow & { firstName: string; lastName: string }

/** `pageId`: null for those that serve all skills. */
type Scope = { workspaceId: string; pageId: string | null }

const columns = `l.workspace_id as "workspaceId", l.id, l.page_id as "pageId", l.created_at as "createdAt",
  l.created_by as "createdBy", l.expires_at as "expiresAt", u.first_name as "firstName", u.last_name as "lastName"`

const getStatement = statement<LinkItem, LinkAddress>(
  'skillLinks.get',
  `select ${columns} from skill_links l join users u on u.id = l.created_by
   where l.workspace_id = $workspaceId and l.id = $linkId`,
)
const byTokenStatement = statement<LinkAddress, { tokenHash: string }>(
  'skillLinks.byToken',
  `select workspace_id as "workspaceId", id as "linkId" from skill_links
   where token_hash = $tokenHash`,
)
const listStatement = statement<LinkItem, { workspaceId: string; pageId: string; limit: number }>(
  'skillLinks.list',
  `select ${columns} from skill_links l join users u on u.id = l.created_by
   where l.workspace_id = $workspaceId and coalesce(l.page_id, '') = $pageId order by l.id limit $limit`,
)
const insertStatement = statement<never, LinkRow & { tokenHash: string }>(
  'skillLinks.insert',
  `insert into skill_links (workspace_id, id, page_id, token_hash, created_at, created_by, expires_at)
   values ($workspaceId, $id, $pageId, $tokenHash, $createdAt, $createdBy, $expiresAt)`,
)
const removeStatement = statement<never, LinkAddress>(
  'skillLinks.remove',
  'delete from skill_links where workspace_id = $workspaceId and id = $linkId',
)
const removeOfCreatorStatement = statement<never, { workspaceId: string; userId: string }>(
  'skillLinks.removeOfCreator',
  'delete from skill_links where workspace_id = $workspaceId and created_by = $userId',
)

export function get(reader: Reader, link: LinkAddress): Promise<LinkItem | undefined> {
  return reader.get(getStatement, link)
}

export function byToken(reader: Reader, tokenHash: string): Promise<LinkAddress | undefined> {
  return reader.get(byTokenStatement, { tokenHash })
}

/** Also those that have expired, the oldest first. */
export function list(
  reader: Reader,
  { workspaceId, pageId }: Scope,
  limit: number,
): Promise<LinkItem[]> {
  return reader.all(listStatement, { workspaceId, pageId: pageId ?? '', limit })
}

export async function insert(
  transaction: Transaction,
  link: LinkRow & { tokenHash: string },
): Promise<void> {
  await transaction.run(insertStatement, link)
}

export async function remove(transaction: Transaction, link: LinkAddress): Promise<void> {
  await transaction.run(removeStatement, link)
}

/** When a membership ends: the links do not return with a new one. */
export async function removeOfCreator(
  transaction: Transaction,
  member: { workspaceId: string; userId: string },
): Promise<void> {
  await transaction.run(removeOfCreatorStatement, member)
}
