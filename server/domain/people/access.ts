import { AppError } from '../../lib/errors.ts'
import type { Role } from '../../lib/vocabulary.ts'
import {
  levelNumbers,
  members,
  noLevel,
  principalViewer,
  type Reader,
  type Viewer,
} from '../../store/index.ts'
import type { Caller, Context, Visitor, WorkspaceContext } from '../context.ts'
import { proposeInstead } from '../rights/levels.ts'

/** `member` is what only members who can see the workspace itself may do, not guests. */
export type Right = 'read' | 'member' | 'comment' | 'write' | 'admin' | 'owner'

/** On pages outside of sections. */
const openLevels: Record<Role, number> = {
  OWNER: levelNumbers.manage,
  ADMIN: levelNumbers.manage,
  MEMBER: levelNumbers.write,
  VIEWER: levelNumbers.read,
}

/**
 * Checks that the caller is a member with a permission: viewers and read-only keys can read, members can write,
 * owners and admins manage the workspace. The level on a page may give less. Returns the caller's view of the workspace. Throws FORBIDDEN.
 */
export async function requireMember(
  { store, caller }: { store: Reader; caller: Caller },
  workspaceId: string,
  right: Right,
): Promise<Viewer> {
  if (caller.workspaceIds !== undefined && !caller.workspaceIds.includes(workspaceId)) {
    throw forbidden('This key has no access to that workspace. Use another key.')
  }
  if (caller.visitor !== undefined) return requireVisitor(caller.visitor, workspaceId, right)
  const access = await members.membership(store, workspaceId, caller.userId)
  // A workspace that does not exist gives the same error, so that it reveals nothing.
  if (access === undefined) throw forbidden('You are not a member of this workspace.')
  requireRight(access, caller, right)
  return viewerOf(caller, workspaceId, access)
}

/** The context of work in a workspace, if the caller has the right. Throws FORBIDDEN. */
export async function enterWorkspace<Outer extends Context>(
  context: Outer,
  workspaceId: string,
  right: Right,
): Promise<Outer & WorkspaceContext> {
  return { ...context, viewer: await requireMember(context, workspaceId, right) }
}

/** The caller's view of a workspace; undefined without access. */
export async function findViewer(
  { store, caller }: Context,
  workspaceId: string,
): Promise<Viewer | undefined> {
  if (caller.workspaceIds?.includes(workspaceId) === false) return undefined
  if (caller.visitor !== undefined) {
    return caller.visitor.workspaceId === workspaceId ? viewerOfVisitor(caller.visitor) : undefined
  }
  const access = await members.membership(store, workspaceId, caller.userId)
  return access === undefined ? undefined : viewerOf(caller, workspaceId, access)
}

/** What a person can see, whoever asks; undefined without a membership. */
export async function viewerOfPerson(
  reader: Reader,
  workspaceId: string,
  userId: string,
): Promise<Viewer | undefined> {
  const access = await members.membership(reader, workspaceId, userId)
  return access === undefined
    ? undefined
    : viewerOf({ userId, readOnly: false }, workspaceId, access)
}

/** What the visitors of a share link can see. */
export function viewerOfVisitor({
  workspaceId,
  linkId,
  level,
}: Pick<Visitor, 'workspaceId' | 'linkId' | 'level'>): Viewer {
  return {
    workspaceId,
    viewerId: linkId,
    everyoneId: '',
    openLevel: noLevel,
    maxLevel: level,
    seesEverything: false,
  }
}

/** The level on each page decides what visitors can write. */
function requireVisitor(visitor: Visitor, workspaceId: string, right: Right): Viewer {
  if (visitor.workspaceId !== workspaceId)
    throw forbidden('You are not a member of this workspace.')
  const isAllowed = right !== 'member' && right !== 'admin' && right !== 'owner'
  if (isAllowed && visitor.level >= levelNumbers[right]) return viewerOfVisitor(visitor)
  throw forbidden('Visitors of a share link cannot do this. Sign in.')
}

/** A level on a page may still be needed. Viewers can comment where a section lets them. */
function requireRight(
  { role, scope, maxLevel }: members.Membership,
  { readOnly, proposeOnly }: Caller,
  right: Right,
): void {
  if (right === 'read') return
  if (right === 'member') {
    if (scope === 'workspace') return
    throw forbidden('Guests see only what was shared with them. Ask a member of the workspace.')
  }
  if (maxLevel !== null) requireRightOfAgent(maxLevel, right)
  if (role === 'VIEWER' && right !== 'comment')
    throw forbidden(
      'You have read-only access to this workspace. Ask an owner for the role MEMBER. Where you may propose changes, call proposals/create.',
    )
  if (readOnly) throw forbidden('This key is read-only. Use a key with write access.')
  if (proposeOnly === true && right !== 'comment')
    throw forbidden(`This key may only propose changes. ${proposeInstead}`)
  if (right === 'owner' && role !== 'OWNER')
    throw forbidden('Only owners can do this. Ask an owner for the role OWNER.')
  if (right === 'admin' && role === 'MEMBER')
    throw forbidden('Only owners and admins can do this. Ask an owner for the role ADMIN.')
}

/** For what is a person's own, which viewers change too: read-only keys change nothing. Throws FORBIDDEN. */
export function requireWriteAccess({ readOnly }: Pick<Caller, 'readOnly'>): void {
  if (readOnly) throw forbidden('This API key is read-only. Use a key with write access.')
}

function requireRightOfAgent(maxLevel: number, right: Right): void {
  if (right === 'admin' || right === 'owner') {
    throw forbidden('Agents cannot do this. Ask an owner or admin of the workspace.')
  }
  if (maxLevel >= levelNumbers.write || right === 'comment') return
  throw forbidden(
    maxLevel === levelNumbers.propose
      ? `This agent can only propose changes. ${proposeInstead}`
      : 'This agent cannot change pages. Ask its owner for the role write.',
  )
}

/** Viewers can comment and propose where a section lets them; a read-only key only reads. */
function viewerOf(
  {
    userId,
    readOnly,
    proposeOnly,
    audienceId,
  }: Pick<Caller, 'userId' | 'readOnly' | 'proposeOnly' | 'audienceId'>,
  workspaceId: string,
  {
    role,
    scope,
    rightsVersion,
    proposeOnly: workspaceProposes,
    maxLevel: agentLevel,
  }: members.Membership,
): Viewer {
  const isShared = scope === 'shared'
  if (audienceId !== undefined) {
    return principalViewer(workspaceId, audienceId, { rightsVersion, isShared })
  }
  const onlyProposes = role === 'VIEWER' || proposeOnly === true
  // Only members manage pages.
  const maxLevel = Math.min(
    isShared ? levelNumbers.write : levelNumbers.manage,
    readOnly ? levelNumbers.read : levelNumbers.manage,
    agentLevel ?? levelNumbers.manage,
    onlyProposes ? levelNumbers.propose : levelNumbers.manage,
  )
  const ofRole = agentLevel ?? openLevels[role]
  const mayWrite = workspaceProposes === 0 || role !== 'MEMBER'
  const byRole = mayWrite ? ofRole : Math.min(ofRole, levelNumbers.propose)
  return {
    workspaceId,
    viewerId: userId,
    everyoneId: isShared ? '' : workspaceId,
    openLevel: isShared ? noLevel : Math.min(byRole, maxLevel),
    maxLevel,
    seesEverything: !isShared && rightsVersion === 0,
  }
}

function forbidden(message: string): AppError {
  return new AppError('FORBIDDEN', message)
}
