/** What failed outside of Quire, as a code with values; `detail` is the failure behind it. */
export type Failure = { code: string; values: Readonly<Record<string, string>>; detail?: Failure }

export type Violation = { path: string; rule: string; message: string; failure?: Failure }

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
    this.requestId = details.requestId
    this.retryAfter = details.retryAfter
  }
}
