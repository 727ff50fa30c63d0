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

export function countFields(report: ImportReport, names: readonly string[]): void {
  for (const name of names) report.unknownFields[name] = (report.unknownFields[name] ?? 0) + 1
}
