import { clock, toIso } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import {
  agentAccounts,
  groups,
  inbox,
  keys,
  members,
  passkeys,
  personal,
  type Reader,
  secondFactors,
  sessions,
  users,
  type Viewer,
  watches,
} from '../../../store/index.ts'
import { viewerOfPerson } from '../../people/access.ts'
import { workspaceIdsOf } from '../../people/api-keys.ts'
import { type Entry, jsonEntry, when } from './entry.ts'

/** More recently opened pages are not kept. */
const maxRecent = 1000
const maxInbox = 1000

/** The account of a person, without passwords, keys and other secrets. */
export async function* accountEntries(reader: Reader, userId: string): AsyncGenerator<Entry> {
  yield jsonEntry('profile.json', await profileOf(reader, userId))
  yield jsonEntry('workspaces.json', await workspacesOf(reader, userId))
  yield jsonEntry('keys.json', await keysOf(reader, userId))
  yield jsonEntry('agents.json', await agentsOf(reader, userId))
  yield jsonEntry('sessions.json', await sessionsOf(reader, userId))
}

async function profileOf(reader: Reader, userId: string): Promise<object> {
  const user = await users.byId(reader, userId)
  if (user === undefined) throw new AppError('USER_NOT_FOUND', 'This person has no account.')
  return {
    ...user,
    emailVerified: user.emailVerified === 1,
    createdAt: toIso(user.createdAt),
    disabledAt: when(user.disabledAt),
    hasPassword: (await users.passwordHash(reader, userId)) !== null,
    hasSecondFactor: (await secondFactors.get(reader, userId)) !== undefined,
    passkeys: (await passkeys.ofUser(reader, userId)).map(({ name, createdAt, lastUsedAt }) => ({
      name,
      createdAt: toIso(createdAt),
      lastUsedAt: when(lastUsedAt),
    })),
  }
}

/** Memberships with groups, and favourites, recent pages, watched pages and the inbox as far as the person can read them. */
async function workspacesOf(reader: Reader, userId: string): Promise<object[]> {
  const found: object[] = []
  for (const { id, name, slug, role, scope } of await members.ofUser(reader, userId)) {
    const viewer = await viewerOfPerson(reader, id, userId)
    if (viewer === undefined) continue
    const member = await members.one(reader, id, userId)
    const recent = await personal.recent(reader, viewer, maxRecent)
    found.push({
      id,
      name,
      slug,
      role,
      isGuest: scope === 'shared',
      joinedAt: when(member?.joinedAt ?? null),
      groups: await groupsOf(reader, { workspaceId: id, userId }),
      favourites: await personal.favourites(reader, viewer),
      inbox: await inboxOf(reader, viewer),
      watches: await watches.list(reader, viewer),
      recent: recent.map((page) => ({ ...page, visitedAt: toIso(page.visitedAt) })),
    })
  }
  return found
}

/** The entries that appear now, without the texts of others. */
async function inboxOf(reader: Reader, viewer: Viewer): Promise<object[]> {
  const everything = { state: 'all', kind: '', before: undefined } as const
  const part = { now: clock.now(), limit: maxInbox }
  return (await inbox.list(reader, viewer, everything, part)).map((entry) => ({
    id: entry.id,
    kind: entry.kind,
    pageId: entry.pageId,
    commentId: entry.commentId,
    proposalId: entry.proposalId,
    runId: entry.runId,
    actorId: entry.actorId,
    createdAt: toIso(entry.createdAt),
    readAt: when(entry.readAt),
  }))
}

async function groupsOf(
  reader: Reader,
  member: { workspaceId: string; userId: string },
): Promise<object[]> {
  const { workspaceId } = member
  const rows = (await groups.ofUser(reader, member)).map(async ({ groupId, source }) => {
    const group = await groups.get(reader, { workspaceId, groupId })
    return { id: groupId, name: group?.name ?? null, source }
  })
  return Promise.all(rows)
}

async function keysOf(reader: Reader, userId: string): Promise<object[]> {
  return (await keys.ofUser(reader, userId)).map((key) => ({
    id: key.id,
    name: key.name,
    readOnly: key.readOnly === 1,
    workspaceIds: workspaceIdsOf(key) ?? null,
    createdAt: toIso(key.createdAt),
    expiresAt: when(key.expiresAt),
    revokedAt: when(key.revokedAt),
    lastUsedAt: when(key.lastUsedAt),
  }))
}

/** The agent accounts that the person answers for. */
async function agentsOf(reader: Reader, ownerId: string): Promise<object[]> {
  const owned = (await agentAccounts.ofOwner(reader, ownerId)).map(async (agent) => ({
    id: agent.userId,
    workspaceId: agent.workspaceId,
    name: agent.name,
    createdAt: toIso(agent.createdAt),
    pausedAt: when(agent.pausedAt),
    keys: await keysOf(reader, agent.userId),
  }))
  return Promise.all(owned)
}

async function sessionsOf(reader: Reader, userId: string): Promise<object[]> {
  return (await sessions.ofUser(reader, userId, clock.now())).map((session) => ({
    userAgent: session.userAgent,
    address: session.address,
    createdAt: toIso(session.createdAt),
    lastUsedAt: toIso(session.lastUsedAt),
    expiresAt: toIso(session.expiresAt),
  }))
}
