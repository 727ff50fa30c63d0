import type { LiteralText } from './literal-text.ts'
import type { Skipped } from './root.ts'

export type BrokenLink = {
  path: string
  url: string
  reason: string
  /** The first line of the file with the link, unless the front matter names it. */
  line?: number
}

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
  /** Syntax of other programs that stays text. */
  literals: (LiteralText & { path: string })[]
  /** Files that no page links to. */
  leftOut: string[]
  hidden: number
  /** Ignored front matter fields, with the number of pages that have them. */
  unknownFields: Record<string, number>
}

const countNames = [
  'pages',
  'sections',
  'updated',
  'unchanged',
  'blocks',
  'files',
  'links',
  'hidden',
] as const

export function startReport(skipped: readonly Skipped[] = [], hidden = 0): ImportReport {
  const counts = { pages: 0, sections: 0, updated: 0, unchanged: 0, blocks: 0, files: 0, links: 0 }
  const lists = { skipped: [...skipped], brokenLinks: [], literals: [], leftOut: [] }
  return { ...counts, ...lists, hidden, unknownFields: {} }
}

/** Adds what became of some pages, which their own report has. */
export function addPart(report: ImportReport, part: ImportReport): void {
  for (const name of countNames) report[name] += part[name]
  for (const one of part.skipped) report.skipped.push(one)
  for (const one of part.brokenLinks) report.brokenLinks.push(one)
  for (const one of part.literals) report.literals.push(one)
  for (const path of part.leftOut) report.leftOut.push(path)
  for (const [name, count] of Object.entries(part.unknownFields)) countField(report, name, count)
}

export function sumOf(parts: readonly ImportReport[]): ImportReport {
  const sum = startReport()
  for (const part of parts) addPart(sum, part)
  return sum
}

/** Pages that were imported, also those of an earlier import. */
export function pagesIn({ pages, updated, unchanged }: ImportReport): number {
  return pages + updated + unchanged
}

export function countFields(report: ImportReport, names: readonly string[]): void {
  for (const name of names) countField(report, name, 1)
}

function countField({ unknownFields }: ImportReport, name: string, count: number): void {
  unknownFields[name] = (unknownFields[name] ?? 0) + count
}
