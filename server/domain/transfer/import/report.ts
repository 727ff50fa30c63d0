import type { Skipped } from './root.ts'

export type BrokenLink = { path: string; url: string; reason: string }

export type ImportReport = {
  /** Pages that were created. */
  pages: number
  /** Those with permissions of their own. */
  sections: number
  /** Pages of an earlier import of the same source, with a change. */
  updated: number
  /** Those without one. */
  unchanged: number
  /** The blocks of these pages. */
  blocks: number
  files: number
  /** Links that now point to a page or a file of the workspace. */
  links: number
  /** Files that were not imported, or only in part. */
  skipped: Skipped[]
  /** Links that were left unchanged. */
  brokenLinks: BrokenLink[]
  /** Files that no page links to. */
  leftOut: string[]
  hidden: number
  /** Ignored front matter fields, with the number of pages that have them. */
  unknownFields: Record<string, number>
}

export function startReport(skipped: Skipped[], hidden: number): ImportReport {
  const counts = { pages: 0, sections: 0, updated: 0, unchanged: 0, blocks: 0, files: 0, links: 0 }
  return { ...counts, hidden, skipped, brokenLinks: [], leftOut: [], unknownFields: {} }
}

/** A report with what was read of some pages, which their own reports have. */
export function withParts(report: ImportReport, parts: readonly ImportReport[]): ImportReport {
  const sum = { ...report, unknownFields: { ...report.unknownFields } }
  sum.skipped = [...report.skipped, ...parts.flatMap(({ skipped }) => skipped)]
  sum.brokenLinks = [...report.brokenLinks, ...parts.flatMap(({ brokenLinks }) => brokenLinks)]
  for (const { blocks, links, unknownFields } of parts) {
    sum.blocks += blocks
    sum.links += links
    for (const [name, count] of Object.entries(unknownFields)) {
      sum.unknownFields[name] = (sum.unknownFields[name] ?? 0) + count
    }
  }
  return sum
}

/** Adds what is skipped unless the report has it, as one does that is continued. */
export function addSkipped(report: ImportReport, entries: readonly Skipped[]): void {
  if (entries.length === 0) return
  const known = new Set(report.skipped.map(({ path, reason }) => `${path}\n${reason}`))
  report.skipped.push(...entries.filter(({ path, reason }) => !known.has(`${path}\n${reason}`)))
}

export function countFields(report: ImportReport, names: readonly string[]): void {
  for (const name of names) report.unknownFields[name] = (report.unknownFields[name] ?? 0) + 1
}
