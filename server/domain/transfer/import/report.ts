import type { Skipped } from './scan.ts'

export type BrokenLink = { path: string; url: string; reason: string }

export type ImportReport = {
  pages: number
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
  const lists = { skipped, brokenLinks: [], leftOut: [], unknownFields: {} }
  return { pages: 0, files: 0, links: 0, hidden, ...lists }
}

export function countFields(report: ImportReport, names: readonly string[]): void {
  for (const name of names) report.unknownFields[name] = (report.unknownFields[name] ?? 0) + 1
}
