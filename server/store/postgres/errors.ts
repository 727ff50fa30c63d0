import { AppError } from '../../lib/errors.ts'

/** SQLSTATE, https://www.postgresql.org/docs/18/errcodes-appendix.html */
const codes = {
  serializationFailure: '40001',
  deadlock: '40P01',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
  tooManyConnections: '53300',
  outOfMemory: '53200',
  diskFull: '53100',
  readOnly: '25006',
  ioError: '58030',
} as const

/** Shutting down, crashed, starting up; also the time limits of the session. */
const goneStates = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '25P04'])

/** System errors of a connection that broke or could not be established. */
const goneCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])

/** The driver gives these errors no code. */
const goneMessages =
  /connection terminated|connection error|connection timeout|not queryable|timeout expired|timeout exceeded when trying to connect|query read timeout|after calling end on the pool/i

export function stateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Whether the connection or the server is gone for now: a retry on another connection may succeed. */
export function isGone(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isGone)
  const state = stateOf(error)
  if (state !== undefined) {
    return (
      state.startsWith('08') ||
      goneStates.has(state) ||
      goneCodes.has(state) ||
      state === codes.tooManyConnections
    )
  }
  return error instanceof Error && goneMessages.test(error.message)
}

/** Whether it failed only because of a concurrent transaction. */
export function isCollision(error: unknown): boolean {
  const state = stateOf(error)
  return state === codes.serializationFailure || state === codes.deadlock
}

/** Whether it failed only because another transaction held a lock. */
export function isLockConflict(error: unknown): boolean {
  return isCollision(error) || stateOf(error) === codes.lockNotAvailable
}

/** Whether the statement followed a failed one, so that its error is not the cause. */
export function isAftermath(error: unknown): boolean {
  return stateOf(error) === '25P02'
}

/** Converts an error of PostgreSQL to the error for callers; other errors are returned unchanged. */
export function storeError(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (isGone(error)) return unreachable(error)
  switch (stateOf(error)) {
    case codes.serializationFailure:
    case codes.deadlock:
    case codes.lockNotAvailable:
    case codes.queryCanceled:
    case codes.outOfMemory:
      return new AppError('BUSY', 'The store is busy. Try again shortly.', { cause: error })
    case codes.diskFull:
      return new AppError(
        'STORAGE_FULL',
        'The database server could not write to its disk; nothing was changed. Free some space and try again.',
        { cause: error },
      )
    case codes.ioError:
      return new AppError(
        'STORAGE_FAILED',
        'The disk of the database server reports errors; nothing was changed. See the log of the database server.',
        { cause: error },
      )
    case codes.readOnly:
      return new AppError(
        'STORE_UNUSABLE',
        'The database takes no writes: it is read-only, or a standby. Point DATABASE_URL at the primary.',
        { cause: error },
      )
    default:
      return error
  }
}

export function unreachable(cause: unknown): AppError {
  return new AppError('BUSY', 'The database cannot be reached. Try again shortly.', { cause })
}
