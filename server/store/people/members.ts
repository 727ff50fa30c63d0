import type { Role } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import type { UserKind } from './users.ts'
import * as workspaces from './workspaces.ts'

type MemberAddress = { workspaceId: string; userId: string }

export type MemberRow = {
  id: string
  firstName: string
  lastName: string
  email: string
  emailVerified: 0 | 1
  role: Role
  joinedAt: number
  scope: MemberScope
  kind: UserKind
  /** An emoji; null for people, and for an agent without one. */
  icon: string | null
  disabledAt: number | null
}

/** `shared` sees only sections with a grant, as guests do. */
export type MemberScope = 'workspace' | 'shared'

export type MembershipRow = {
  id: string
  name: string
  slug: string
  role: Role
  scope: MemberScope
}

type OwnMembership = Pick<MembershipRow, 'id' | 'role' | 'scope'>

export type Membership = {
  role: Role
  scope: MemberScope
  /** 0 in a workspace that never had a section. */
  rightsVersion: number
  /** The highest level of an agent on any page; null for people. */
  maxLevel: number | null
  /** Members of the workspace propose changes, outside of sections. */
  proposeOnly: 0 | 1
}

/**
 * The role of the membership `m`. That of a guest follows from their grants: MEMBER if they can write anywhere,
 * otherwise VIEWER. An agent that cannot write is VIEWER.
 */
export function roleOf(m: string): string {
  return `case when ${m}.max_level < 4 then 'VIEWER' when ${m}.scope <> 'shared' then ${m}.role
     when exists (select 1 from section_access a where a.workspace_id = ${m}.workspace_id and a.level >= 4
       and (a.principal_id = ${m}.user_id or a.principal_id in (select g.group_id from group_members g
         where g.workspace_id = ${m}.workspace_id and g.user_id = ${m}.user_id)))
     then 'MEMBER' else 'VIEWER' end`
}

export const membershipStatement = statement<Membership, { workspaceId: string; userId: string }>(
  'members.membership',
  `select ${roleOf('m')} as "role", m.scope, w.rights_version as "rightsVersion",
     m.max_level as "maxLevel",
     w.propose_only as "proposeOnly"
   from members m join workspaces w on w.id = m.workspace_id
   where m.workspace_id = $workspaceId and m.user_id = $userId`,
  { cached: 'until commit, checked once a callback' },
)
const columns = `u.id, u.first_name as "firstName", u.last_name as "lastName", u.email,
  case when u.verified_email = u.email then 1 else 0 end as "emailVerified", ${roleOf('m')} as "role",
  m.created_at as "joinedAt", m.scope, u.kind, u.disabled_at as "disabledAt",
  (select g.icon from agent_accounts g where g.workspace_id = m.workspace_id and g.user_id = m.user_id) as "icon"`
const oneStatement = statement<MemberRow, MemberAddress>(
  'members.one',
  `select ${columns} from members m join users u on u.id = m.user_id
   where m.workspace_id = $workspaceId and m.user_id = $userId`,
)
const listStatement = statement<MemberRow, { workspaceId: string }>(
  'members.list',
  `select ${columns} from members m join users u on u.id = m.user_id
   where m.workspace_id = $workspaceId order by m.created_at, u.id`,
)
const workspacesOfStatement = statement<OwnMembership, { userId: string }>(
  'members.workspacesOf',
  `select workspace_id as "id", role, scope from members where user_id = $userId
   order by created_at, workspace_id`,
)
const putStatement = statement<
  never,
  {
    workspaceId: string
    userId: string
    role: Role
    scope: MemberScope
    createdAt: number
    maxLevel: number | null
  }
>(
  'members.put',
  `insert into members (workspace_id, user_id, role, scope, created_at, max_level) values ($workspaceId, $userId,
     $role, $scope, $createdAt, $maxLevel)
   on conflict (workspace_id, user_id) do update set role = excluded.role, scope = excluded.scope,
     max_level = excluded.max_level`,
)
const removeStatement = statement<never, { workspaceId: string; userId: string }>(
  'members.remove',
  'delete from members where workspace_id = $workspaceId and user_id = $userId',
)

export async function role(
  reader: Reader,
  workspaceId: string,
  userId: string,
): Promise<Role | undefined> {
  return (await membership(reader, workspaceId, userId))?.role
}

/** The membership, which decides which pages a person can read; undefined for someone who is not a member. */
export function membership(
  reader: Reader,
  workspaceId: string,
  userId: string,
): Promise<Membership | undefined> {
  return reader.get(membershipStatement, { workspaceId, userId })
}

/** One member, as in the list. */
export function one(
  reader: Reader,
  workspaceId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  return reader.get(oneStatement, { workspaceId, userId })
}

export function list(reader: Reader, workspaceId: string): Promise<MemberRow[]> {
  return reader.all(listStatement, { workspaceId })
}

/** The workspaces of a person with their role, in the order of joining. */
export async function workspacesOf(reader: Reader, userId: string): Promise<OwnMembership[]> {
  const rows = await reader.all(workspacesOfStatement, { userId })
  // What a guest can do is known in the workspace.
  const resolved = rows.map(async (row) =>
    row.scope === 'shared'
      ? { ...row, role: (await role(reader, row.id, userId)) ?? row.role }
      : row,
  )
  return Promise.all(resolved)
}

/** The same, with names. */
export async function ofUser(reader: Reader, userId: string): Promise<MembershipRow[]> {
  const memberships = await workspacesOf(reader, userId)
  // One query per workspace, because a sharded database may keep each elsewhere.
  const rows = memberships.map(async ({ id, ...membership }) => {
    const workspace = await workspaces.byId(reader, id)
    if (workspace === undefined) return []
    return [{ id, name: workspace.name, slug: workspace.slug, ...membership }]
  })
  return (await Promise.all(rows)).flat()
}

export async function put(
  transaction: Transaction,
  member: {
    workspaceId: string
    userId: string
    role: Role
    scope?: MemberScope
    createdAt: number
    /** Only of an agent. */
    maxLevel?: number
  },
): Promise<void> {
  await transaction.run(putStatement, { scope: 'workspace', maxLevel: null, ...member })
}

export async function remove(
  transaction: Transaction,
  workspaceId: string,
  userId: string,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, userId })
}
