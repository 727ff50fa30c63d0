import { clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { imports, type Transaction } from '../../../store/index.ts'
import { type ImportReport, pagesIn, sumOf } from '../import/report.ts'
import type { Loss } from '../sources/source-files.ts'
import { packReport, type StoredReport, toStored } from './stored-report.ts'

/** Batches of pages of which the report is stored alone, until it is stored as a whole again. */
const maxParts = 64

export type ImportProgress = {
  /** Stores the report of some pages in their transaction. Throws BUSY if the import was cancelled. */
  add: (transaction: Transaction, part: ImportReport, before: ImportReport) => Promise<void>
  /** Stores the whole report. */
  put: (transaction: Transaction, stored: StoredReport) => Promise<void>
  toStored: (report: ImportReport) => StoredReport
}

type RunningImport = {
  address: imports.ImportAddress
  runId: string
  source: { losses: readonly Loss[]; warnings: readonly string[] }
  /** The report of an import that is continued. */
  before: StoredReport | undefined
}

/** Stores how far an import is. A batch of pages writes no more when the report is long. */
export function trackProgress({ address, runId, source, before }: RunningImport): ImportProgress {
  let parts = 0
  const putDone = (transaction: Transaction, done: number) =>
    imports.putProgress(transaction, address, { done, runId, at: clock.now() })
  const progress: ImportProgress = {
    toStored: (report) => toStored(report, source, before?.more),
    put: async (transaction, stored) => {
      await imports.putReport(transaction, address, packReport(stored))
      await putDone(transaction, pagesIn(stored.report))
    },
    add: async (transaction, part, earlier) => {
      const isComplete = parts % maxParts === 0
      parts += 1
      if (isComplete) {
        await progress.put(transaction, progress.toStored(sumOf([earlier, part])))
      } else {
        const stored = toStored(part, { losses: [], warnings: [] })
        await imports.addReportPart(transaction, address, packReport(stored))
        await putDone(transaction, pagesIn(earlier) + pagesIn(part))
      }
      // Who cancels an import may undo it at once.
      if ((await imports.state(transaction, address)) === 'cancelled') throw cancelled()
    },
  }
  return progress
}

function cancelled(): AppError {
  return new AppError('BUSY', 'The import was cancelled while pages were written.')
}
