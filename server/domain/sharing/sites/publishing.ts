import { clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { slugify } from '../../../lib/text.ts'
import {
  levelIn,
  levelNumbers,
  noLevel,
  type pages,
  sections,
  sites,
  type Reader,
  type Transaction,
} from '../../../store/index.ts'
import { recordAudit } from '../../administration/audit.ts'
import { readServerSettings } from '../../administration/server-settings.ts'
import type { Context, WorkspaceContext } from '../../context.ts'
import { type PageAddress, requirePage } from '../../pages/tree.ts'
import { urlOf } from '../../pages/urls.ts'
import { languageOfUser } from '../../people/language.ts'
import { setGrant } from '../../rights/grants.ts'
import { viewerOfSite } from './site-viewer.ts'

/** What people choose of a site. */
export type SiteFields = {
  slug: string
  title: string
  description: string
  /** BCP 47. */
  language: string
  /** Whether search engines may list it. */
  isIndexed: boolean
}

export type Site = SiteFields & {
  id: string
  pageId: string
  url: string
  publishedAt: number
  publishedBy: { id: string; firstName: string; lastName: string }
}

const maxSites = 1000
const untitled = 'Untitled'

/** The site of a page; null if the page is not published. Throws PAGE_NOT_FOUND. */
export async function getSite(
  context: WorkspaceContext,
  { pageId }: PageAddress,
): Promise<Site | null> {
  const { store, viewer } = context
  await requirePage(store, viewer, pageId)
  const [row] = await sites.list(store, viewer, { pageId, after: '', limit: 1 })
  return row === undefined ? null : toSite(context, row)
}

/** The published sites whose page the caller can read, by slug. */
export async function listSites(context: WorkspaceContext): Promise<Site[]> {
  const { store, viewer } = context
  const rows = await sites.list(store, viewer, { after: '', limit: maxSites })
  return rows.map((row) => toSite(context, row))
}

/**
 * Publishes a page and the pages below it, or publishes it again. Throws PAGE_NOT_FOUND, FORBIDDEN or
 * ALREADY_EXISTS.
 */
export async function publishSite(
  context: WorkspaceContext,
  { workspaceId, pageId, ...fields }: PageAddress & Partial<SiteFields>,
): Promise<Site> {
  const { store, caller, viewer } = context
  await requireEnabled(context)
  const { tag } = await languageOfUser(store, caller.userId)
  await store.transactIn({ workspaceId }, async (transaction) => {
    const page = await requirePage(transaction, viewer, pageId, 'manage')
    const before = await sites.ofPage(transaction, { workspaceId, pageId })
    const title = page.title.trim() === '' ? untitled : page.title
    const defaults = {
      slug: before?.slug ?? fields.slug ?? (await freeSlug(transaction, title)),
      title: before?.title ?? title,
      description: before?.description ?? '',
      language: before?.language ?? tag,
      isIndexed: (before?.isIndexed ?? 1) === 1,
    }
    const now = clock.now()
    const row = {
      ...toRow({ ...defaults, ...given(fields) }),
      workspaceId,
      id: before?.id ?? newId(),
      pageId,
      publishedAt: now,
      publishedBy: caller.userId,
      updatedAt: now,
      unpublishedAt: null,
    }
    await requireFreeSlug(transaction, row)
    await sites.put(transaction, row)
    await grantAccess(transaction, row, page)
    await recordSite(transaction, context, 'site.publish', row)
  })
  return requireSite(context, { workspaceId, pageId })
}

/** Changes only the given fields. Throws PAGE_NOT_FOUND, SITE_NOT_FOUND, FORBIDDEN or ALREADY_EXISTS. */
export async function updateSite(
  context: WorkspaceContext,
  { workspaceId, pageId, ...fields }: PageAddress & Partial<SiteFields>,
): Promise<Site> {
  await context.store.transactIn({ workspaceId }, async (transaction) => {
    const before = await requireManaged(transaction, context, { workspaceId, pageId })
    const stored = { ...before, isIndexed: before.isIndexed === 1 }
    const row = { ...before, ...toRow({ ...stored, ...given(fields) }), updatedAt: clock.now() }
    await requireFreeSlug(transaction, row)
    await sites.put(transaction, row)
    await recordSite(transaction, context, 'site.update', row)
  })
  return requireSite(context, { workspaceId, pageId })
}

/** Takes the site of a page offline and ends its grants. Throws PAGE_NOT_FOUND, SITE_NOT_FOUND or FORBIDDEN. */
export async function unpublishSite(context: WorkspaceContext, page: PageAddress): Promise<void> {
  const { workspaceId } = page
  await context.store.transactIn({ workspaceId }, async (transaction) => {
    const row = await requireManaged(transaction, context, page)
    await sites.put(transaction, { ...row, unpublishedAt: clock.now() })
    await endGrants(transaction, { workspaceId, principalId: row.id })
    await recordSite(transaction, context, 'site.unpublish', row)
  })
}

async function endGrants(transaction: Transaction, site: sections.PrincipalAddress): Promise<void> {
  if ((await sections.grantedTo(transaction, site)).length === 0) return
  await sections.removePrincipal(transaction, site)
  await sections.advance(transaction, site.workspaceId)
}

async function requireManaged(
  reader: Reader,
  { viewer }: WorkspaceContext,
  page: PageAddress,
): Promise<sites.SiteRow> {
  await requirePage(reader, viewer, page.pageId, 'manage')
  const row = await sites.ofPage(reader, page)
  if (row === undefined || row.unpublishedAt !== null) throw notPublished()
  return row
}

async function requireSite(context: WorkspaceContext, page: PageAddress): Promise<Site> {
  const site = await getSite(context, page)
  if (site === null) throw notPublished()
  return site
}

function notPublished(): AppError {
  return new AppError('SITE_NOT_FOUND', 'This page is not published. Publish it first.')
}

async function requireEnabled({ store, publicUrl, integrations }: Context): Promise<void> {
  if (publicUrl === undefined && !integrations.isLocal) {
    throw new AppError(
      'FORBIDDEN',
      'Sites need the public address of this server. Ask its operator to set PUBLIC_URL, then publish again.',
    )
  }
  const { publishers } = await readServerSettings(store)
  if (publishers !== 'disabled') return
  throw new AppError(
    'FORBIDDEN',
    'An administrator of the server has disabled public sites. Ask them to enable sites.',
  )
}

/** Lets the site read its page, unless everyone in the workspace can. */
async function grantAccess(
  transaction: Transaction,
  { workspaceId, id, publishedBy }: sites.SiteRow,
  page: pages.PageRow,
): Promise<void> {
  if (page.sectionId === null) return
  const viewer = viewerOfSite({ workspaceId, id }, 1)
  if ((await levelIn(transaction, viewer, page.sectionId)) !== noLevel) return
  const grant = { principalId: id, level: levelNumbers.read, at: clock.now(), by: publishedBy }
  await setGrant(transaction, page, grant)
}

async function freeSlug(reader: Reader, title: string): Promise<string> {
  const slug = slugify(title)
    .replaceAll(/[^a-z0-9-]/g, '')
    .replaceAll(/^-+|-+$/g, '')
  const first = slug.replaceAll(/-+/g, '-') || 'site'
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? first : `${first}-${number}`
    if ((await sites.bySlug(reader, candidate)) === undefined) return candidate
  }
}

