import type { EditorState, Plugin, Transaction } from 'prosemirror-state'
import type { Ref } from 'react'
import type { PageDocument } from '../../../content/document.ts'

/** How many changes of one person can be undone on a page. */
export const undoDepth = 200

/** What the page screen asks of the editor or the board in it. */
export type BodyHandle = {
  read: () => PageDocument
  /** Shows another version, with the cursor left where it is. */
  show: (document: PageDocument) => void
  /** At a position of the document, or at its start. */
  focus: (position?: number) => void
  /** Opens the search in the page. */
  find?: () => void
}

/** A text that a person selected, to find it again in the page. */
export type Quote = { text: string; block: number }

export type PageBodyProps = {
  workspaceId: string
  pageId: string
  /** As it is when it opens; later versions come through the handle. */
  content: PageDocument
  isEditable: boolean
  changed: () => void
  ref: Ref<BodyHandle>
  /** Called when the whole page is shown; until then another may show it to read. */
  onReady?: (() => void) | undefined
  /** Called when an editor holds the whole text. Returns what is to be called before the editor goes. */
  attachEditor?: ((editor: LiveTarget) => () => void) | undefined
  /** Called when a person wants to say something about a text. */
  onComment?: ((quote: Quote) => void) | undefined
}

/** Marks a transaction that shows what came from elsewhere: it is no change of this person. */
export const fromElsewhere = 'fromElsewhere'

/** The document that a page is written in: that of an editor, or one that stands behind a board. */
export type LiveTarget = {
  readonly state: EditorState
  /** Whether an input method composes, which changes of the text around it would end. */
  readonly isComposing: boolean
  readonly isFocused: boolean
  dispatch: (transaction: Transaction) => void
  /** Takes over where the browser has the cursor: what comes from others would put it back. */
  readSelection?: () => void
  /** Adds plugins to the state. Returns what removes them. */
  install: (plugins: readonly Plugin[]) => () => void
}
