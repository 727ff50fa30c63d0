/** What failed outside of Quire, as a code with values; `detail` is the failure behind it. */
export type Failure = { code: string; values: Readonly<Record<string, string>>; detail?: Failure }

export type Violation = { path: string; rule: string; message: string; failure?: Failure }

/** A place of a page that two writers changed in two ways. The texts are those of the words there. */
export type ConflictLocation = {
  /** In a batch of edits: the page, and its version to repeat the edit on. */
  page?: { id: string; title: string; version: number }
  /** Number of the block on the page, from 1, and the headings above it. */
  block: number
  headings: readonly string[]
  kind: 'text' | 'mark' | 'attribute' | 'property'
  /** The mark, attribute or property. */
  name?: string
  base: string
  theirs: string
  yours: string
  /** Who wrote `theirs`, and through what; null if it is not known. */
  by: { id: string; firstName: string; lastName: string } | null
  via: string | null
  at: string | null
}

/** Why a write of an older version was refused: what to compare, and the version to repeat it on. */
export type WriteConflict = { version: number; conflicts: readonly ConflictLocation[] }

/** Every refusal of the server, and `UNREACHABLE` with status 0 when there was no answer at all. */
export class QuireError extends Error {
  override readonly name = 'QuireError'
  /** For programs: stable. */
  readonly code: string
  /** The operation that was called: `pages.create`. */
  readonly operation: string | undefined
  /** HTTP status. */
  readonly status: number
  /** Everything that is wrong with the input, when the code is `VALIDATION_FAILED`. */
  readonly errors: readonly Violation[]
  /** What failed outside of Quire, where the server has a code for it. */
  readonly failure: Failure | undefined
  /** What others changed too, when the code is `VERSION_CONFLICT` and the page has the base of the write. */
  readonly conflict: WriteConflict | undefined
  /** Helps to find the request in the server's log. */
  readonly requestId: string | undefined
  /** Seconds to wait before the next try, where the server says so. */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    details: {
      code: string
      status: number
      operation?: string | undefined
      errors?: readonly Violation[]
      failure?: Failure | undefined
      conflict?: WriteConflict | undefined
      requestId?: string | undefined
      retryAfter?: number | undefined
      cause?: unknown
    },
  ) {
    super(message, { cause: details.cause })
    this.code = details.code
    this.status = details.status
    this.operation = details.operation
    this.errors = details.errors ?? []
    this.failure = details.failure
    this.conflict = details.conflict
    this.requestId = details.requestId
    this.retryAfter = details.retryAfter
  }
}
