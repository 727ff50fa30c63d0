import { type AnalysedBody, analysePage } from '../analysis/analyse.ts'
import { packEntry } from './entry.ts'

/** What search is to know of a page. */
export type PageEntry = { entry: Uint8Array; isSegmented: boolean }

export function makeEntry(title: string, body: AnalysedBody): PageEntry {
  const page = analysePage(title, body)
  return { entry: packEntry(title, page), isSegmented: page.isSegmented }
}
