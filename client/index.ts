import type { Static, TSchema } from 'typebox'
import type { Operations } from '../server/operations/index.ts'
import { type Failure, QuireError, type Violation } from './errors.ts'
import { createWarning, type OnIgnoredFields, readIgnoredFields } from './ignored-fields.ts'
import { withRetries } from './retries.ts'
import { routes } from './routes.ts'

export type { OnIgnoredFields } from './ignored-fields.ts'
export { type Failure, QuireError, type Violation } from './errors.ts'

export type ClientOptions = {
  /** Address of the server, such as `http://127.0.0.1:8082`. */
  baseUrl: string
  apiKey?: string
  /** Another `fetch`, for tests or proxies. */
  fetch?: typeof fetch
  /** Hears of fields of a body that the server did not know; a warning on the console when left out. */
  onIgnoredFields?: OnIgnoredFields
}

export type CallOptions = {
  signal?: AbortSignal
  /** A new one for each new write, such as `crypto.randomUUID()`: sent again with it, the write is made once. */
  idempotencyKey?: string
  /** How often to send again after a failure that may pass; counts only with a key, and for GET. */
  retries?: number
}

type Input<Op> = Op extends { input: infer Schema extends TSchema } ? Static<Schema> : never
type Output<Op> = Op extends { output: infer Schema extends TSchema } ? Static<Schema> : never

type Call<Op> = keyof Input<Op> extends never
  ? (input?: Record<string, never>, options?: CallOptions) => Promise<Output<Op>>
  : (input: Input<Op>, options?: CallOptions) => Promise<Output<Op>>

/** Every operation of the server: `client.pages.create({ … })`. */
export type Client = {
  [Noun in keyof Operations]: { [Name in keyof Operations[Noun]]: Call<Operations[Noun][Name]> }
}

type Route = { method: 'GET' | 'POST'; path: string }

/** A client for one server and key. It needs nothing but `fetch`. */
export function createClient(given: ClientOptions): Client {
  const options = { onIgnoredFields: createWarning(), ...given }
  const client = Object.fromEntries(
    Object.entries(routes).map(([noun, names]) => [
      noun,
      Object.fromEntries(
        Object.entries(names).map(([name, route]) => [
          name,
          (input?: object, call: CallOptions = {}) =>
            withRetries(
              () => send(options, { ...route, operation: `${noun}.${name}` }, input, call),
              {
                retries: isRepeatable(route, call) ? (call.retries ?? 0) : 0,
                signal: call.signal,
              },
            ),
        ]),
      ),
    ]),
  )
  // SAFETY: routes.ts is written from the same table that the type is inferred from.
  return client as Client
}

/** Reads are POST too, and this side does not know which: `retries` of a POST counts with a key. */
function isRepeatable({ method }: Route, { idempotencyKey }: CallOptions): boolean {
  return method === 'GET' || idempotencyKey !== undefined
}

async function send(
  { baseUrl, apiKey, fetch: send = fetch, onIgnoredFields }: ClientOptions,
  { method, path, operation }: Route & { operation: string },
  input: object = {},
  { signal, idempotencyKey }: CallOptions = {},
): Promise<unknown> {
  const url = baseUrl.replace(/\/+$/, '') + path
  const request: RequestInit = {
    method,
    headers: {
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(method === 'POST' ? { body: JSON.stringify(input) } : {}),
    ...(signal === undefined ? {} : { signal }),
  }
  const response = await send(url, request).catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause
    throw new QuireError(`No answer from ${url}. Is the server up?`, {
      code: 'UNREACHABLE',
      status: 0,
      operation,
      cause,
    })
  })
  const ignored = readIgnoredFields(response)
  if (ignored.length > 0) onIgnoredFields?.(ignored, path)
  if (!response.ok) throw await toError(response, operation)
  return response.json()
}

async function toError(response: Response, operation: string): Promise<QuireError> {
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
