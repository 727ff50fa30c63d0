import { AppError, type ErrorCode } from '../lib/errors.ts'
import type { RefusalCode } from '../lib/live-messages.ts'
import type { Refusal } from './pages/plan.ts'

const codes: Partial<Record<ErrorCode, RefusalCode>> = {
  VALIDATION_FAILED: 'VALIDATION_FAILED',
  BODY_TOO_LARGE: 'PAGE_TOO_LARGE',
  RATE_LIMITED: 'RATE_LIMITED',
  STORAGE_FULL: 'STORAGE_FULL',
  FORBIDDEN: 'FORBIDDEN',
  PAGE_NOT_FOUND: 'FORBIDDEN',
  SIGN_IN_REQUIRED: 'FORBIDDEN',
  TWO_FACTORS_REQUIRED: 'FORBIDDEN',
  API_KEY_REVOKED: 'FORBIDDEN',
  API_KEY_EXPIRED: 'FORBIDDEN',
}

/** Why a batch is not saved. Whatever else failed may succeed later: the same batch is never stored twice. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof AppError)) {
    return { code: 'BUSY', message: 'Something went wrong on the server. Try again shortly.' }
  }
  return { code: codes[error.code] ?? 'BUSY', message: error.message }
}

/** Codes of a caller who may not go on with a page. */
const ending = new Set<ErrorCode>([
  'FORBIDDEN',
  'PAGE_NOT_FOUND',
  'SIGN_IN_REQUIRED',
  'TWO_FACTORS_REQUIRED',
  'INVALID_API_KEY',
  'API_KEY_REVOKED',
  'API_KEY_EXPIRED',
  'ACCOUNT_DISABLED',
  'SINGLE_SIGN_ON_REQUIRED',
])

export function isEnding(error: unknown): error is AppError {
  return error instanceof AppError && ending.has(error.code)
}
