import type { imports, Reader } from '../../../store/index.ts'
import { startReport } from '../import/report.ts'
import { reportMarkdown } from './report-markdown.ts'
import {
  countsOf,
  nothingMore,
  readReport,
  type ReportCounts,
  type StoredReport,
} from './stored-report.ts'

const nothing: StoredReport = {
  report: startReport(),
  more: nothingMore,
  losses: [],
  warnings: [],
}

export type ShownReport = Pick<StoredReport, 'losses' | 'warnings'> &
  Pick<StoredReport['report'], 'skipped' | 'brokenLinks' | 'literals' | 'leftOut'> & {
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
  const { skipped, brokenLinks, literals, leftOut } = report
  const markdown = reportMarkdown(stored)
  const lists = { skipped, brokenLinks, literals, leftOut, losses, warnings }
  return { counts: countsOf(stored), ...lists, markdown }
}

function addressOf({ workspaceId, id: importId }: Import): imports.ImportAddress {
  return { workspaceId, importId }
}
