import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type LinkAddress = { workspaceId: string; linkId: string }

/** A share link, without its token. Its ID is the principal of its grant. */
export type LinkRow = {
  workspaceId: string
  id: string
  pageId: string
  /** One of `levelNumbers`. */
  level: number
  passwordHash: string | null
  allowsUploads: 0 | 1
  expiresAt: number | null
  createdAt: number
  createdBy: string
  revokedAt: number | null
  views: number
  lastViewedAt: number | null
}

export type LinkItem = LinkRow & { firstName: string; lastName: string }

type LinkChange = Pick<LinkRow, 'level' | 'passwordHash' | 'allowsUploads' | 'expiresAt'>

const columns = `l.workspace_id as "workspaceId", l.id, l.page_id as "pageId", l.level,
  l.password_hash as "passwordHash", l.allows_uploads as "allowsUploads", l.expires_at as "expiresAt",
  l.created_at as "createdAt", l.created_by as "createdBy", l.revoked_at as "revokedAt", l.views,
  l.last_viewed_at as "lastViewedAt"`

const getStatement = statement<LinkItem, LinkAddress>(
  'links.get',
  `select ${columns}, u.first_name as "firstName", u.last_name as "lastName"
   from share_links l join users u on u.id = l.created_by
   where l.workspace_id = $workspaceId and l.id = $linkId`,
)
const byTokenStatement = statement<LinkAddress, { tokenHash: string }>(
  'links.byToken',
  `select workspace_id as "workspaceId", id as "linkId" from share_links
   where token_hash = $tokenHash`,
)
const ofPageStatement = statement<
  LinkItem,
  { workspaceId: string; pageId: string; after: string; limit: number }
>(
  'links.ofPage',
  `select ${columns}, u.first_name as "firstName", u.last_name as "lastName"
   from share_links l join users u on u.id = l.created_by
   where l.workspace_id = $workspaceId and l.page_id = $pageId and l.id > $after
   order by l.id limit $limit`,
)
const countStatement = statement<{ links: number }, { workspaceId: string; pageId: string }>(
  'links.count',
  `select count(*) as "links" from share_links
   where workspace_id = $workspaceId and page_id = $pageId and revoked_at is null`,
)
const ofCreatorStatement = statement<{ id: string }, { workspaceId: string; userId: string }>(
  'links.ofCreator',
  `select id from share_links
   where workspace_id = $workspaceId and created_by = $userId and revoked_at is null order by id`,
)
const insertStatement = statement<never, LinkRow & { tokenHash: string }>(
  'links.insert',
  `insert into share_links (workspace_id, id, page_id, level, token_hash, password_hash, allows_uploads,
     expires_at, created_at, created_by, revoked_at, views, last_viewed_at)
   values ($workspaceId, $id, $pageId, $level, $tokenHash, $passwordHash, $allowsUploads,
     $expiresAt, $createdAt, $createdBy, $revokedAt, $views, $lastViewedAt)`,
)
const updateStatement = statement<never, LinkAddress & LinkChange>(
  'links.update',
  `update share_links set level = $level, password_hash = $passwordHash, allows_uploads = $allowsUploads,
     expires_at = $expiresAt
   where workspace_id = $workspaceId and id = $linkId`,
)
const revokeStatement = statement<never, LinkAddress & { now: number }>(
  'links.revoke',
  `update share_links set revoked_at = $now
   where workspace_id = $workspaceId and id = $linkId and revoked_at is null`,
)
const countViewStatement = statement<never, LinkAddress & { now: number }>(
  'links.countView',
  `update share_links set views = views + 1, last_viewed_at = $now
   where workspace_id = $workspaceId and id = $linkId`,
)

export function get(reader: Reader, link: LinkAddress): Promise<LinkItem | undefined> {
  return reader.get(getStatement, link)
}

export function byToken(reader: Reader, tokenHash: string): Promise<LinkAddress | undefined> {
  return reader.get(byTokenStatement, { tokenHash })
}

/** Links of a page whose ID follows `after`, the oldest first. */
export function ofPage(
  reader: Reader,
  page: { workspaceId: string; pageId: string },
  { after, limit }: { after: string; limit: number },
): Promise<LinkItem[]> {
  return reader.all(ofPageStatement, { ...page, after, limit })
}

/** Links of a page that are not revoked. */
export async function count(
  reader: Reader,
  page: { workspaceId: string; pageId: string },
): Promise<number> {
  return (await reader.get(countStatement, page))?.links ?? 0
}

/** IDs of the links of a person that are not revoked. */
export async function ofCreator(
  reader: Reader,
  member: { workspaceId: string; userId: string },
): Promise<string[]> {
  return (await reader.all(ofCreatorStatement, member)).map(({ id }) => id)
}

export async function insert(
  transaction: Transaction,
  link: LinkRow & { tokenHash: string },
): Promise<void> {
  await transaction.run(insertStatement, link)
}

export async function update(
  transaction: Transaction,
  link: LinkAddress,
  { level, passwordHash, allowsUploads, expiresAt }: LinkChange,
): Promise<void> {
  await transaction.run(updateStatement, { ...link, level, passwordHash, allowsUploads, expiresAt })
}

/** False if it was revoked before. */
export async function revoke(
  transaction: Transaction,
  link: LinkAddress,
  now: number,
): Promise<boolean> {
  return (await transaction.run(revokeStatement, { ...link, now })) > 0
}

export async function countView(
  transaction: Transaction,
  link: LinkAddress,
  now: number,
): Promise<void> {
  await transaction.run(countViewStatement, { ...link, now })
}
