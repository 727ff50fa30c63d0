import { allSettledOrThrow } from '../../lib/all-settled.ts'
import type { Reader, Transaction } from '../connection.ts'
import { forList, listSizes, maxListed } from '../id-lists.ts'
import { statement } from '../statement.ts'

export type SectionAddress = { workspaceId: string; sectionId: string }

export type SectionRow = {
  sectionId: string
  inherits: 0 | 1
  /** Everyone in the workspace has the level of their role. */
  opensByRole: 0 | 1
  createdAt: number
  createdBy: string
}

export type GrantRow = { principalId: string; level: number }

type NewGrant = SectionAddress & GrantRow & { createdAt: number; createdBy: string }

const columns = `s.page_id as "sectionId", s.inherits, s.opens_by_role as "opensByRole", s.created_at as "createdAt", s.created_by as "createdBy"`

const getStatement = statement<SectionRow, SectionAddress>(
  'sections.get',
  `select ${columns} from sections s where s.workspace_id = $workspaceId and s.page_id = $sectionId`,
)
const ofPageStatement = statement<
  { sectionId: string | null },
  { workspaceId: string; pageId: string }
>(
  'sections.ofPage',
  'select section_id as "sectionId" from pages where workspace_id = $workspaceId and id = $pageId',
)
const putStatement = statement<never, SectionRow & { workspaceId: string }>(
  'sections.put',
  `insert into sections (workspace_id, page_id, inherits, opens_by_role, created_at, created_by)
     values ($workspaceId, $sectionId, $inherits, $opensByRole, $createdAt, $createdBy)
   on conflict (workspace_id, page_id)
     do update set inherits = excluded.inherits, opens_by_role = excluded.opens_by_role`,
)
const encloseStatement = statement<never, SectionAddress & { enclosingId: string | null }>(
  'sections.enclose',
  `update sections set enclosing_id = $enclosingId
   where workspace_id = $workspaceId and page_id = $sectionId`,
)
const removeStatement = statement<never, SectionAddress>(
  'sections.remove',
  'delete from sections where workspace_id = $workspaceId and page_id = $sectionId',
)
/** Sections whose page lies directly in the section: a change of its access reaches them next. */
const nestedStatement = statement<{ sectionId: string }, SectionAddress>(
  'sections.nested',
  `select s.page_id as "sectionId" from sections s
   join pages p on p.workspace_id = s.workspace_id and p.id = s.page_id
   join pages e on e.workspace_id = p.workspace_id and e.id = p.parent_id
   where s.workspace_id = $workspaceId and e.section_id = $sectionId order by s.page_id`,
)
const grantsStatement = statement<GrantRow, SectionAddress>(
  'sections.grants',
  `select principal_id as "principalId", level from section_grants
   where workspace_id = $workspaceId and section_id = $sectionId order by principal_id`,
)
const putGrantStatement = statement<never, NewGrant>(
  'sections.putGrant',
  `insert into section_grants (workspace_id, section_id, principal_id, level, created_at, created_by)
     values ($workspaceId, $sectionId, $principalId, $level, $createdAt, $createdBy)
   on conflict (workspace_id, section_id, principal_id) do update set level = excluded.level`,
)
const removeGrantStatement = statement<never, SectionAddress & { principalId: string }>(
  'sections.removeGrant',
  `delete from section_grants where workspace_id = $workspaceId and section_id = $sectionId
     and principal_id = $principalId`,
)
const grantedToStatement = statement<{ sectionId: string; level: number }, PrincipalAddress>(
  'sections.grantedTo',
  `select section_id as "sectionId", level from section_grants
   where workspace_id = $workspaceId and principal_id = $principalId order by section_id`,
)
const accessibleToStatement = statement<{ sectionId: string; level: number }, PrincipalAddress>(
  'sections.accessibleTo',
  `select section_id as "sectionId", max(level) as "level" from section_access
   where workspace_id = $workspaceId and principal_id = $principalId group by section_id order by section_id`,
)
const removePrincipalStatements = [
  statement<never, PrincipalAddress>(
    'sections.removePrincipal',
    'delete from section_grants where workspace_id = $workspaceId and principal_id = $principalId',
  ),
  statement<never, PrincipalAddress>(
    'sections.removePrincipalAccess',
    'delete from section_access where workspace_id = $workspaceId and principal_id = $principalId',
  ),
]
const accessStatement = statement<GrantRow, SectionAddress>(
  'sections.access',
  `select principal_id as "principalId", level from section_access
   where workspace_id = $workspaceId and section_id = $sectionId order by principal_id`,
)
const clearAccessStatement = statement<never, SectionAddress>(
  'sections.clearAccess',
  'delete from section_access where workspace_id = $workspaceId and section_id = $sectionId',
)
const addAccessStatement = statement<never, SectionAddress & GrantRow>(
  'sections.addAccess',
  `insert into section_access (workspace_id, section_id, principal_id, level)
   values ($workspaceId, $sectionId, $principalId, $level)`,
)
const assignOf = (size: number) => ({
  size,
  statement: statement<
    never,
    { workspaceId: string; ids: readonly string[]; sectionId: string | null }
  >(
    'sections.assign',
    `update pages set section_id = $sectionId,
       section_sequence = (select section_sequence from workspaces where id = $workspaceId)
     where workspace_id = $workspaceId and id in ($ids[${size}])`,
  ),
})
const assignStatements = listSizes.map(assignOf)
const nextSequenceStatement = statement<never, { workspaceId: string }>(
  'sections.nextSequence',
  'update workspaces set section_sequence = section_sequence + 1 where id = $workspaceId',
)
/** An empty section ID stands for none. */
const belowOf = (size: number) => ({
  size,
  statement: statement<
    { id: string },
    { workspaceId: string; ids: readonly string[]; sectionId: string; limit: number }
  >(
    'sections.below',
    `select id from pages where workspace_id = $workspaceId and coalesce(section_id, '') = $sectionId
       and parent_id in ($ids[${size}]) limit $limit`,
  ),
})
const belowStatements = listSizes.map(belowOf)
const directlyBelowOf = (size: number) => ({
  size,
  statement: statement<{ id: string }, { workspaceId: string; ids: readonly string[] }>(
    'sections.directlyBelow',
    `select id from pages where workspace_id = $workspaceId and id = section_id
       and parent_id in ($ids[${size}])`,
  ),
})
const directlyBelowStatements = listSizes.map(directlyBelowOf)
const pagesInStatement = statement<{ id: string }, SectionAddress & { limit: number }>(
  'sections.pagesIn',
  `select id from pages where workspace_id = $workspaceId and section_id = $sectionId order by id limit $limit`,
)
const ofPagesOf = (size: number) => ({
  size,
  statement: statement<PageSection, { workspaceId: string; ids: readonly string[] }>(
    'sections.ofPages',
    `select id, section_id as "sectionId" from pages where workspace_id = $workspaceId and id in ($ids[${size}])`,
  ),
})
const ofPagesStatements = listSizes.map(ofPagesOf)
const countStatement = statement<{ pages: number }, SectionAddress>(
  'sections.count',
  'select count(*) as "pages" from pages where workspace_id = $workspaceId and section_id = $sectionId',
)
const countLiveStatement = statement<{ pages: number }, SectionAddress>(
  'sections.countLive',
  `select count(*) as "pages" from pages
   where workspace_id = $workspaceId and section_id = $sectionId and deleted_at is null`,
)
/** Persons and groups of at least one, who can change the permissions; level 0 opens to owners and admins. */
const isManagedStatement = statement<{ managers: number }, SectionAddress>(
  'sections.isManaged',
  `select count(*) as "managers" from section_access a
   where a.workspace_id = $workspaceId and a.section_id = $sectionId and (a.level = 0 or (a.level = 5 and (
     a.principal_id = $workspaceId or exists (select 1 from members m join users u on u.id = m.user_id
       where m.workspace_id = $workspaceId and m.role <> 'VIEWER' and m.max_level is null and u.disabled_at is null and (m.user_id = a.principal_id
         or m.user_id in (select g.user_id from group_members g
           where g.workspace_id = $workspaceId and g.group_id = a.principal_id))))))`,
)
const advanceStatement = statement<never, { workspaceId: string }>(
  'sections.advance',
  `update workspaces set rights_version = rights_version + 1,
     rights_from_sequence = coalesce(rights_from_sequence, event_sequence)
   where id = $workspaceId`,
)

