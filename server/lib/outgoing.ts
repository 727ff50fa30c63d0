/** What became of a call to another server. */
export type OutgoingResult =
  | { ok: true; body: unknown }
  | {
      ok: false
      /** Absent when there was no answer, or one that could not be read. */
      status: number | undefined
      reason: string
      /** Milliseconds the other side asks to wait. */
      retryAfter: number | undefined
    }

export type OutgoingCall = {
  url: string
  headers: Readonly<Record<string, string>>
  body: object
  /** Milliseconds for the whole exchange. */
  timeout: number
  /** Bytes of an answer; a longer one is not read to its end. */
  largestAnswer: number
  signal: AbortSignal | undefined
}

/** Texts of an answer that is a refusal: enough to understand it. */
const shownCharacters = 300

/**
 * The one way out: every call to a server that somebody configured goes through here, so that limits on
 * where it may go have one place. Redirects are not followed: they would carry the key elsewhere.
 */
export async function postJson(call: OutgoingCall): Promise<OutgoingResult> {
  const timeout = AbortSignal.timeout(call.timeout)
  const signal = call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal])
  try {
    const response = await fetch(call.url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...call.headers },
      body: JSON.stringify(call.body),
      signal,
    })
    const text = await readText(response, call.largestAnswer)
    if (text === undefined) return failure(`its answer is over ${call.largestAnswer} bytes`)
    if (response.ok) return parse(text)
    return {
      ok: false,
      status: response.status,
      reason: `it answered ${response.status}: ${excerpt(text)}`,
      retryAfter: waitTime(response.headers.get('retry-after')),
    }
  } catch (error) {
    if (timeout.aborted) return failure(`no answer within ${call.timeout / 1000} s`)
    if (call.signal?.aborted === true) return failure('the call was given up')
    return failure(networkReason(error))
  }
}

function failure(reason: string): OutgoingResult {
  return { ok: false, status: undefined, reason, retryAfter: undefined }
}

function parse(text: string): OutgoingResult {
  try {
    return { ok: true, body: JSON.parse(text) }
  } catch {
    return failure(`its answer is not JSON: ${excerpt(text)}`)
  }
}

async function readText(response: Response, limit: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop early cancels the stream.
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > limit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters)} …` : line
}

/** Retry-After is a number of seconds or a date (RFC 9110). */
function waitTime(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

/** What is told of a failed connection: the system's word for it, not the address with what it may hold. */
function networkReason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (typeof cause === 'object' && cause !== null && 'code' in cause) {
    return `the connection failed (${String(cause.code)})`
  }
  return `the connection failed (${cause instanceof Error ? cause.message : 'unknown reason'})`
}
