import type { ErrorCode } from './errors.ts'
import type { GivenFields, GivenStoredFields } from './page-fields.ts'

/**
 * The messages between a browser tab and the server about pages that are open. A frame of the WebSocket, an event of
 * the stream and the body of a POST each hold a JSON list of messages: the messages of one frame belong together.
 * docs/pages.md describes them.
 */

/** A step of ProseMirror, as `Step.toJSON` writes it. */
export type StepJson = { stepType: string } & Record<string, unknown>
/** A block that was moved: step `remove` deletes it, step `insert` of the same batch inserts it. */
export type MoveMark = { remove: number; insert: number }

/**
 * Text that a batch writes again where it rewrites blocks, such as paragraphs that become a list: positions in it stay in
 * it. `maps`: the step, and start, old size and new size of each range that it changes. `copies`: text that one step
 * removes at `old` and another one inserts at `now`.
 */
export type Carried = {
  readonly maps?: readonly { readonly step: number; readonly ranges: readonly number[] }[]
  readonly copies?: readonly {
    readonly remove: number
    readonly insert: number
    readonly old: number
    readonly now: number
    readonly length: number
  }[]
}

/** `version`: the version of the page that the client has. `schema`: its `schemaVersion`. */
export type OpenMessage = {
  type: 'open'
  workspaceId: string
  pageId: string
  version: number
  schema: number
}
/**
 * The steps of one author on the document of version `base`. `id`: a UUID; a batch that is sent again keeps it.
 * After it, the client waits for `accepted`, a `batch` with this ID, or `refused` before it sends the next one.
 */
export type StepsMessage = {
  type: 'steps'
  pageId: string
  base: number
  id: string
  steps: readonly StepJson[]
  moves?: readonly MoveMark[]
  /** Sent before, without an answer. */
  again?: boolean
}
export type FieldsMessage = { type: 'fields'; pageId: string; id: string; fields: GivenFields }
/** Positions in the document of `version`. `anchor` is null where the person has no cursor in the page. */
export type CursorMessage = {
  type: 'cursor'
  pageId: string
  version: number
  anchor: number | null
  head: number | null
}

export type ClientMessage =
  | OpenMessage
  | StepsMessage
  | FieldsMessage
  | CursorMessage
  | { type: 'close'; pageId: string }
  | { type: 'pong' }

/** Body of a POST. `connection` is the one of the stream; `workspaceId` is the one of all its messages. */
export type PostedMessages = {
  connection: string
  workspaceId: string
  messages: readonly (StepsMessage | FieldsMessage | CursorMessage)[]
}

export type Author = {
  id: string
  name: string
  /** The interface: `web`, `api`, `mcp` and so on. */
  via: string | null
  /** Whether a program wrote this with an API key. */
  isAgent?: boolean
  /** What the program calls itself, if it does. Nobody has checked it. */
  client?: string
}

export type Cursor = { version: number; anchor: number; head: number }

/** Someone on the page: a browser tab, or for some seconds a program that wrote. */
export type PersonHere = {
  connection: string
  /** Empty for a visitor who gave no name. */
  id: string
  name: string
  /** `#rrggbb`; the same for a person everywhere. */
  color: string
  via: string
  isAgent: boolean
  /** As of an author. */
  client?: string
  cursor?: Cursor
}

/** Text that could not stay where its author put it. Positions in the document after the batch. */
export type RetainedText = {
  from: number
  to: number
  authorId?: string
  reason: 'moved out' | 'spared'
}

/** A change that is saved: it leads from the document of `version - 1` to that of `version`. */
export type BatchMessage = {
  type: 'batch'
  pageId: string
  version: number
  id: string
  author: Author
  /** The tab that sent it, if it is connected to the same node. */
  connection?: string
  /** None for a change of the title, icon or properties. */
  steps: readonly StepJson[]
  moves?: readonly MoveMark[]
  fields?: GivenStoredFields
  retained?: readonly RetainedText[]
  carried?: Carried
}

export type OpenedMessage = {
  type: 'opened'
  pageId: string
  /** After `batches`. */
  version: number
  /** What the reader may do: with less than `write` it sends no steps. */
  level: string
  /** All changes after the version of the client, its own included. */
  batches: readonly BatchMessage[]
  people: readonly PersonHere[]
}

/** The batch is not saved. The client still has its text. */
export type RefusalCode =
  | 'VALIDATION_FAILED'
  | 'PAGE_TOO_LARGE'
  | 'RATE_LIMITED'
  | 'FORBIDDEN'
  /** Send it again, after a pause. */
  | 'BUSY'
  /** The disk of the server is full. Send it again later. */
  | 'STORAGE_FULL'
  /** `base` is older than the journal: read the page by HTTP and merge. */
  | 'OUTDATED'
  /** It takes too much work for the open page. Save the change by HTTP. */
  | 'BATCH_TOO_LARGE'
  /** The page is as it was. Read it again. */
  | 'NO_EFFECT'

type Someone = { id: string; name: string }

export type ServerMessage =
  /** The first message: the ID of this connection, the `schemaVersion` of the server, and bytes of a frame at most. */
  | { type: 'welcome'; connection: string; schema: number; maxBytes: number }
  | OpenedMessage
  | BatchMessage
  /** Instead of the `batch`, to the tab whose steps were accepted as they were sent. */
  | { type: 'accepted'; pageId: string; version: number; id: string }
  /** To the author of the text: someone else's batch `id` deleted what was around it. */
  | {
      type: 'retained'
      pageId: string
      id: string
      version: number
      text: string
      from: number
      to: number
      /** Whose batch deleted it; left out if the batch is the author's own. */
      by?: Someone
      reason: RetainedText['reason']
    }
  /** To the author of the text: a write that replaces the page removed it. */
  | {
      type: 'replaced'
      pageId: string
      version: number
      text: string
      by: Someone & { via: string | null }
    }
  | { type: 'refused'; pageId: string; id: string; code: RefusalCode; message: string }
  | { type: 'presence'; pageId: string; people: readonly PersonHere[] }
  | ({ type: 'cursor'; pageId: string; connection: string } & (Cursor | { anchor: null }))
  /** `documentHash` of the document of `version`: a client with another one reads the page again. */
  | { type: 'hash'; pageId: string; version: number; hash: number }
  /** The right to write was lost or won. */
  | { type: 'level'; pageId: string; level: string }
  /** Read the page again by HTTP, then open it. `schema`: load the app again. */
  | { type: 'reload'; pageId: string; reason: 'schema' | 'outdated' | 'damaged' }
  /** The page is not open any more: deleted, or the right to read it is gone. */
  | { type: 'closed'; pageId: string; code: ErrorCode; message: string }
  /** A message that the server does not know or cannot use. */
  | { type: 'error'; code: ErrorCode; message: string }
  /** Every 20 seconds; answer with `pong`. */
  | { type: 'ping' }
