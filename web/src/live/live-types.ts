import type { PageDocument } from '../../../content/document.ts'
import type { RefusalCode, StepJson } from '../../../server/lib/live-messages.ts'
import type { PageFields } from '../../../server/lib/page-fields.ts'

/** A batch of steps under the ID that it is sent with: the server takes it once. */
export type JournalBatch = { id: string; steps: readonly StepJson[] }

/** Changes that the server has not confirmed, as this browser keeps them. */
export type LiveJournal = {
  /** Of the document that the first batch was made on. */
  version: number
  /** In order. */
  batches: readonly JournalBatch[]
  /** Whether the first batch was sent, and waited for its answer. */
  isSent: boolean
  selection?: { anchor: number; head: number } | undefined
}

/** Something that a person should know of their text. */
export type LiveNotice = { id: number; by: string; text: string; version: number } &
  /** Someone deleted the text around it. `from` is its position in the document of that version. */
  (
    | { type: 'retained'; from: number }
    /** A write that replaced the whole page removed it. */
    | { type: 'replaced' }
  )

export type LiveFailure = { code: RefusalCode | 'SCHEMA'; message: string }

export type LiveStatus =
  | { kind: 'saved' | 'unsaved' | 'offline' }
  | { kind: 'failed'; failure: LiveFailure }

/** What the rest of the app learns from a live page. */
export type LiveEvents = {
  /** The status, the people, the notices, or what is unconfirmed. */
  changed: () => void
  /** Someone else changed the title or the icon. */
  showFields: (fields: Partial<PageFields>) => void
  /** Others changed the document, which an editor shows by itself. */
  showDocument: () => void
  /** The page is closed: the right is lost, it was deleted, or the session ended. */
  closed: (code: string, message: string) => void
  /**
   * The journal does not reach back to what the page has, or the documents differ: read the page again. With a document,
   * others changed the page while this browser was offline, and what is unsent was made on it: merge them.
   */
  outdated: (seen?: PageDocument) => void
  /** What the person may do with the page is no longer the same. */
  levelChanged: () => void
  /** The server cannot be reached, or does not let this browser in. */
  unreachable: () => void
}
