import type { imports, Reader } from '../../../store/index.ts'
import { startReport } from '../import/report.ts'
import { reportMarkdown } from './report-markdown.ts'
import { countsOf, readReport, type ReportCounts, type StoredReport } from './stored-report.ts'

const nothing: StoredReport = {
  report: startReport(),
  more: { skipped: 0, brokenLinks: 0, leftOut: 0 },
  losses: [],
  warnings: [],
}

export type ShownReport = Pick<StoredReport, 'losses' | 'warnings'> &
  Pick<StoredReport['report'], 'skipped' | 'brokenLinks' | 'leftOut'> & {
    counts: ReportCounts
    markdown: string
  }

type Import = Pick<imports.ImportRow, 'workspaceId' | 'id'>

/** Null before the first pages. */
export async function showCounts(reader: Reader, row: Import): Promise<ReportCounts | null> {
  const stored = await readReport(reader, addressOf(row))
  return stored === undefined ? null : countsOf(stored)
}

/** The report of an import; empty before its first pages. */
export async function showReport(reader: Reader, row: Import): Promise<ShownReport> {
  const stored = (await readReport(reader, addressOf(row))) ?? nothing
  const { report, losses, warnings } = stored
  const { skipped, brokenLinks, leftOut } = report
  const markdown = reportMarkdown(stored)
  return { counts: countsOf(stored), skipped, brokenLinks, leftOut, losses, warnings, markdown }
}

function addressOf({ workspaceId, id: importId }: Import): imports.ImportAddress {
  return { workspaceId, importId }
}