const advanceRestrictedStatement = statement<never, { workspaceId: string }>(
  'sections.advanceRestricted',
  `update workspaces set rights_version = rights_version + 1
   where id = $workspaceId and rights_version > 0`,
)

export type PrincipalAddress = { workspaceId: string; principalId: string }

export function get(reader: Reader, section: SectionAddress): Promise<SectionRow | undefined> {
  return reader.get(getStatement, section)
}

/** The section of a page, deleted or not; null outside of sections. */
export async function ofPage(
  reader: Reader,
  workspaceId: string,
  pageId: string,
): Promise<string | null> {
  return (await reader.get(ofPageStatement, { workspaceId, pageId }))?.sectionId ?? null
}

/** Inserts a section, or updates whether it inherits and opens by role. */
export async function put(
  transaction: Transaction,
  workspaceId: string,
  row: Omit<SectionRow, 'opensByRole'> & Partial<Pick<SectionRow, 'opensByRole'>>,
): Promise<void> {
  await transaction.run(putStatement, { workspaceId, opensByRole: 0, ...row })
}

/** Sets the section around it; null is the workspace. */
export async function enclose(
  transaction: Transaction,
  section: SectionAddress,
  enclosingId: string | null,
): Promise<void> {
  await transaction.run(encloseStatement, { ...section, enclosingId })
}

/** Also deletes its grants. Its pages must belong to another section already. */
export async function remove(transaction: Transaction, section: SectionAddress): Promise<void> {
  await transaction.run(removeStatement, section)
}

/** IDs of the sections directly inside a section. */
export async function nested(reader: Reader, section: SectionAddress): Promise<string[]> {
  return (await reader.all(nestedStatement, section)).map(({ sectionId }) => sectionId)
}

