import { clock } from '../../../lib/clock.ts'
import { hashToken } from '../../../lib/secrets/tokens.ts'
import { members, type Reader, skillLinks, skillVersions, users } from '../../../store/index.ts'
import type { Context } from '../../context.ts'
import { viewerOfPerson } from '../../people/access.ts'
import { publishDue } from '../automatic.ts'
import { servedLabel } from '../record.ts'
import { mayPublishAs } from '../rights.ts'

/**
 * The published skills that a link serves now: those that the person who created it can read. Undefined for a link that
 * is unknown, revoked or expired, and for one whose creator could not create it any more.
 */
export async function listLinked(
  context: Context,
  token: string,
): Promise<skillVersions.LabelledVersion[] | undefined> {
  const { store } = context
  const link = await findActive(store, token)
  if (link === undefined) return undefined
  const { workspaceId, createdBy } = link
  await publishDue(context, workspaceId)
  const viewer = await viewerOfPerson(store, workspaceId, createdBy)
  if (viewer === undefined) return undefined
  const asked = { label: servedLabel, ownership: 'SKILL' } as const
  const served = await skillVersions.labelled(store, viewer, asked)
  return served.filter(
    ({ pageId, isValid }) => isValid === 1 && (link.pageId === null || link.pageId === pageId),
  )
}

async function findActive(reader: Reader, token: string): Promise<skillLinks.LinkRow | undefined> {
  const address = await skillLinks.byToken(reader, hashToken(token))
  const link = address && (await skillLinks.get(reader, address))
  if (link === undefined || link.expiresAt <= clock.now()) return undefined
  const creator = await users.byId(reader, link.createdBy)
  if (creator === undefined || creator.disabledAt !== null) return undefined
  return (await mayGive(reader, link)) ? link : undefined
}

async function mayGive(
  reader: Reader,
  { workspaceId, pageId, createdBy: userId }: skillLinks.LinkRow,
): Promise<boolean> {
  if (pageId !== null) return mayPublishAs(reader, { workspaceId, pageId }, { userId, via: 'web' })
  const role = await members.role(reader, workspaceId, userId)
  return role === 'OWNER' || role === 'ADMIN'
}
