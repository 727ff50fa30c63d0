import { cyrillicLanguages, latinLanguages } from '../analysis/languages.ts'
import type { Documents } from './documents.ts'

/** What ranking needs to know of a workspace as a whole; counts the live documents only. */
export type Totals = {
  documents: number
  /** Sums of the lengths of all documents. */
  titleLength: number
  bodyLength: number
  /** Documents by language, in the order of the lists of languages. */
  latin: number[]
  cyrillic: number[]
}

export function noTotals(): Totals {
  return {
    documents: 0,
    titleLength: 0,
    bodyLength: 0,
    latin: latinLanguages.map(() => 0),
    cyrillic: cyrillicLanguages.map(() => 0),
  }
}

export function addTotals(sum: Totals, more: Totals): void {
  sum.documents += more.documents
  sum.titleLength += more.titleLength
  sum.bodyLength += more.bodyLength
  for (const [index, pages] of more.latin.entries())
    sum.latin[index] = (sum.latin[index] ?? 0) + pages
  for (const [index, pages] of more.cyrillic.entries()) {
    sum.cyrillic[index] = (sum.cyrillic[index] ?? 0) + pages
  }
}

/** Adds a document, or takes it out. */
export function countDocument(
  totals: Totals,
  documents: Documents,
  number: number,
  by: 1 | -1 = 1,
): void {
  const [latin, cyrillic] = [documents.latin[number] ?? 0, documents.cyrillic[number] ?? 0]
  totals.documents += by
  totals.titleLength += by * (documents.titleLengths[number] ?? 0)
  totals.bodyLength += by * (documents.bodyLengths[number] ?? 0)
  totals.latin[latin] = (totals.latin[latin] ?? 0) + by
  totals.cyrillic[cyrillic] = (totals.cyrillic[cyrillic] ?? 0) + by
}
