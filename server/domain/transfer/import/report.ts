import type { Skipped } from './scan.ts'

export type BrokenLink = { path: string; url: string; reason: string }

export type ImportReport = {
  pages: number
  files: number
  /** Addresses that now lead to a page or a file of the workspace. */
  links: number
  /** What is not there as a page, or not with all it holds. */
  skipped: Skipped[]
  /** Left as they were written. */
  brokenLinks: BrokenLink[]
  /** Files that no page leads to. */
  leftOut: string[]
  hidden: number
  /** Ignored front matter: on how many pages each name stood. */
  unknownFields: Record<string, number>
}

export function startReport(skipped: Skipped[], hidden: number): ImportReport {
  const lists = { skipped, brokenLinks: [], leftOut: [], unknownFields: {} }
  return { pages: 0, files: 0, links: 0, hidden, ...lists }
}

export function countFields(report: ImportReport, names: readonly string[]): void {
  for (const name of names) report.unknownFields[name] = (report.unknownFields[name] ?? 0) + 1
}
