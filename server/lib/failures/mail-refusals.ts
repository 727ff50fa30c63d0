import { AppError } from '../errors.ts'

/** Whether a mail certainly did not go out: the mail server refused it, or could not be reached. */
export function wasRefused(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== 'MAIL_FAILED') return false
  const { cause } = error
  if (typeof cause !== 'object' || cause === null) return false
  const isAnswered = 'responseCode' in cause && typeof cause.responseCode === 'number'
  return isAnswered || ('syscall' in cause && cause.syscall === 'connect')
}
