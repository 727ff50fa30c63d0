import type { imports } from '../../../store/index.ts'
import { startReport } from '../import/report.ts'
import { reportMarkdown } from './report-markdown.ts'
import { countsOf, type StoredReport, unpackReport } from './stored-report.ts'

const nothing: StoredReport = {
  report: startReport([], 0),
  more: { skipped: 0, brokenLinks: 0, leftOut: 0 },
  losses: [],
  warnings: [],
}

export type ShownReport = Pick<StoredReport, 'losses' | 'warnings'> &
  Pick<StoredReport['report'], 'skipped' | 'brokenLinks' | 'leftOut'> & {
    counts: ReturnType<typeof countsOf>
    markdown: string
  }

/** The report of an import; empty before its first pages. */
export function showReport({ report: packed }: Pick<imports.ImportRow, 'report'>): ShownReport {
  const stored = unpackReport(packed) ?? nothing
  const { report, losses, warnings } = stored
  const { skipped, brokenLinks, leftOut } = report
  const markdown = reportMarkdown(stored)
  return { counts: countsOf(stored), skipped, brokenLinks, leftOut, losses, warnings, markdown }
}
