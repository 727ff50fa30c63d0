import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { levelNumbers, type Reader, templates, type Viewer } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { requirePage } from '../pages/tree.ts'
import { requireSettable, scopeKey, scopesAt } from './scopes.ts'

export type Template = {
  id: string
  title: string
  icon: string | null
  /** The page below which it is offered; null is the workspace. */
  sectionId: string | null
}

export type TemplateList = {
  templates: Template[]
  /** The template that the app uses for new pages there. */
  defaultId: string | null
}

const maxTemplates = 200

/**
 * The templates that the caller can read: those offered for new pages below `parentId`, null for the top level;
 * without one, all. Throws PAGE_NOT_FOUND.
 */
export async function listTemplates(
  { store, viewer }: WorkspaceContext,
  parentId: string | null | undefined,
): Promise<TemplateList> {
  const scopes = parentId === undefined ? undefined : await scopesAt(store, viewer, parentId)
  const rows = await templates.list(store, viewer, { scopes, limit: maxTemplates })
  const listed = rows.map(({ scope, ...row }) => ({
    ...row,
    sectionId: scope === viewer.workspaceId ? null : scope,
  }))
  const defaultId = await defaultAt(store, viewer, { scopes: scopes ?? [viewer.workspaceId] })
  const isListed = listed.some(({ id }) => id === defaultId)
  return { templates: listed, defaultId: isListed ? (defaultId ?? null) : null }
}

/** The nearest default. */
async function defaultAt(
  reader: Reader,
  viewer: Viewer,
  { scopes }: { scopes: readonly string[] },
): Promise<string | undefined> {
  const found = await templates.defaults(reader, viewer.workspaceId, scopes)
  const byScope = new Map(found.map(({ scope, templateId }) => [scope, templateId]))
  return scopes.flatMap((scope) => byScope.get(scope) ?? [])[0]
}

/**
 * Offers a page as a template below a page, or in the workspace. Those can who change both. Throws PAGE_NOT_FOUND or
 * FORBIDDEN.
 */
export async function addTemplate(
  context: WorkspaceContext,
  { pageId, sectionId }: { pageId: string; sectionId: string | null },
): Promise<void> {
  const { store, viewer, caller } = context
  const { workspaceId } = viewer
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requirePage(transaction, viewer, pageId, 'write')
    if (sectionId !== null) await requirePage(transaction, viewer, sectionId, 'write')
    else requireOpen(viewer)
    const stamp = { createdAt: clock.now(), createdBy: caller.userId }
    const scope = scopeKey(viewer, sectionId)
    await templates.put(transaction, { workspaceId, pageId, scope, ...stamp })
  })
}

function requireOpen({ openLevel }: Viewer): void {
  if (openLevel >= levelNumbers.write) return
  const message =
    'Only members can offer a template in the workspace. Choose a page you can change.'
  throw new AppError('FORBIDDEN', message)
}

/** The page stays. Has no effect on other pages. Throws PAGE_NOT_FOUND or FORBIDDEN. */
export async function removeTemplate(
  { store, viewer }: WorkspaceContext,
  { pageId }: { pageId: string },
): Promise<void> {
  const { workspaceId } = viewer
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requirePage(transaction, viewer, pageId, 'write')
    await templates.remove(transaction, { workspaceId, pageId })
  })
}

/** Throws PAGE_NOT_FOUND, FORBIDDEN or VALIDATION_FAILED. */
export async function setDefaultTemplate(
  context: WorkspaceContext,
  { sectionId, templateId }: { sectionId: string | null; templateId: string | null },
): Promise<void> {
  const { store, viewer, caller } = context
  const { workspaceId } = viewer
  const scope = scopeKey(viewer, sectionId)
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requireSettable(transaction, context, sectionId)
    if (templateId === null) return templates.removeDefault(transaction, { workspaceId, scope })
    await requireTemplate(transaction, viewer, templateId, '/templateId')
    const offered = await scopesAt(transaction, viewer, sectionId)
    const templateScope = await templates.scopeOf(transaction, { workspaceId, pageId: templateId })
    if (templateScope === undefined || !offered.includes(templateScope)) {
      throw notOffered('/templateId')
    }
    const stamp = { updatedAt: clock.now(), updatedBy: caller.userId }
    return templates.putDefault(transaction, { workspaceId, scope, templateId, ...stamp })
  })
}

/** Throws PAGE_NOT_FOUND or VALIDATION_FAILED. */
export async function requireTemplate(
  reader: Reader,
  viewer: Viewer,
  pageId: string,
  path: string,
) {
  const page = await requirePage(reader, viewer, pageId)
  const { workspaceId } = viewer
  const scope = await templates.scopeOf(reader, { workspaceId, pageId })
  if (scope !== undefined) return page
  const message = 'must be a template; add it with /v1/templates/add'
  throw invalidInput([{ path, rule: 'template', message }])
}

function notOffered(path: string) {
  const message = 'must be a template that is offered there'
  return invalidInput([{ path, rule: 'template', message }])
}
