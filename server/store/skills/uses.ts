import type { Reader, Transaction } from '../connection.ts'
import type { UserKind } from '../people/users.ts'
import { allViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { statement } from '../statement.ts'
import { isReadable, joinPage } from './versions.ts'

type PageAddress = { workspaceId: string; pageId: string }

/** How often one caller read a version with one program. An empty `userId` stands for everyone on the internet. */
export type UseRow = PageAddress & {
  version: number
  userId: string
  /** What the program says of itself. */
  client: string
  uses: number
  lastAt: number
}

/** A caller with a program, in all versions that were asked for. */
export type CallerRow = Pick<UseRow, 'userId' | 'client' | 'uses' | 'lastAt'> & {
  kind: UserKind | null
  firstName: string | null
  lastName: string | null
}

export type Total = { uses: number; lastAt: number }

/** Programs of one caller of one version that are counted separately; the others are counted without a name. */
export const maxClients = 20

const addStatement = statement<never, UseRow & { maxClients: number }>(
  'skillUses.add',
  `insert into skill_uses (workspace_id, page_id, version, user_id, client, uses, last_at)
   select v.workspace_id, v.page_id, v.version, $userId,
     case when exists (select 1 from skill_uses k where k.workspace_id = v.workspace_id and k.page_id = v.page_id
         and k.version = v.version and k.user_id = $userId and k.client = $client)
       or (select count(*) from skill_uses c where c.workspace_id = v.workspace_id and c.page_id = v.page_id
         and c.version = v.version and c.user_id = $userId and c.client <> '') < $maxClients
       then $client else '' end,
     $uses, $lastAt
   from skill_versions v where v.workspace_id = $workspaceId and v.page_id = $pageId and v.version = $version
   on conflict (workspace_id, page_id, version, user_id, client) do update set uses = skill_uses.uses + excluded.uses,
     last_at = case when excluded.last_at > skill_uses.last_at then excluded.last_at else skill_uses.last_at end`,
)
const joined = `from skill_uses x
   join skill_versions v on v.workspace_id = x.workspace_id and v.page_id = x.page_id and v.version = x.version ${joinPage}`
const totals = `cast(sum(x.uses) as bigint) as "uses", max(x.last_at) as "lastAt"`

const callersStatement = viewedStatement<
  CallerRow,
  PageAddress & { version: number; limit: number }
>(
  'skillUses.callers',
  `select x.user_id as "userId", x.client, u.kind, u.first_name as "firstName", u.last_name as "lastName", ${totals}
   ${joined} left join users u on u.id = x.user_id
   where ${isReadable} and v.page_id = $pageId and ($version = 0 or v.version = $version)
   group by x.user_id, x.client, u.kind, u.first_name, u.last_name
   order by max(x.last_at) desc, x.user_id, x.client limit $limit`,
)
const ofPagesStatement = viewedStatement<Total & { pageId: string }, { workspaceId: string }>(
  'skillUses.ofPages',
  `select x.page_id as "pageId", ${totals} ${joined} where ${isReadable} group by x.page_id order by x.page_id`,
)
const ofVersionsStatement = viewedStatement<Total & { version: number }, PageAddress>(
  'skillUses.ofVersions',
  `select x.version, ${totals} ${joined} where ${isReadable} and v.page_id = $pageId
   group by x.version order by x.version`,
)
const sinceStatement = statement<{ since: number | null }, { workspaceId: string }>(
  'skillUses.since',
  'select skill_uses_since as "since" from workspaces where id = $workspaceId',
)
const startStatement = statement<never, { workspaceId: string; now: number }>(
  'skillUses.start',
  'update workspaces set skill_uses_since = $now where id = $workspaceId and skill_uses_since is null',
)
const removeStatement = statement<never, PageAddress>(
  'skillUses.remove',
  'delete from skill_uses where workspace_id = $workspaceId and page_id = $pageId',
)

/** Adds uses of a version. Has no effect if there is no such version any more. */
export async function add(transaction: Transaction, row: UseRow): Promise<void> {
  await transaction.run(addStatement, { ...row, maxClients })
}

/** Who read a skill, the last ones first: in one version, or in all that the viewer can read. */
export function callers(
  reader: Reader,
  viewer: Viewer,
  { pageId, version = 0, limit }: { pageId: string; version?: number | undefined; limit: number },
): Promise<CallerRow[]> {
  return allViewed(reader, viewer, callersStatement, { pageId, version, limit })
}

/** The uses of all skills that the viewer can read. Those without any are left out. */
export function ofPages(reader: Reader, viewer: Viewer): Promise<(Total & { pageId: string })[]> {
  return allViewed(reader, viewer, ofPagesStatement, {})
}

/** The uses of each version that the viewer can read. Those without any are left out. */
export function ofVersions(
  reader: Reader,
  viewer: Viewer,
  pageId: string,
): Promise<(Total & { version: number })[]> {
  return allViewed(reader, viewer, ofVersionsStatement, { pageId })
}

/** Since when the uses of a workspace are counted. */
export async function since(reader: Reader, workspaceId: string): Promise<number | null> {
  return (await reader.get(sinceStatement, { workspaceId }))?.since ?? null
}

/** Notes that uses are counted from now on, unless they are already. */
export async function start(
  transaction: Transaction,
  workspaceId: string,
  now: number,
): Promise<void> {
  await transaction.run(startStatement, { workspaceId, now })
}

/** Before the versions of a page are permanently deleted. */
export async function remove(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, pageId })
}
