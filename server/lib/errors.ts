import type { ErrorKind } from './error-codes/error-kind.ts'
import { requestErrors } from './error-codes/of-requests.ts'
import { subjectErrors } from './error-codes/of-subjects.ts'
import { type Failure, failureOf } from './failures/failures.ts'

/** Every error a caller can meet, by its stable code. */
const errorKinds = { ...requestErrors, ...subjectErrors }

export type ErrorCode = keyof typeof errorKinds

/** One violated constraint: `path` is a JSON Pointer (RFC 6901) into the input, `rule` the JSON Schema keyword. */
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
  /** Who wrote `theirs`, and through what; null if it is not known, or not to be shown. */
  by: { id: string; firstName: string; lastName: string } | null
  via: string | null
  at: string | null
}

/** Why a write of an older version was refused: what to compare, and the version to repeat it on. */
export type WriteConflict = { version: number; conflicts: readonly ConflictLocation[] }

/** Ends an operation with an answer for the caller. The message says what to do next. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly violations: readonly Violation[] | undefined
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined
  /** What failed outside of Quire. */
  readonly failure: Failure | undefined
  readonly conflict: WriteConflict | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      violations?: readonly Violation[]
      retryAfter?: number
      /** What failed outside of Quire: a text of `failureTexts`, as a part of the message. */
      reason?: string
      conflict?: WriteConflict
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.violations = options.violations
    this.retryAfter = options.retryAfter
    this.conflict = options.conflict
    this.failure = options.reason === undefined ? undefined : failureOf(options.reason)
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
  return errorKinds[code].status
}

export function errorKind(code: ErrorCode): ErrorKind {
  return errorKinds[code]
}

export function listErrorKinds(): [code: string, kind: ErrorKind][] {
  return Object.entries(errorKinds)
}

/** The 400 of a body that is no JSON. */
export function malformedJson(detail: string): AppError {
  return invalidInput([{ path: '', rule: 'json', message: `must be JSON: ${detail}` }])
}

/** A violation whose message is a text of `failureTexts`. */
export function failedField(path: string, rule: string, message: string): Violation {
  const failure = failureOf(message)
  return { path, rule, message, ...(failure === undefined ? {} : { failure }) }
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
