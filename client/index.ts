import { isJson, rejectRedirect, toError, unreadable, unreachable } from './answers.ts'
import { QuireError } from './errors.ts'
import { createWarning, type OnIgnoredFields, readIgnoredFields } from './ignored-fields.ts'
import type { OperationTypes } from './operations.ts'
import { readBody } from './read-body.ts'
import { withRetries } from './retries.ts'
import { routes } from './routes.ts'
import { userAgentHeader } from './user-agent.ts'

export type { OnIgnoredFields } from './ignored-fields.ts'
export { type Failure, QuireError, type Violation } from './errors.ts'

export type ClientOptions = {
  /** Address of the server, such as `http://127.0.0.1:8082`. */
  baseUrl: string
  apiKey?: string
  /** Name and version of the program, such as `report-bot/1.2`; `quire-client` if left out. Browsers name themselves. */
  userAgent?: string
  /** Another `fetch`, for tests or proxies. */
  fetch?: typeof fetch
  /** Hears of fields of a body that the server did not know; a warning on the console when left out. */
  onIgnoredFields?: OnIgnoredFields
  /** Milliseconds that each attempt of a call may take. Without it, a call waits as long as the server works. */
  timeoutMs?: number
  /** `retries` of the calls that name no other number. */
  retries?: number
  /** Ends every call. */
  signal?: AbortSignal
  /** Bytes that an answer may have, for programs that do not trust the server. */
  maxAnswerBytes?: number
  /** Checks the answer of an operation, such as `pages.get`, and returns what the call returns. */
  readAnswer?: (operation: string, answer: unknown) => unknown
}

export type CallOptions = {
  signal?: AbortSignal
  /** A new one for each new write, such as `crypto.randomUUID()`: sent again with it, the write is made once. */
  idempotencyKey?: string
  /** How often to send again after a failure that may pass; counts only with a key, and for GET. */
  retries?: number
  /** Instead of that of the client. */
  timeoutMs?: number
}

type Call<Op> = Op extends { input: infer Input; output: infer Output }
  ? keyof Input extends never
    ? (input?: Record<string, never>, options?: CallOptions) => Promise<Output>
    : (input: Input, options?: CallOptions) => Promise<Output>
  : never

/** Every operation of the server: `client.pages.create({ … })`. */
export type Client = {
  [Noun in keyof OperationTypes]: {
    [Name in keyof OperationTypes[Noun]]: Call<OperationTypes[Noun][Name]>
  }
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
          (input?: object, call: CallOptions = {}) => {
            const signal = firstOf(options.signal, call.signal)
            const retries = isRepeatable(route, call) ? (call.retries ?? options.retries ?? 0) : 0
            const request = { ...route, operation: `${noun}.${name}` }
            return withRetries(() => send(options, request, input, { ...call, signal }), {
              retries,
              signal,
            })
          },
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
  client: ClientOptions,
  { method, path, operation }: Route & { operation: string },
  input: object = {},
  {
    signal,
    idempotencyKey,
    timeoutMs = client.timeoutMs,
  }: Omit<CallOptions, 'signal'> & { signal: AbortSignal | undefined },
): Promise<unknown> {
  const { baseUrl, apiKey, fetch: send = fetch, onIgnoredFields } = client
  const url = baseUrl.replace(/\/+$/, '') + path
  const ended = firstOf(
    signal,
    timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs),
  )
  const request: RequestInit = {
    method,
    // Followed, a POST would become a GET.
    redirect: 'manual',
    headers: {
      ...userAgentHeader(client.userAgent),
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(method === 'POST' ? { body: JSON.stringify(input) } : {}),
    ...(ended === undefined ? {} : { signal: ended }),
  }
  const failed = (cause: unknown): never => {
    if (signal?.aborted === true) throw cause
    throw unreachable(url, cause, operation)
  }
  const response = await send(url, request).catch(failed)
  rejectRedirect(response, operation)
  const ignored = readIgnoredFields(response)
  if (ignored.length > 0) onIgnoredFields?.(ignored, path)
  if (!response.ok) throw await toError(response, operation)
  const { maxAnswerBytes, readAnswer = (_operation, answer) => answer } = client
  const answer = await readJson(response, maxAnswerBytes).catch((cause: unknown) => {
    if (cause instanceof QuireError) throw cause
    if (!isJson(response)) throw unreadable(response, operation)
    return failed(cause)
  })
  return readAnswer(operation, answer)
}

async function readJson(response: Response, maxBytes: number | undefined): Promise<unknown> {
  return maxBytes === undefined ? response.json() : JSON.parse(await readBody(response, maxBytes))
}

function firstOf(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined)
  return given.length > 1 ? AbortSignal.any(given) : given[0]
}

/** What an operation returns: `Output<'pages', 'list'>`. */
export type Output<
  Noun extends keyof OperationTypes,
  Name extends keyof OperationTypes[Noun],
> = OperationTypes[Noun][Name] extends { output: infer Found } ? Found : never

// Names for what operations return. Those that the API reference has too are the same there.
export type FoundFile = Output<'files', 'list'>['files'][number]
export type Page = Output<'pages', 'get'>
export type PageDocument = Output<'pages', 'document'>
export type PageStats = Output<'pages', 'stats'>
export type PageListItem = Output<'pages', 'list'>['pages'][number]
export type PageVersion = Output<'history', 'get'>
export type PageVersionListItem = Output<'history', 'list'>['versions'][number]
export type ComparedBlock = Output<'history', 'compare'>['lines'][number]
export type TrashedPage = Output<'trash', 'list'>['pages'][number]
export type CommentThread = Output<'comments', 'list'>['threads'][number]
export type Comment = CommentThread['comments'][number]
export type Proposal = Output<'proposals', 'get'>
export type SearchResult = Output<'search', 'pages'>['results'][number]
export type FindResult = Output<'search', 'find'>['results'][number]
export type Workspace = Output<'workspaces', 'list'>['workspaces'][number]
export type WorkspaceMember = Output<'workspaces', 'stats'>['members'][number]
export type Webhook = Output<'webhooks', 'create'>['webhook']
export type WebhookDelivery = Output<'webhookDeliveries', 'get'>['delivery']
export type WebhookDeliveryListItem = Output<'webhookDeliveries', 'list'>['deliveries'][number]
