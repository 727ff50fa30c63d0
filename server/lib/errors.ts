/** Every error a caller can meet: its stable code and the HTTP status that goes with it. */
const statuses = {
  VALIDATION_FAILED: 400,
  INVALID_API_KEY: 401,
  API_KEY_REVOKED: 401,
  API_KEY_EXPIRED: 401,
  SIGN_IN_REQUIRED: 401,
  SIGN_IN_FAILED: 401,
  TOTP_REQUIRED: 401,
  FORBIDDEN: 403,
  REAUTHENTICATION_REQUIRED: 403,
  QUOTA_EXCEEDED: 403,
  NOT_FOUND: 404,
  PAGE_NOT_FOUND: 404,
  FILE_NOT_FOUND: 404,
  COMMENT_NOT_FOUND: 404,
  UPLOAD_NOT_FOUND: 404,
  HEADING_NOT_FOUND: 404,
  TEXT_NOT_FOUND: 404,
  VERSION_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  WORKSPACE_NOT_FOUND: 404,
  MEMBER_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  WEBHOOK_NOT_FOUND: 404,
  DELIVERY_NOT_FOUND: 404,
  BOT_NOT_FOUND: 404,
  LINK_NOT_FOUND: 404,
  SUBSCRIPTION_NOT_FOUND: 404,
  LINK_INVALID: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  PAGE_CYCLE: 409,
  PAGE_AMBIGUOUS: 409,
  VERSION_CONFLICT: 409,
  UPLOAD_CONFLICT: 409,
  HEADING_AMBIGUOUS: 409,
  TEXT_AMBIGUOUS: 409,
  ALREADY_EXISTS: 409,
  FILE_IN_USE: 409,
  LAST_OWNER: 409,
  LAST_ADMINISTRATOR: 409,
  WEBHOOK_DISABLED: 409,
  IDEMPOTENCY_KEY_IN_USE: 409,
  STORE_NOT_EMPTY: 409,
  DELIVERY_EXPIRED: 410,
  FILE_DAMAGED: 410,
  VERSION_NOT_SUPPORTED: 412,
  FILE_TOO_LARGE: 413,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNSUPPORTED_MIME_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  NOT_SUPPORTED: 501,
  MAIL_FAILED: 502,
  EMBEDDINGS_FAILED: 502,
  BOT_UNREACHABLE: 502,
  BUSY: 503,
  COMMIT_UNKNOWN: 503,
  STORE_NEWER: 503,
  STORE_NOT_FOUND: 503,
  STORE_UNUSABLE: 503,
  STORAGE_READ_ONLY: 503,
  STORAGE_FULL: 507,
} as const

export type ErrorCode = keyof typeof statuses

/** One violated constraint: `path` is a JSON Pointer (RFC 6901) into the input, `rule` the JSON Schema keyword. */
export type Violation = { path: string; rule: string; message: string }

/** Ends an operation with an answer for the caller. The message says what to do next. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly violations: readonly Violation[] | undefined
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { violations?: readonly Violation[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.violations = options.violations
    this.retryAfter = options.retryAfter
  }
}

/** Of a write that may have been made: to repeat it blindly could make it twice. */
export function commitUnknown(what: string, cause?: unknown): AppError {
  return new AppError(
    'COMMIT_UNKNOWN',
    `${what}: the change may have been made or not. Read it back, or repeat the request if it had an Idempotency-Key.`,
    { cause },
  )
}

export function errorStatus(code: ErrorCode): number {
  return statuses[code]
}

/** The 400 of a body that is no JSON. */
export function malformedJson(detail: string): AppError {
  return invalidInput([{ path: '', rule: 'json', message: `must be JSON: ${detail}` }])
}

/** The 400 that lists everything wrong with an input at once. */
export function invalidInput(violations: readonly Violation[]): AppError {
  const [first] = violations
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : ''
  const where = first?.path === '' ? 'the body' : (first?.path ?? 'the body')
  return new AppError('VALIDATION_FAILED', `${where} ${first?.message ?? 'is not valid'}${more}`, {
    violations,
  })
}
