import { type ErrorCode, errorKind } from '../../lib/errors.ts'
import { exampleIds } from '../../operations/fields.ts'
import { isForPeople, type Operation } from '../../operations/operation.ts'

/** Every code an operation can answer with: its own, and those its access, input and effect bring. */
export function codesOf(operation: Operation): ErrorCode[] {
  const { access, method, errors, writes } = operation
  const codes: ErrorCode[] = []
  if (method === 'POST') codes.push('VALIDATION_FAILED')
  if (access !== 'public' && isForPeople(operation)) codes.push('SIGN_IN_REQUIRED')
  else if (access !== 'public') codes.push('INVALID_API_KEY', 'API_KEY_REVOKED', 'API_KEY_EXPIRED')
  if (access !== 'public' && access !== 'key') codes.push('FORBIDDEN')
  codes.push(...errors)
  if (writes === true) codes.push('IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED')
  if (method === 'POST') codes.push('BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  codes.push('REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE', 'RATE_LIMITED', 'INTERNAL')
  if (
    writes === true ||
    access === 'comment' ||
    access === 'write' ||
    access === 'admin' ||
    access === 'owner'
  )
    codes.push('BUSY', 'COMMIT_UNKNOWN', 'STORAGE_READ_ONLY', 'STORAGE_FAILED', 'STORAGE_FULL')
  return codes
}

/** The body of an answer with this code, as an example. */
export function exampleOf(code: ErrorCode): object {
  const ids: Readonly<Record<string, string>> = exampleIds
  const message = errorKind(code).example.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? name)
  if (code !== 'VALIDATION_FAILED') return { code, message }
  return { code, message, errors: [{ path: '/title', rule: 'required', message: 'is required' }] }
}
