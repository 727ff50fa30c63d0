import { clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { imports } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { ImportProgress } from './import-progress.ts'
import type { StoredReport } from './stored-report.ts'

/** Stores the report and marks the import as done in one transaction. Throws BUSY if its state just changed. */
export async function finishImport(
  { store }: WorkspaceContext,
  { workspaceId, id: importId }: imports.ImportRow,
  { stored, progress }: { stored: StoredReport; progress: Pick<ImportProgress, 'put'> },
): Promise<void> {
  await store.transactIn({ workspaceId }, async (transaction) => {
    await progress.put(transaction, stored)
    const change = { from: 'running', to: 'done', at: clock.now() } as const
    if (await imports.move(transaction, { workspaceId, importId }, change)) return
    throw new AppError('BUSY', 'The import just changed its state. Try again.', { retryAfter: 1 })
  })
}