async function requireFreeSlug(reader: Reader, { id, slug }: sites.SiteRow): Promise<void> {
  const other = await sites.bySlug(reader, slug)
  if (other === undefined || other.id === id) return
  throw new AppError('ALREADY_EXISTS', `The slug ${slug} is taken. Choose another.`)
}

async function recordSite(
  transaction: Transaction,
  { caller }: Context,
  action: 'site.publish' | 'site.update' | 'site.unpublish',
  { workspaceId, id, slug, pageId }: sites.SiteRow,
): Promise<void> {
  const details = { slug, pageId }
  await recordAudit(transaction, caller, { action, workspaceId, subject: id, details })
}

function given(fields: Partial<SiteFields>): Partial<SiteFields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function toRow({ slug, title, description, language, isIndexed }: SiteFields) {
  return { slug, title, description, language, isIndexed: isIndexed ? 1 : 0 } as const
}

function toSite(context: Context, row: sites.ListedSite): Site {
  const { id, pageId, slug, title, description, language, publishedAt, publishedBy } = row
  return {
    id,
    pageId,
    slug,
    url: urlOf(context, `/sites/${slug}/`),
    title,
    description,
    language,
    isIndexed: row.isIndexed === 1,
    publishedAt,
    publishedBy: { id: publishedBy, firstName: row.firstName, lastName: row.lastName },
  }
}
