import { AppError } from '../../lib/errors.ts'
import { differingFields, givenFields, type PageFields } from '../../lib/page-fields.ts'
import { contents, history, pageLookup, type pages, type Transaction } from '../../store/index.ts'
import type { Caller, WorkspaceContext } from '../context.ts'
import { type Changed, changePage, type PageChanges } from './change.ts'
import { type PageAddress, requireVersion } from './tree.ts'

export type PageUpdate = PageAddress &
  Partial<PageFields> & {
    /** An unchecked Tiptap document. */
    content?: object
    /** The update fails if the page is at another version. */
    expectedVersion?: number
  }

/** Changes the given fields; the last writer wins. Throws PAGE_NOT_FOUND, VALIDATION_FAILED or VERSION_CONFLICT. */
export async function updatePage(context: WorkspaceContext, update: PageUpdate): Promise<void> {
  const changes = await prepareChanges(context, update)
  await changePage(context, update, changes, async (_transaction, page) => {
    requireVersion(page, update.expectedVersion)
    return isEmpty(changes) ? page : undefined
  })
}

export type PageSave = Omit<PageUpdate, 'expectedVersion'> & {
  /** The version that the change is based on. */
  version: number
}

/** Saves an edit if the page is still at its version. Throws PAGE_NOT_FOUND, VALIDATION_FAILED or VERSION_CONFLICT. */
export async function savePage(context: WorkspaceContext, save: PageSave): Promise<Changed> {
  const changes = await prepareChanges(context, save)
  return changePage(context, save, changes, async (transaction, page) => {
    const isCurrent = page.version === save.version
    if (isCurrent && !isEmpty(changes)) return undefined
    if (!isCurrent && !(await isRepeated(transaction, context.caller, page, save.version, changes)))
      throw versionConflict(page.version, save.version)
    const now = await pageLookup.get(transaction, context.viewer, save.pageId)
    return { version: page.version, updatedAt: now?.updatedAt ?? 0 }
  })
}

async function prepareChanges(
  context: WorkspaceContext,
  { content, ...update }: PageUpdate,
): Promise<PageChanges> {
  const fields = givenFields(update)
  if (content === undefined) return fields
  return { ...fields, content: await context.content.fromDocument(content, '/content') }
}

function isEmpty(changes: PageChanges): boolean {
  return Object.keys(changes).length === 0
}

/**
 * Whether this save already succeeded and only its answer was lost: the next version has the same author and
 * content.
 */
async function isRepeated(
  transaction: Transaction,
  { userId }: Caller,
  page: pages.PageRow,
  version: number,
  { content, ...changes }: PageChanges,
): Promise<boolean> {
  if (page.version !== version + 1) return false
  if (differingFields(page, { ...page, ...givenFields(changes) }).length > 0) return false
  const { workspaceId, id } = page
  const newest = await history.newest(transaction, { workspaceId, pageId: id })
  if (newest?.createdBy !== userId) return false
  if (content === undefined) return !isEmpty(changes)
  return (await contents.get(transaction, workspaceId, id))?.document === content.document
}

function versionConflict(now: number, expected: number): AppError {
  return new AppError(
    'VERSION_CONFLICT',
    `The page is at version ${now}, not ${expected}. Nothing was saved. Read the page again and merge your changes.`,
  )
}
