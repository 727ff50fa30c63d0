import { clock, dayMs } from '../../../lib/clock.ts'
import { AppError, invalidInput } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { hashToken, newToken } from '../../../lib/secrets/tokens.ts'
import { type Reader, skillLinks } from '../../../store/index.ts'
import { recordAudit } from '../../administration/audit.ts'
import type { WorkspaceContext } from '../../context.ts'
import { requireMember } from '../../people/access.ts'
import { requirePublisher, requireSkill } from '../rights.ts'

export type SkillLink = skillLinks.LinkItem

/** `pageId`: the only skill; null for all that the caller can read. */
type Scope = { workspaceId: string; pageId: string | null }

/** Of one skill, or of all. */
const maxLinks = 100
const defaultDays = 30
const maxDays = 366

/**
 * Creates a link that serves published skills without an account. The token is returned only once. Throws PAGE_NOT_FOUND,
 * NOT_FOUND, FORBIDDEN, VALIDATION_FAILED or QUOTA_EXCEEDED.
 */
export async function createSkillLink(
  context: WorkspaceContext,
  { workspaceId, pageId, expiresAt }: Scope & { expiresAt?: number | undefined },
): Promise<{ link: SkillLink; token: string }> {
  const { store, caller } = context
  const createdAt = clock.now()
  const ends = expiresAt ?? createdAt + defaultDays * dayMs
  requireExpiry(ends, createdAt)
  const [id, token] = [newId(), newToken()]
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requireGiver(transaction, context, pageId)
    const { length } = await skillLinks.list(transaction, { workspaceId, pageId }, maxLinks)
    if (length >= maxLinks) throw tooMany()
    await skillLinks.insert(transaction, {
      workspaceId,
      id,
      pageId,
      createdAt,
      createdBy: caller.userId,
      expiresAt: ends,
      tokenHash: hashToken(token),
    })
    const details = { pageId, expiresAt: ends }
    const entry = { action: 'skill-link.create', workspaceId, subject: id, details } as const
    await recordAudit(transaction, caller, entry)
  })
  return { link: await requireLink(store, { workspaceId, linkId: id }), token }
}

/** The links of a skill, or those of all skills, the oldest first. Throws PAGE_NOT_FOUND, NOT_FOUND or FORBIDDEN. */
export async function listSkillLinks(
  context: WorkspaceContext,
  { workspaceId, pageId }: Scope,
): Promise<SkillLink[]> {
  await requireGiver(context.store, context, pageId)
  return skillLinks.list(context.store, { workspaceId, pageId }, maxLinks)
}

/** The next request with the link is refused. Throws PAGE_NOT_FOUND, NOT_FOUND or FORBIDDEN. */
export async function revokeSkillLink(
  context: WorkspaceContext,
  { workspaceId, pageId, linkId }: Scope & { linkId: string },
): Promise<void> {
  const { store, caller } = context
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requireGiver(transaction, context, pageId)
    const link = await requireLink(transaction, { workspaceId, linkId })
    if (link.pageId !== pageId) throw linkNotFound(linkId)
    await skillLinks.remove(transaction, { workspaceId, linkId })
    const details = { pageId }
    const entry = { action: 'skill-link.revoke', workspaceId, subject: linkId, details } as const
    await recordAudit(transaction, caller, entry)
  })
}

/** People who may publish the skill; for all skills, owners and admins. */
async function requireGiver(
  reader: Reader,
  context: WorkspaceContext,
  pageId: string | null,
): Promise<void> {
  const { caller, viewer } = context
  if (pageId === null) {
    await requireMember({ store: reader, caller }, viewer.workspaceId, 'admin')
    return
  }
  await requirePublisher(reader, caller, await requireSkill(context, reader, pageId))
}

async function requireLink(reader: Reader, address: skillLinks.LinkAddress): Promise<SkillLink> {
  const link = await skillLinks.get(reader, address)
  if (link === undefined) throw linkNotFound(address.linkId)
  return link
}

function requireExpiry(expiresAt: number, now: number): void {
  if (expiresAt > now && expiresAt <= now + maxDays * dayMs) return
  const message = `must be in the future, within ${maxDays} days`
  throw invalidInput([{ path: '/expiresAt', rule: 'future', message }])
}

function linkNotFound(linkId: string): AppError {
  return new AppError('NOT_FOUND', `Link ${linkId} not found. List the links of the skill.`)
}

function tooMany(): AppError {
  return new AppError(
    'QUOTA_EXCEEDED',
    `There are ${maxLinks} links, the maximum. Revoke some first.`,
  )
}
