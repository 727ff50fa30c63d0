import { AppError } from '../errors.ts'

/** Whether the mail server will refuse the mail each time, for an address that does not exist for instance. */
export function isPermanentRefusal(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== 'MAIL_FAILED') return false
  const code: unknown = Object(error.cause).responseCode
  return typeof code === 'number' && code >= 500
}

/** Whether a mail certainly did not go out: the mail server refused it, or could not be reached. */
export function wasRefused(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== 'MAIL_FAILED') return false
  const { cause } = error
  if (typeof cause !== 'object' || cause === null) return false
  const isAnswered = 'responseCode' in cause && typeof cause.responseCode === 'number'
  return isAnswered || ('syscall' in cause && cause.syscall === 'connect')
}
