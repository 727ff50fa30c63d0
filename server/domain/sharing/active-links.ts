import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { hashToken } from '../../lib/secrets/tokens.ts'
import {
  levelIn,
  links,
  noLevel,
  pages,
  type Reader,
  users,
  type Viewer,
  visitorSessions,
} from '../../store/index.ts'
import type { Caller } from '../context.ts'
import { viewerOfPerson, viewerOfVisitor } from '../people/access.ts'
import { canManage } from '../rights/sections.ts'

export type ActiveLink = { link: links.LinkRow; viewer: Viewer }

/**
 * A link that works: neither revoked nor expired, its page is not deleted, and whoever created it can still manage
 * the page.
 */
export async function findActiveLink(
  reader: Reader,
  address: links.LinkAddress,
): Promise<ActiveLink | undefined> {
  const link = await links.get(reader, address)
  if (link === undefined || link.revokedAt !== null) return undefined
  if (link.expiresAt !== null && link.expiresAt <= clock.now()) return undefined
  const { workspaceId, id: linkId, level } = link
  const viewer = viewerOfVisitor({ workspaceId, linkId, level })
  const page = await pages.get(reader, viewer, link.pageId)
  if (page === undefined || page.level === noLevel) return undefined
  return (await isManagedBy(reader, link.createdBy, page)) ? { link, viewer } : undefined
}

async function isManagedBy(reader: Reader, userId: string, page: pages.PageRow): Promise<boolean> {
  const person = await users.byId(reader, userId)
  if (person === undefined || person.disabledAt !== null) return false
  const viewer = await viewerOfPerson(reader, page.workspaceId, userId)
  if (viewer === undefined) return false
  return canManage(viewer, { ...page, level: await levelIn(reader, viewer, page.sectionId) })
}

/** The visitor of a session for this link; undefined when the session or the link has ended. */
export async function readVisitor(
  reader: Reader,
  linkId: string,
  token: string,
): Promise<Caller | undefined> {
  const session = await visitorSessions.byHash(reader, hashToken(token), clock.now())
  if (session?.linkId !== linkId) return undefined
  const active = await findActiveLink(reader, session)
  if (active === undefined) return undefined
  const { workspaceId, level, allowsUploads } = active.link
  return {
    userId: session.userId ?? '',
    keyId: undefined,
    via: 'web',
    readOnly: session.userId === null,
    workspaceIds: [workspaceId],
    visitor: { workspaceId, linkId, level, allowsUploads: allowsUploads === 1, id: session.id },
  }
}

/** Checks again that a visitor may go on, for a response that stays open. Throws SIGN_IN_REQUIRED. */
export async function requireActiveVisitor(
  reader: Reader,
  visitor: NonNullable<Caller['visitor']>,
): Promise<void> {
  const { workspaceId, linkId, id } = visitor
  const isOpen = await visitorSessions.exists(reader, { workspaceId, linkId, id }, clock.now())
  if (isOpen && (await findActiveLink(reader, visitor)) !== undefined) return
  throw visitEnded()
}

export function visitEnded(): AppError {
  return new AppError('SIGN_IN_REQUIRED', 'This link no longer works, or has to be opened again.')
}
