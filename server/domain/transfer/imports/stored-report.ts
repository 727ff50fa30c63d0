import { isRecord } from '../../../../content/check/state.ts'
import { parseJson } from '../../../lib/json/parse-json.ts'
import { imports, type Reader } from '../../../store/index.ts'
import { addPart, type ImportReport, startReport } from '../import/report.ts'
import type { Loss } from '../sources/source-files.ts'

/** Entries of a list that are stored. */
const maxStored = 5000

const listNames = ['skipped', 'brokenLinks', 'literals', 'leftOut'] as const

/** The report of an import, with the number of entries that its lists no longer have. */
export type StoredReport = {
  report: ImportReport
  more: Record<(typeof listNames)[number], number>
  losses: Loss[]
  warnings: string[]
}

export const nothingMore = { skipped: 0, brokenLinks: 0, literals: 0, leftOut: 0 }

/** `more` is what the report has beyond its entries. */
export function toStored(
  report: ImportReport,
  { losses, warnings }: { losses: readonly Loss[]; warnings: readonly string[] },
  more: StoredReport['more'] = nothingMore,
): StoredReport {
  const { skipped, brokenLinks, literals, leftOut } = report
  const beyond = (list: readonly unknown[]) => Math.max(0, list.length - maxStored)
  return {
    report: {
      ...report,
      skipped: skipped.slice(0, maxStored),
      brokenLinks: brokenLinks.slice(0, maxStored),
      literals: literals.slice(0, maxStored),
      leftOut: leftOut.slice(0, maxStored),
    },
    more: {
      skipped: more.skipped + beyond(skipped),
      brokenLinks: more.brokenLinks + beyond(brokenLinks),
      literals: more.literals + beyond(literals),
      leftOut: more.leftOut + beyond(leftOut),
    },
    losses: losses.slice(0, maxStored),
    warnings: [...warnings],
  }
}

export function packReport(stored: StoredReport): string {
  return JSON.stringify(stored)
}

/** The report of an import. Undefined before its first pages. */
export async function readReport(
  reader: Reader,
  address: imports.ImportAddress,
): Promise<StoredReport | undefined> {
  const [complete = null, ...parts] = await imports.reports(reader, address)
  const stored = unpackReport(complete)
  if (stored === undefined) return undefined
  const { report, more } = stored
  for (const packed of parts) {
    const part = unpackReport(packed)
    if (part === undefined) continue
    addPart(report, part.report)
    for (const name of listNames) more[name] += part.more[name]
  }
  return toStored(report, stored, more)
}

export function unpackReport(packed: string | null): StoredReport | undefined {
  const value = packed === null ? undefined : parseJson(packed)
  if (!isRecord(value) || !isRecord(value['report'])) return undefined
  // SAFETY: only `packReport` writes it; what an older version left out is empty.
  const stored = value as Partial<StoredReport>
  return {
    report: { ...startReport(), ...stored.report },
    more: { ...nothingMore, ...stored.more },
    losses: stored.losses ?? [],
    warnings: stored.warnings ?? [],
  }
}

export type ReportCounts = {
  pages: { created: number; updated: number; unchanged: number }
  files: number
  links: { resolved: number; unresolved: number }
  blocks: { retained: number; changed: number; lost: number }
  /** Syntax of other programs that stays text. */
  literals: number
  skipped: number
}

export function countsOf({ report, more, losses }: StoredReport): ReportCounts {
  const { pages: created, updated, unchanged, files, links: resolved } = report
  const sum = (outcome: Loss['outcome']) =>
    losses.reduce((total, loss) => total + (loss.outcome === outcome ? loss.count : 0), 0)
  const changed = sum('changed')
  return {
    pages: { created, updated, unchanged },
    files,
    links: { resolved, unresolved: report.brokenLinks.length + more.brokenLinks },
    blocks: { retained: Math.max(0, report.blocks - changed), changed, lost: sum('lost') },
    literals: report.literals.length + more.literals,
    skipped: report.skipped.length + more.skipped,
  }
}
