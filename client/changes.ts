import { toError, unreachable } from './answers.ts'
import { QuireError } from './errors.ts'
import type { ClientOptions } from './index.ts'
import { userAgentHeader } from './user-agent.ts'

/** An event of a workspace, with IDs and no text. The documentation of the pages API lists its fields. */
export type ChangeEvent = {
  sequence: number
  type: string
  createdAt: string
  /** Who did it. */
  actorId: string | null
  via: string
  /** The page that it happened to, in most events. */
  pageId?: string
  [field: string]: unknown
}

/**
 * `ready` comes first. `reset` says that events were missed or that other pages are visible: read again what you
 * keep. Pass the `id` of the last message as `after` to continue.
 */
export type ChangeMessage =
  | { kind: 'ready' | 'reset'; id: string; sequence: number }
  | { kind: 'event'; id: string; event: ChangeEvent }

export type FollowOptions = {
  workspaceId: string
  /** ID of the last message of an earlier stream. Without it, the stream starts with the next event. */
  after?: string | undefined
  signal?: AbortSignal | undefined
  /** Called before each new connection. */
  onReconnect?: (cause: unknown) => void
  /** Milliseconds of silence after which the connection counts as lost. The server sends something every 15 s. */
  silenceMs?: number
}

const firstPauseMs = 500
const maxPauseMs = 30_000
const defaultSilenceMs = 45_000
/** No event is longer. */
const maxBlockLength = 1_000_000

/**
 * Follows the changes of a workspace. A lost connection is opened again after the last message. It ends when the
 * signal aborts, and throws when the server refuses.
 */
export async function* followChanges(
  options: ClientOptions,
  follow: FollowOptions,
): AsyncGenerator<ChangeMessage, void, undefined> {
  let { after } = follow
  for (let failures = 0; !isAborted(follow.signal); failures += 1) {
    let cause: unknown
    try {
      for await (const message of listen(options, { ...follow, after })) {
        after = message.id
        failures = 0
        yield message
      }
    } catch (error) {
      if (isAborted(follow.signal)) return
      if (isFinal(error)) throw error
      cause = error
    }
    await pause(cause, failures, follow.signal)
    if (!isAborted(follow.signal)) follow.onReconnect?.(cause)
  }
}

/** It changes while others wait. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}

function isFinal(error: unknown): boolean {
  if (!(error instanceof QuireError)) return true
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
}

async function* listen(
  { baseUrl, apiKey, userAgent, fetch: send = fetch }: ClientOptions,
  { workspaceId, after, signal, silenceMs = defaultSilenceMs }: FollowOptions,
): AsyncGenerator<ChangeMessage, void, undefined> {
  const url = `${baseUrl.replace(/\/+$/, '')}/v1/changes?workspaceId=${encodeURIComponent(workspaceId)}`
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), silenceMs)
  const ended = signal === undefined ? silent.signal : AbortSignal.any([signal, silent.signal])
  const headers = {
    accept: 'text/event-stream',
    ...userAgentHeader(userAgent),
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(after === undefined ? {} : { 'last-event-id': after }),
  }
  try {
    const response = await send(url, { headers, signal: ended })
    if (!response.ok) throw await toError(response, 'changes')
    if (response.body === null) return
    for await (const text of texts(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), silenceMs)
      const message = toMessage(text)
      if (message !== undefined) yield message
    }
  } catch (cause) {
    throw cause instanceof QuireError ? cause : unreachable(url, cause, 'changes')
  } finally {
    clearTimeout(timer)
    silent.abort()
  }
}

/** The blocks of a stream of server-sent events, comments among them. */
async function* texts(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let waiting = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (waiting + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/)
      waiting = blocks.pop() ?? ''
      if (waiting.length > maxBlockLength)
        throw new QuireError('An event of the server is too long.', {
          code: 'UNEXPECTED_ANSWER',
          status: 200,
          operation: 'changes',
        })
      yield* blocks
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function toMessage(text: string): ChangeMessage | undefined {
  const fields = new Map(
    text.split(/\r?\n/).map((line) => {
      const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
      return [name, value]
    }),
  )
  const data = fields.get('data')
  if (data === undefined) return undefined
  const id = fields.get('id') ?? ''
  const kind = fields.get('event')
  // SAFETY: what the server writes; `client/changes.test.ts` reads it from a real one.
  if (kind !== 'ready' && kind !== 'reset')
    return { kind: 'event', id, event: JSON.parse(data) as ChangeEvent }
  // SAFETY: as above.
  return { kind, id, ...(JSON.parse(data) as { sequence: number }) }
}

function pause(cause: unknown, failures: number, signal: AbortSignal | undefined): Promise<void> {
  const asked = cause instanceof QuireError ? cause.retryAfter : undefined
  const delayMs = Math.min(firstPauseMs * 2 ** failures, maxPauseMs) * (0.5 + Math.random() / 2)
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, asked === undefined ? delayMs : asked * 1000)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
