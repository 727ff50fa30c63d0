import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { hashPassword } from '../../lib/secrets/passwords.ts'
import { hashToken, newToken } from '../../lib/secrets/tokens.ts'
import { levelNumbers, links, type Reader, visitorSessions } from '../../store/index.ts'
import { recordAudit } from '../administration/audit.ts'
import type { WorkspaceContext } from '../context.ts'
import { type PageAddress, requirePage } from '../pages/tree.ts'
import { setGrant } from '../rights/grants.ts'
import { requireLevel } from '../rights/levels.ts'
import { canManage } from '../rights/sections.ts'

/** What the holders of a link can do. */
export const linkLevels = ['read', 'comment', 'write'] as const
export type LinkLevel = (typeof linkLevels)[number]

/** Of one page, that are not revoked. */
const maxLinks = 100

export function levelOf({ level }: Pick<links.LinkRow, 'level'>): LinkLevel {
  return linkLevels.findLast((name) => levelNumbers[name] <= level) ?? 'read'
}

export type LinkChange = {
  level?: LinkLevel
  /** Null removes it. */
  password?: string | null
  allowsUploads?: boolean
  /** Milliseconds since 1970; null is never. */
  expiresAt?: number | null
}

export type LinkItem = links.LinkItem

export type OneLink = PageAddress & { linkId: string }

/** Creates a link to a page and what is below it. The token is returned only once. Throws PAGE_NOT_FOUND, FORBIDDEN, QUOTA_EXCEEDED. */
export async function createLink(
  context: WorkspaceContext,
  { pageId, ...input }: PageAddress & LinkChange & { level: LinkLevel },
): Promise<{ link: LinkItem; token: string }> {
  const { store, caller, viewer } = context
  const { workspaceId } = viewer
  const { level, expiresAt = null, allowsUploads = false } = input
  requireFuture(expiresAt)
  const token = newToken()
  const id = newId()
  const now = clock.now()
  const passwordHash = await hashOf(input.password ?? null)
  await store.transactIn({ workspaceId }, async (transaction) => {
    const page = await requireManaged(transaction, context, pageId)
    if ((await links.count(transaction, { workspaceId, pageId })) >= maxLinks) throw tooMany()
    await links.insert(transaction, {
      workspaceId,
      id,
      pageId,
      level: levelNumbers[level],
      passwordHash,
      allowsUploads: allowsUploads ? 1 : 0,
      expiresAt,
      createdAt: now,
      createdBy: caller.userId,
      revokedAt: null,
      views: 0,
      lastViewedAt: null,
      tokenHash: hashToken(token),
    })
    const grant = { principalId: id, level: levelNumbers[level], at: now, by: caller.userId }
    await setGrant(transaction, page, grant)
    const details = { pageId, level, expiresAt, allowsUploads, password: passwordHash !== null }
    const entry = { action: 'link.create', workspaceId, subject: id, details } as const
    await recordAudit(transaction, caller, entry)
  })
  return { link: await requireLink(store, { workspaceId, pageId, linkId: id }), token }
}

/** Throws PAGE_NOT_FOUND, FORBIDDEN or NOT_FOUND. */
export async function updateLink(
  context: WorkspaceContext,
  { pageId, linkId, ...change }: OneLink & LinkChange,
): Promise<LinkItem> {
  const { store, caller, viewer } = context
  const { workspaceId } = viewer
  const address = { workspaceId, linkId }
  const { level, password, expiresAt, allowsUploads } = change
  requireFuture(expiresAt ?? null)
  const passwordHash = password === undefined ? undefined : await hashOf(password)
  await store.transactIn({ workspaceId }, async (transaction) => {
    const page = await requireManaged(transaction, context, pageId)
    const link = await requireLink(transaction, { workspaceId, pageId, linkId })
    if (link.revokedAt !== null) throw linkNotFound(linkId)
    const next = {
      level: level === undefined ? link.level : levelNumbers[level],
      passwordHash: passwordHash === undefined ? link.passwordHash : passwordHash,
      allowsUploads: allowsUploads === undefined ? link.allowsUploads : allowsUploads ? 1 : 0,
      expiresAt: expiresAt === undefined ? link.expiresAt : expiresAt,
    } as const
    await links.update(transaction, address, next)
    if (next.level !== link.level) {
      const grant = { principalId: linkId, level: next.level, at: clock.now(), by: caller.userId }
      await setGrant(transaction, page, grant)
    }
    // Whoever opened it knew the password before.
    if (passwordHash !== undefined) await visitorSessions.removeOfLink(transaction, address)
    const details = {
      pageId,
      ...change,
      ...(password === undefined ? {} : { password: 'changed' }),
    }
    const entry = { action: 'link.update', workspaceId, subject: linkId, details } as const
    await recordAudit(transaction, caller, entry)
  })
  return requireLink(store, { workspaceId, pageId, linkId })
}

/** Ends all access by a link at once. Throws PAGE_NOT_FOUND, FORBIDDEN or NOT_FOUND. */
export async function revokeLink(
  context: WorkspaceContext,
  { pageId, linkId }: OneLink,
): Promise<void> {
  const { store, caller, viewer } = context
  const { workspaceId } = viewer
  await store.transactIn({ workspaceId }, async (transaction) => {
    const page = await requireManaged(transaction, context, pageId)
    await requireLink(transaction, { workspaceId, pageId, linkId })
    if (!(await links.revoke(transaction, { workspaceId, linkId }, clock.now()))) return
    const ended = { principalId: linkId, level: null, at: clock.now(), by: caller.userId }
    await setGrant(transaction, page, ended)
    await visitorSessions.removeOfLink(transaction, { workspaceId, linkId })
    const entry = { action: 'link.revoke', workspaceId, subject: linkId } as const
    await recordAudit(transaction, caller, { ...entry, details: { pageId } })
  })
}

/** The links of a page, the oldest first. Throws PAGE_NOT_FOUND or FORBIDDEN. */
export async function listLinks(
  context: WorkspaceContext,
  { pageId, after = '', limit }: PageAddress & { after?: string | undefined; limit: number },
): Promise<{ items: LinkItem[]; nextCursor: string | null }> {
  const { store, viewer } = context
  await requireManaged(store, context, pageId)
  const page = { workspaceId: viewer.workspaceId, pageId }
  const rows = await links.ofPage(store, page, { after, limit: limit + 1 })
  const items = rows.slice(0, limit)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

async function requireManaged(reader: Reader, { viewer }: WorkspaceContext, pageId: string) {
  const page = await requirePage(reader, viewer, pageId)
  if (!canManage(viewer, page)) requireLevel(page.level, 'manage', 'Ask someone who manages it.')
  return page
}

async function requireLink(
  reader: Reader,
  { workspaceId, pageId, linkId }: OneLink,
): Promise<LinkItem> {
  const link = await links.get(reader, { workspaceId, linkId })
  if (link === undefined || link.pageId !== pageId) throw linkNotFound(linkId)
  return link
}

function hashOf(password: string | null): Promise<string> | null {
  return password === null ? null : hashPassword(password)
}

function requireFuture(expiresAt: number | null): void {
  if (expiresAt === null || expiresAt > clock.now()) return
  throw invalidInput([{ path: '/expiresAt', rule: 'future', message: 'must be in the future' }])
}

function linkNotFound(linkId: string): AppError {
  return new AppError('NOT_FOUND', `Link ${linkId} not found. List the links of the page.`)
}

function tooMany(): AppError {
  return new AppError(
    'QUOTA_EXCEEDED',
    `This page has ${maxLinks} links, the maximum. Revoke some first.`,
  )
}
