import { QuireError } from '../errors.ts'

/** What a program finds in `$?`. They are documented and do not change. */
export const exitCodes = {
  done: 0,
  failed: 1,
  misused: 2,
  denied: 3,
  missing: 4,
  conflict: 5,
  unavailable: 6,
  different: 7,
  /** As shells report a program that Ctrl-C ended. */
  stopped: 130,
} as const

/** Refused by the command itself. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code: string
  readonly exitCode: number

  constructor(message: string, code = 'FAILED', exitCode: number = exitCodes.failed) {
    super(message)
    this.code = code
    this.exitCode = exitCode
  }
}

export function misuse(message: string): CommandError {
  return new CommandError(message, 'MISUSED', exitCodes.misused)
}

/** For an argument that names a file or folder which cannot be read. */
export function unreadable(message: string): CommandError {
  return new CommandError(message, 'FILE_UNREADABLE', exitCodes.misused)
}

const statusCodes: Readonly<Record<number, number>> = {
  0: exitCodes.unavailable,
  401: exitCodes.denied,
  403: exitCodes.denied,
  404: exitCodes.missing,
  409: exitCodes.conflict,
  410: exitCodes.missing,
  412: exitCodes.conflict,
  429: exitCodes.unavailable,
  502: exitCodes.unavailable,
  503: exitCodes.unavailable,
  504: exitCodes.unavailable,
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode
  if (!(error instanceof QuireError)) return exitCodes.failed
  // The server still works on the request: no conflict.
  if (error.code === 'IDEMPOTENCY_KEY_IN_USE') return exitCodes.unavailable
  return statusCodes[error.status] ?? exitCodes.failed
}
