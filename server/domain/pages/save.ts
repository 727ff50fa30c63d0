import { AppError } from '../../lib/errors.ts'
import { history, pageLookup, pages, type Transaction } from '../../store/index.ts'
import type { Caller, Context } from '../context.ts'
import { indexRenamed } from '../search/reindex.ts'
import { changePage, type PageChanges } from './change.ts'
import type { PageChange } from './pages.ts'
import { requirePage } from './tree.ts'

export type PageSave = PageChange & {
  /** The version that the change was made from. */
  version: number
}

export type Saved = { version: number; updatedAt: number }

/** What an editor saves: refused when the page has changed meanwhile, and then nothing is written. */
export async function savePage(context: Context, save: PageSave): Promise<Saved> {
  const { store, caller } = context
  const { workspaceId, pageId, title, icon } = save
  const content =
    save.content === undefined
      ? undefined
      : await context.content.fromDocument(save.content, '/content')
  const saved = await store.transactIn({ workspaceId }, async (transaction) => {
    const page = await requirePage(transaction, workspaceId, pageId)
    const changes = { title, icon, content }
    if (page.version === save.version) {
      const isEmpty = title === undefined && icon === undefined && content === undefined
      if (!isEmpty) await changePage(transaction, caller, page, changes)
    } else if (!(await isRepeated(transaction, caller, page, save.version, changes))) {
      throw changedMeanwhile(page.version, save.version)
    }
    const now = await pageLookup.get(transaction, workspaceId, pageId)
    return { version: now?.version ?? page.version, updatedAt: now?.updatedAt ?? 0 }
  })
  if (title !== undefined && content === undefined) await indexRenamed(context, save)
  return saved
}

/**
 * Whether this very save was made already, and only its answer got lost: the same person's, the change right
 * after the version it was made from, and the page says what it says.
 */
async function isRepeated(
  transaction: Transaction,
  { userId }: Caller,
  page: pages.PageRow,
  version: number,
  { title, icon, content }: PageChanges,
): Promise<boolean> {
  if (page.version !== version + 1) return false
  if (title !== undefined && title !== page.title) return false
  if (icon !== undefined && icon !== page.icon) return false
  const { workspaceId, id } = page
  const newest = await history.newest(transaction, { workspaceId, pageId: id })
  if (newest?.createdBy !== userId) return false
  if (content === undefined) return title !== undefined || icon !== undefined
  return (await pages.content(transaction, workspaceId, id))?.document === content.document
}

function changedMeanwhile(now: number, expected: number): AppError {
  return new AppError(
    'VERSION_CONFLICT',
    `The page is at version ${now}, not ${expected}: it was changed meanwhile, and nothing was saved. Read it again and bring both together.`,
  )
}
