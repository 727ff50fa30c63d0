import type { Reader, Snapshot } from '../connection.ts'
import { statement } from '../statement.ts'

/** Statements of the integrity check: permissions in all workspaces. */

export type CheckedSection = {
  workspaceId: string
  sectionId: string
  inherits: 0 | 1
  opensByRole: 0 | 1
}

export type CheckedGrant = {
  workspaceId: string
  sectionId: string
  principalId: string
  level: number
}

const sectionsStatement = statement<CheckedSection>(
  'rightsChecks.sections',
  `select workspace_id as "workspaceId", page_id as "sectionId", inherits, opens_by_role as "opensByRole"
   from sections order by workspace_id, page_id`,
)
const enclosingStatement = statement<{ sectionId: string; enclosingId: string | null }>(
  'rightsChecks.enclosing',
  `select s.page_id as "sectionId", q.section_id as "enclosingId" from sections s
     join pages p on p.workspace_id = s.workspace_id and p.id = s.page_id
     left join pages q on q.workspace_id = p.workspace_id and q.id = p.parent_id
   order by s.workspace_id, s.page_id`,
)
const grantsOf = (table: 'section_grants' | 'section_access') =>
  statement<CheckedGrant>(
    `rightsChecks.${table}`,
    `select workspace_id as "workspaceId", section_id as "sectionId", principal_id as "principalId", level
     from ${table} order by workspace_id, section_id, principal_id, level`,
  )
const grantsStatement = grantsOf('section_grants')
const accessStatement = grantsOf('section_access')
const principals = [
  ['members', 'user_id'],
  ['groups', 'id'],
  ['share_links', 'id'],
  ['webhooks', 'id'],
  ['chat_subscriptions', 'id'],
  ['sites', 'id'],
] as const
const isPrincipal = principals
  .map(
    ([table, column]) => `exists (select 1 from ${table} p
       where p.workspace_id = g.workspace_id and p.${column} = g.principal_id)`,
  )
  .join(' or ')
const unknownPrincipalsStatement = statement<Omit<CheckedGrant, 'level'>>(
  'rightsChecks.unknownPrincipals',
  `select g.workspace_id as "workspaceId", g.section_id as "sectionId", g.principal_id as "principalId"
   from section_grants g where g.principal_id <> g.workspace_id and not (${isPrincipal})
   order by g.workspace_id, g.section_id, g.principal_id`,
)
const unversionedStatement = statement<{ workspaceId: string }>(
  'rightsChecks.unversioned',
  `select w.id as "workspaceId" from workspaces w where w.rights_version = 0
     and exists (select 1 from sections s where s.workspace_id = w.id) order by w.id`,
)

export function sections(reader: Reader): Promise<CheckedSection[]> {
  return reader.all(sectionsStatement)
}

/** The sections that the parents of sections are in. */
export function enclosing(
  reader: Reader,
): Promise<{ sectionId: string; enclosingId: string | null }[]> {
  return reader.all(enclosingStatement)
}

export function grants(snapshot: Snapshot): AsyncIterable<CheckedGrant> {
  return snapshot.each(grantsStatement)
}

/** The derived table of who can access a section. */
export function access(snapshot: Snapshot): AsyncIterable<CheckedGrant> {
  return snapshot.each(accessStatement)
}

/** Grants to principals that do not exist. */
export function unknownPrincipals(reader: Reader): Promise<Omit<CheckedGrant, 'level'>[]> {
  return reader.all(unknownPrincipalsStatement)
}

/** Workspaces with sections, but without the version that makes reads look at them. */
export function unversioned(reader: Reader): Promise<{ workspaceId: string }[]> {
  return reader.all(unversionedStatement)
}
