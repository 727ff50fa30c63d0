import { AppError } from '../../../lib/errors.ts'
import { startWriteSlice } from '../../../lib/time-slices.ts'
import { systemViewer, type Transaction, trash } from '../../../store/index.ts'
import { requirePageQuota } from '../../administration/quotas.ts'
import type { WorkspaceContext } from '../../context.ts'
import { addPage } from '../../pages/create.ts'
import { type CommentAuthors, restoreThreads } from './comments.ts'
import type { Connections } from './connect.ts'
import type { Ledger } from './ledger.ts'
import { accessOutside, restorePermissions } from './permissions.ts'
import type { Plan, PlannedPage } from './plan.ts'
import { type ReadPage, readPage } from './read-page.ts'
import { leftOutReasons } from './remaining-pages.ts'
import { addPart, startReport, sumOf } from './report.ts'
import type { Skipped } from './root.ts'
import { type SavePart, updatePages } from './update-pages.ts'

export type Writing = {
  workspaceId: string
  canRestrict: boolean
  commentAuthors: CommentAuthors
  ledger: Ledger | undefined
  connections: Connections
  /** In the transaction of the first pages. */
  onFirst?: ((transaction: Transaction, pages: number) => Promise<void>) | undefined
  save: SavePart
}

/** Writes some pages in one transaction, and those that an earlier import wrote each in its own. */
export async function writeBatch(
  context: WorkspaceContext,
  writing: Writing,
  batch: readonly PlannedPage[],
): Promise<void> {
  const { connections, ledger } = writing
  const { report } = connections
  try {
    const read = await Promise.all(batch.map((page) => readPage(context, writing, page)))
    const found = read.filter((one) => one.page !== undefined)
    const unread = read.filter((one) => one.page === undefined)
    const missed = unread.flatMap((one) => one.report.skipped).filter(connections.isNew)
    const isKnown = ({ key }: ReadPage) => ledger?.page(key) !== undefined
    // Parents come first: a new page can be below one that is updated, and the other way round.
    const added = found.filter((page) => !isKnown(page))
    if (added.length > 0) await addPages(context, writing, added, missed)
    else addPart(report, startReport(missed))
    if (ledger === undefined) return
    await updatePages(context, { ledger, report, save: writing.save }, found.filter(isKnown))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const importedNote = `${report.pages} pages were imported before the error and are kept.`
    throw new AppError(error.code, `${error.message} ${importedNote}`, { cause: error })
  }
}

async function addPages(
  context: WorkspaceContext,
  { workspaceId, canRestrict, ledger, connections, onFirst, save }: Writing,
  given: readonly ReadPage[],
  missed: readonly Skipped[],
): Promise<void> {
  const { plan, report, isNew } = connections
  if (ledger !== undefined) await requirePageQuota(context, workspaceId)
  const timeSlice = startWriteSlice()
  const part = await context.store.transactIn({ workspaceId }, async (transaction) => {
    const { pages, skipped } = await withParents(transaction, plan, given)
    for (const page of pages) {
      if (timeSlice.isOver()) await timeSlice.pause()
      skipped.push(...(await addImported(transaction, context, page, canRestrict)))
      const { key, page: added, fingerprint } = page
      await ledger?.putPage(transaction, key, { id: added.id, version: 1, fingerprint })
    }
    if (report.pages === 0) await onFirst?.(transaction, plan.pages.length)
    const written = sumOf(pages.map((page) => page.report))
    const isRestricted = ({ permissions }: ReadPage) => canRestrict && permissions !== undefined
    written.pages = pages.length
    written.sections = pages.filter(isRestricted).length
    written.skipped.push(...missed, ...skipped.filter(isNew))
    await save(transaction, written)
    return written
  })
  addPart(report, part)
}

/** Without pages below one that was deleted since the import wrote it, or that is left out for that reason. */
async function withParents(
  transaction: Transaction,
  { targetId }: Plan,
  given: readonly ReadPage[],
): Promise<{ pages: ReadPage[]; skipped: Skipped[] }> {
  const ids = new Set(given.flatMap(({ page: { parentId } }) => parentId ?? []))
  const { workspaceId = '' } = given[0]?.page ?? {}
  const found = ids.size === 0 ? [] : await trash.live(transaction, { workspaceId, ids: [...ids] })
  const live = new Set(found.map(({ id }) => id))
  const pages: ReadPage[] = []
  const skipped: Skipped[] = []
  for (const one of given) {
    const { id, parentId } = one.page
    if (parentId === null || parentId === targetId || live.has(parentId)) {
      live.add(id)
      pages.push(one)
    } else skipped.push({ path: one.path, reason: leftOutReasons.gone })
  }
  return { pages, skipped }
}

/** Adds a page with its permissions. Returns what could not be restored. */
async function addImported(
  transaction: Transaction,
  context: WorkspaceContext,
  { page, path, permissions, threads, source }: ReadPage,
  canRestrict: boolean,
): Promise<Skipped[]> {
  // The author can write under the parent of the import, but may not read sections that it restores for others.
  const importing = { ...context, viewer: systemViewer(page.workspaceId) }
  const isSection = permissions !== undefined && canRestrict
  await addPage(transaction, importing, { ...page, source, isSection })
  await restoreThreads(transaction, context.caller, page, threads)
  if (permissions === undefined) return []
  if (!isSection) {
    return [{ path, reason: 'has permissions that you cannot set below this parent' }]
  }
  const unknown = await restorePermissions(transaction, context.caller, page, permissions)
  const outside = accessOutside(permissions)
  return [
    ...(unknown.length === 0
      ? []
      : [`has permissions for ${unknown.join(', ')}, not in this workspace`]),
    ...(outside === '' ? [] : [`gave access to ${outside}, which an import does not restore`]),
  ].map((reason) => ({ path, reason }))
}