export function grants(reader: Reader, section: SectionAddress): Promise<GrantRow[]> {
  return reader.all(grantsStatement, section)
}

export async function putGrant(transaction: Transaction, grant: NewGrant): Promise<void> {
  await transaction.run(putGrantStatement, grant)
}

/** Returns false without such a grant. */
export async function removeGrant(
  transaction: Transaction,
  grant: SectionAddress & { principalId: string },
): Promise<boolean> {
  return (await transaction.run(removeGrantStatement, grant)) > 0
}

/** The sections with a grant of their own to a principal. */
export function grantedTo(
  reader: Reader,
  principal: PrincipalAddress,
): Promise<{ sectionId: string; level: number }[]> {
  return reader.all(grantedToStatement, principal)
}

/** The sections that a principal can access, also by inherited grants. */
export function accessibleTo(
  reader: Reader,
  principal: PrincipalAddress,
): Promise<{ sectionId: string; level: number }[]> {
  return reader.all(accessibleToStatement, principal)
}

/** Ends all access of a principal. Returns false without any. */
export async function removePrincipal(
  transaction: Transaction,
  principal: PrincipalAddress,
): Promise<boolean> {
  let removed = 0
  for (const removing of removePrincipalStatements) {
    removed += await transaction.run(removing, principal)
  }
  return removed > 0
}

/** Who can access the section, with inherited grants. */
export function access(reader: Reader, section: SectionAddress): Promise<GrantRow[]> {
  return reader.all(accessStatement, section)
}

export async function replaceAccess(
  transaction: Transaction,
  section: SectionAddress,
  rows: readonly GrantRow[],
): Promise<void> {
  await transaction.run(clearAccessStatement, section)
  for (const row of rows) await transaction.run(addAccessStatement, { ...section, ...row })
}

/** Moves pages into a section, or with null out of all sections; at most `maxListed`. */
export async function assign(
  transaction: Transaction,
  pages: { workspaceId: string; ids: readonly string[] },
  sectionId: string | null,
): Promise<void> {
  const { workspaceId } = pages
  const { statement: assigning, list } = forList(assignStatements, pages.ids)
  await allSettledOrThrow(
    transaction.run(nextSequenceStatement, { workspaceId }),
    transaction.run(assigning, { workspaceId, ids: list, sectionId }),
  )
}

/** IDs of pages directly below some pages and in the section (null: in none), deleted ones included. */
export async function below(
  reader: Reader,
  parents: { workspaceId: string; ids: readonly string[] },
  sectionId: string | null,
  limit: number,
): Promise<string[]> {
  const { statement: reading, list } = forList(belowStatements, parents.ids)
  const { workspaceId } = parents
  const rows = await reader.all(reading, {
    workspaceId,
    ids: list,
    sectionId: sectionId ?? '',
    limit,
  })
  return rows.map(({ id }) => id)
}

/** IDs of the sections whose page is a child of one of the pages. */
export async function directlyBelow(
  reader: Reader,
  parents: { workspaceId: string; ids: readonly string[] },
): Promise<string[]> {
  const { statement: reading, list } = forList(directlyBelowStatements, parents.ids)
  const rows = await reader.all(reading, { workspaceId: parents.workspaceId, ids: list })
  return rows.map(({ id }) => id)
}

/** IDs of pages in the section, deleted ones included. */
export async function pagesIn(
  reader: Reader,
  section: SectionAddress,
  limit: number,
): Promise<string[]> {
  return (await reader.all(pagesInStatement, { ...section, limit })).map(({ id }) => id)
}

export type PageSection = { id: string; sectionId: string | null }

/** The sections of pages, deleted ones included; permanently deleted pages have none. */
export async function ofPages(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<PageSection[]> {
  const found: PageSection[] = []
  for (let start = 0; start < ids.length; start += maxListed) {
    const { statement: reading, list } = forList(
      ofPagesStatements,
      ids.slice(start, start + maxListed),
    )
    found.push(...(await reader.all(reading, { workspaceId, ids: list })))
  }
  return found
}

/** The number of pages in the section, deleted ones included. */
export async function count(reader: Reader, section: SectionAddress): Promise<number> {
  return (await reader.get(countStatement, section))?.pages ?? 0
}

/** The number of pages in the section that are not deleted. */
export async function countLive(reader: Reader, section: SectionAddress): Promise<number> {
  return (await reader.get(countLiveStatement, section))?.pages ?? 0
}

/** Whether at least one member can change its permissions. */
export async function isManaged(reader: Reader, section: SectionAddress): Promise<boolean> {
  return ((await reader.get(isManagedStatement, section))?.managers ?? 0) > 0
}

/** To be called with every change that affects who can read what. */
export async function advance(transaction: Transaction, workspaceId: string): Promise<void> {
  await transaction.run(advanceStatement, { workspaceId })
}

/** The same for a change of members or groups, which changes nothing in a workspace that never had a section. */
export async function advanceRestricted(
  transaction: Transaction,
  workspaceId: string,
): Promise<void> {
  await transaction.run(advanceRestrictedStatement, { workspaceId })
}
