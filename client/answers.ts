import { type Failure, QuireError, type Violation } from './errors.ts'

/** The error of a response that refuses. */
export async function toError(response: Response, operation?: string): Promise<QuireError> {
  const body: unknown = await response.json().catch(() => undefined)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const details = {
    operation,
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isNaN(retryAfter) ? undefined : retryAfter,
  }
  if (!isRefusal(body)) {
    const message = `The server answered ${response.status} without saying why.`
    return new QuireError(message, { code: 'UNEXPECTED_ANSWER', ...details })
  }
  const { code, message, errors = [], failure } = body
  return new QuireError(message, { code, errors, failure, ...details })
}

/** The error of a request without a response, also of one that took too long. */
export function unreachable(url: string, cause: unknown, operation?: string): QuireError {
  const details = { code: 'UNREACHABLE', status: 0, operation, cause }
  return new QuireError(`No answer from ${url}. Is the server up?`, details)
}

type ErrorBody = { code: string; message: string; errors?: Violation[]; failure?: Failure }

function isRefusal(body: unknown): body is ErrorBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    'message' in body &&
    typeof body.code === 'string' &&
    typeof body.message === 'string'
  )
}
