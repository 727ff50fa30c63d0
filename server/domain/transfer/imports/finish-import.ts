import { clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { imports, type Transaction } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { changePage } from '../../pages/change.ts'
import { addPage, preparePage } from '../../pages/create.ts'
import type { Ledger } from '../import/ledger.ts'
import { restorePermissions } from '../import/permissions.ts'
import type { ImportProgress } from './import-progress.ts'
import { reportPageMarkdown } from './report-markdown.ts'
import type { StoredReport } from './stored-report.ts'

/** The page of the report in the ledger. No source has a file of this name, as it would be hidden. */
const reportPath = '.import-report'

export type Finished = {
  ledger: Ledger
  stored: StoredReport
  progress: Pick<ImportProgress, 'put'>
}

/**
 * Keeps the report as a page below the parent of the import, for the author alone if it may name pages with permissions
 * of their own, and marks the import as done in one transaction.
 */
export async function finishImport(
  context: WorkspaceContext,
  row: imports.ImportRow,
  { ledger, stored, progress }: Finished,
): Promise<void> {
  const { workspaceId, parentId } = row
  const isSection = stored.report.sections > 0
  // An earlier report may be a page that others read.
  const known = isSection ? undefined : ledger.page(reportPath)
  const pageId = known?.id ?? ledger.newId('page', reportPath)
  const title = `Import report: ${row.name}`.slice(0, 255)
  const markdown = reportPageMarkdown(stored)
  const page = { workspaceId, parentId, title, ownership: 'TEXT', markdown } as const
  const prepared = await preparePage(context, page, pageId)
  const done = async (transaction: Transaction, version: number) => {
    const at = clock.now()
    const address = { workspaceId, importId: row.id }
    await ledger.putPage(transaction, reportPath, { id: pageId, version, fingerprint: '' })
    await progress.put(transaction, stored)
    await imports.putReportPage(transaction, address, pageId)
    const isMoved = await imports.move(transaction, address, { from: 'running', to: 'done', at })
    if (!isMoved) {
      throw new AppError('BUSY', 'The import just changed its state. Try again.', { retryAfter: 1 })
    }
  }
  if (known === undefined) {
    await context.store.transactIn({ workspaceId }, async (transaction) => {
      await addPage(transaction, context, { ...prepared, isSection })
      if (isSection) {
        await restorePermissions(transaction, context.caller, prepared, { inherits: false })
      }
      await done(transaction, 1)
    })
    return
  }
  const { content } = prepared
  const changes = { title, content, standsAlone: true }
  await changePage(context, { workspaceId, pageId }, changes, async (transaction, { version }) => {
    await done(transaction, version + 1)
    return undefined
  })
}
