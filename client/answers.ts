import { type Failure, QuireError, type Violation, type WriteConflict } from './errors.ts'
import { readBody } from './read-body.ts'

/** No refusal of the server is longer. */
const maxErrorBytes = 1024 * 1024

/** The error of a response that refuses. */
export async function toError(response: Response, operation?: string): Promise<QuireError> {
  const body = await readBody(response, maxErrorBytes)
    .then(parse)
    .catch(() => undefined)
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
  const { code, message, errors = [], failure, version, conflicts } = body
  return new QuireError(message, {
    code,
    errors,
    failure,
    ...(version !== undefined && conflicts !== undefined && { conflict: { version, conflicts } }),
    ...details,
  })
}

function parse(text: string): unknown {
  return JSON.parse(text)
}

/** Throws REDIRECTED. */
export function rejectRedirect({ status, type, headers }: Response, operation?: string): void {
  // Browsers do not say where to.
  const isHidden = type === 'opaqueredirect'
  if (!isHidden && (status < 300 || status > 399)) return
  const location = headers.get('location')
  const target = location === null ? 'another address' : location
  const message = `The server redirects to ${target}. Use the address of the server that needs no redirect.`
  throw new QuireError(message, { code: 'REDIRECTED', status, operation })
}

/** Whether it says so: one that ends too early does, too. */
export function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true
}

/** The error of a response that is not JSON, as of a proxy or another program. */
export function unreadable({ status, url }: Response, operation?: string): QuireError {
  const message = `${url} did not answer with JSON. Is it the address of a Quire server?`
  return new QuireError(message, { code: 'UNEXPECTED_ANSWER', status, operation })
}

/** The error of a request without a response, also of one that took too long. */
export function unreachable(url: string, cause: unknown, operation?: string): QuireError {
  const details = { code: 'UNREACHABLE', status: 0, operation, cause }
  return new QuireError(`No answer from ${url}. Is the server up?`, details)
}

type ErrorBody = {
  code: string
  message: string
  errors?: Violation[]
  failure?: Failure
} & Partial<WriteConflict>

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
