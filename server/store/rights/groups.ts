import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type GroupAddress = { workspaceId: string; groupId: string }

export type GroupRow = {
  id: string
  name: string
  /** The value of the groups claim that adds members at sign-in. */
  oidcGroup: string | null
  createdAt: number
  members: number
}

export type GroupMemberRow = {
  id: string
  firstName: string
  lastName: string
  source: 'person' | 'oidc'
}

type NewGroup = GroupAddress & {
  name: string
  oidcGroup: string | null
  createdAt: number
  createdBy: string
}

type Membership = GroupAddress & { userId: string }

const columns = `g.id, g.name, g.oidc_group as "oidcGroup", g.created_at as "createdAt",
  (select count(*) from group_members m where m.workspace_id = g.workspace_id and m.group_id = g.id) as "members"`

const getStatement = statement<GroupRow, GroupAddress>(
  'groups.get',
  `select ${columns} from groups g where g.workspace_id = $workspaceId and g.id = $groupId`,
)
const byNameStatement = statement<{ id: string }, { workspaceId: string; name: string }>(
  'groups.byName',
  'select id from groups where workspace_id = $workspaceId and name = $name',
)
const listStatement = statement<GroupRow, { workspaceId: string; after: string; limit: number }>(
  'groups.list',
  `select ${columns} from groups g where g.workspace_id = $workspaceId and g.name > $after
   order by g.name limit $limit`,
)
const insertStatement = statement<never, NewGroup>(
  'groups.insert',
  `insert into groups (workspace_id, id, name, oidc_group, created_at, created_by)
   values ($workspaceId, $groupId, $name, $oidcGroup, $createdAt, $createdBy)`,
)
const updateStatement = statement<never, GroupAddress & { name: string; oidcGroup: string | null }>(
  'groups.update',
  `update groups set name = $name, oidc_group = $oidcGroup
   where workspace_id = $workspaceId and id = $groupId`,
)
const removeStatement = statement<never, GroupAddress>(
  'groups.remove',
  'delete from groups where workspace_id = $workspaceId and id = $groupId',
)
const membersStatement = statement<GroupMemberRow, GroupAddress & { after: string; limit: number }>(
  'groups.members',
  `select u.id, u.first_name as "firstName", u.last_name as "lastName", m.source
   from group_members m join users u on u.id = m.user_id
   where m.workspace_id = $workspaceId and m.group_id = $groupId and u.id > $after
   order by u.id limit $limit`,
)
const addMemberStatement = statement<
  never,
  Membership & { source: GroupMemberRow['source']; createdAt: number }
>(
  'groups.addMember',
  `insert into group_members (workspace_id, user_id, group_id, source, created_at)
     values ($workspaceId, $userId, $groupId, $source, $createdAt)
   on conflict (workspace_id, user_id, group_id) do nothing`,
)
const removeMemberStatement = statement<never, Membership>(
  'groups.removeMember',
  `delete from group_members where workspace_id = $workspaceId and group_id = $groupId and user_id = $userId`,
)
const removeUserStatement = statement<never, { workspaceId: string; userId: string }>(
  'groups.removeUser',
  'delete from group_members where workspace_id = $workspaceId and user_id = $userId',
)
const followingStatement = statement<
  { groupId: string; oidcGroup: string },
  { workspaceId: string }
>(
  'groups.following',
  `select id as "groupId", oidc_group as "oidcGroup" from groups
   where workspace_id = $workspaceId and oidc_group is not null order by id`,
)
const ofUserStatement = statement<
  { groupId: string; source: GroupMemberRow['source'] },
  { workspaceId: string; userId: string }
>(
  'groups.ofUser',
  `select group_id as "groupId", source from group_members
   where workspace_id = $workspaceId and user_id = $userId order by group_id`,
)

export function get(reader: Reader, group: GroupAddress): Promise<GroupRow | undefined> {
  return reader.get(getStatement, group)
}

export async function byName(
  reader: Reader,
  workspaceId: string,
  name: string,
): Promise<string | undefined> {
  return (await reader.get(byNameStatement, { workspaceId, name }))?.id
}

/** Groups whose name follows `after`, by name. */
export function list(
  reader: Reader,
  workspaceId: string,
  { after, limit }: { after: string; limit: number },
): Promise<GroupRow[]> {
  return reader.all(listStatement, { workspaceId, after, limit })
}

export async function insert(transaction: Transaction, group: NewGroup): Promise<void> {
  await transaction.run(insertStatement, group)
}

export async function update(
  transaction: Transaction,
  group: GroupAddress & { name: string; oidcGroup: string | null },
): Promise<void> {
  await transaction.run(updateStatement, group)
}

/** Also deletes its memberships; its grants must be gone already. */
export async function remove(transaction: Transaction, group: GroupAddress): Promise<void> {
  await transaction.run(removeStatement, group)
}

/** Members whose ID follows `after`, by ID. */
export function members(
  reader: Reader,
  group: GroupAddress,
  { after, limit }: { after: string; limit: number },
): Promise<GroupMemberRow[]> {
  return reader.all(membersStatement, { ...group, after, limit })
}

export async function addMember(
  transaction: Transaction,
  membership: Membership & { source: GroupMemberRow['source']; createdAt: number },
): Promise<boolean> {
  return (await transaction.run(addMemberStatement, membership)) > 0
}

export async function removeMember(
  transaction: Transaction,
  membership: Membership,
): Promise<boolean> {
  return (await transaction.run(removeMemberStatement, membership)) > 0
}

/** Removes a person from all groups. Returns false for someone who is in none. */
export async function removeUser(
  transaction: Transaction,
  member: { workspaceId: string; userId: string },
): Promise<boolean> {
  return (await transaction.run(removeUserStatement, member)) > 0
}

/** The groups of a workspace whose members follow the claim of the identity provider. */
export function following(
  reader: Reader,
  workspaceId: string,
): Promise<{ groupId: string; oidcGroup: string }[]> {
  return reader.all(followingStatement, { workspaceId })
}

/** The groups of a person. */
export function ofUser(
  reader: Reader,
  member: { workspaceId: string; userId: string },
): Promise<{ groupId: string; source: GroupMemberRow['source'] }[]> {
  return reader.all(ofUserStatement, member)
}
