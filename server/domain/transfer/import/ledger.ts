import type { Transaction } from '../../../store/index.ts'

/** A page that this import or an earlier one of the same source wrote. */
export type KnownPage = {
  id: string
  /** Whether this import wrote it, before it was interrupted. */
  isDone: boolean
  /** Why no page is added below it: it was deleted, or the author cannot write in its section any more. */
  closed?: 'gone' | { sectionId: string }
  /** The version that the import made, and what it made it of. */
  version: number
  fingerprint: string
}

export type KnownFile = { id: string; isDone: boolean; sha256: string }

/** What an import has written so far, so that it can be continued and repeated. */
export type Ledger = {
  page: (path: string) => KnownPage | undefined
  file: (path: string) => KnownFile | undefined
  /** Files that this import stored before it was interrupted. */
  newFiles: number
  /** The same ID for a path each time the import is continued. */
  newId: (kind: 'page' | 'file', path: string) => string
  /** Notes a page in the transaction that writes it. */
  putPage: (
    transaction: Transaction,
    path: string,
    page: Omit<KnownPage, 'isDone' | 'closed'>,
  ) => Promise<void>
  putFile: (
    transaction: Transaction,
    path: string,
    file: Omit<KnownFile, 'isDone'>,
  ) => Promise<void>
}

/** The ID for the page of a path. */
export function pageIdOf(ledger: Ledger, path: string): string {
  return ledger.page(path)?.id ?? ledger.newId('page', path)
}
