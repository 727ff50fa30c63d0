import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { AppError } from '../lib/errors.ts'
import { pause, unreachable } from './reader.ts'

export type S3Options = {
  /** The URL of the bucket, path style: `https://host/bucket`. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The setting with the URL, for errors. */
  setting?: string
}

export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Empty for the bucket itself. */
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  signal?: AbortSignal
  /** Sends the request once; four times when left out. */
  isSingle?: boolean
  /** Opens a connection for this request alone. */
  isFresh?: boolean
}

export type S3Answer = {
  status: number
  headers: Headers
  /** Throws BUSY when the answer breaks off, or when no byte arrives for a minute. */
  bytes: () => AsyncGenerator<Uint8Array>
  /** Reads an answer that is no content of a file. Throws BUSY, also for one over 4 MiB. */
  text: () => Promise<string>
}

/** Returns the answer, including 404 and 416; throws for other errors. */
export type AskS3 = (request: S3Request) => Promise<S3Answer>

type Sent = { url: URL; sha256: string; request: S3Request; setting: string }

const emptyHash = createHash('sha256').digest('hex')
/** Without the headers of an answer, or without its next bytes. A reader that waits does not count. */
const idleMs = 60_000
/** A list of 1,000 keys of 1,024 bytes, the largest legal answer, has a third of it. */
const maxTextBytes = 4 * 1024 * 1024
const attempts = 4

/**
 * Signs and sends requests. The signature covers the hash of the body, so that the service rejects bytes that
 * changed in transit.
 */
export function createRequests({
  url,
  setting = 'S3_BUCKET_URL',
  ...credentials
}: S3Options): AskS3 {
  const client = new AwsClient({ ...credentials, service: 's3' })
  return async (request) => {
    const { key, query = {}, body, isSingle = false } = request
    const target = new URL(key === '' ? url : `${url}/${key}`)
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
    const sha256 = body === undefined ? emptyHash : createHash('sha256').update(body).digest('hex')
    const sent: Sent = { url: target, sha256, request, setting }
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(client, sent)
      } catch (error) {
        if (isSingle || attempt === attempts || !isPassing(error, request)) throw error
      }
      await pause(attempt, request.signal)
    }
  }
}

async function send(client: AwsClient, { url, sha256, request, setting }: Sent): Promise<S3Answer> {
  const { method, headers = {}, body, signal } = request
  const ending = new AbortController()
  const signals = signal === undefined ? [ending.signal] : [ending.signal, signal]
  const signed = await client.sign(url, {
    method,
    headers: { ...headers, 'x-amz-content-sha256': sha256 },
    signal: AbortSignal.any(signals),
    ...(body === undefined ? {} : { body }),
  })
  let response: Response
  try {
    const connection = request.isFresh === true ? await ownConnection() : {}
    response = await withinIdleTime(ending, () => fetch(signed, connection))
  } catch (error) {
    throw unreachable(error)
  }
  const answer = answerOf(response, ending)
  const { status } = response
  if (response.ok || status === 416) return answer
  if (status !== 404) throw await refusal(answer, setting)
  const reason = await reasonOf(answer)
  if (reason !== 'NoSuchBucket') return { ...answer, text: async () => '' }
  throw rejected(reason, setting)
}

/** Closed after its only answer. */
async function ownConnection(): Promise<RequestInit> {
  const { Agent } = await import('undici')
  // SAFETY: fetch takes the agents of this package; only the types of two versions differ.
  return { dispatcher: new Agent({ pipelining: 0 }) } as unknown as RequestInit
}

function answerOf({ status, headers, body }: Response, ending: AbortController): S3Answer {
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    if (body === null) return
    const reader = body.getReader()
    try {
      for (;;) {
        const { done, value } = await withinIdleTime(ending, () => reader.read())
        if (done) return
        yield value
      }
    } catch (error) {
      throw unreachable(error)
    } finally {
      // Frees the connection of a reader that leaves early.
      ending.abort()
    }
  }
  const text = async () => {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of bytes()) {
      size += chunk.byteLength
      if (size > maxTextBytes) throw unreachable(new AppError('INTERNAL', 'too long an answer'))
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString()
  }
  return { status, headers, bytes, text }
}

async function withinIdleTime<T>(ending: AbortController, wait: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => ending.abort(new Stalled()), idleMs)
  try {
    return await wait()
  } finally {
    clearTimeout(timer)
  }
}

class Stalled extends AppError {
  constructor() {
    super('BUSY', `no bytes for ${idleMs / 1000} s`)
  }
}

/** Whether another attempt may succeed. A service that is silent for a minute is not asked again at once. */
function isPassing(error: unknown, { method, signal }: S3Request): boolean {
  if (signal?.aborted === true || !(error instanceof AppError) || error.code !== 'BUSY')
    return false
  if (error.cause instanceof Stalled) return false
  // A connection that breaks does not tell whether a POST was carried out; a status does.
  return method !== 'POST' || error.cause instanceof AppError
}

function rejected(reason: string, setting: string): AppError {
  return new AppError(
    'STORE_UNUSABLE',
    `The file storage rejected the request (${reason}). Check ${setting} and its key.`,
    { cause: new AppError('INTERNAL', reason) },
  )
}

async function reasonOf({ status, text }: S3Answer): Promise<string> {
  const found = await text().catch(() => '')
  return /<Code>([^<]*)<\/Code>/.exec(found)?.[1] ?? `status ${status}`
}

async function refusal(answer: S3Answer, setting: string): Promise<AppError> {
  const reason = await reasonOf(answer)
  const cause = new AppError('INTERNAL', reason)
  const { status } = answer
  if (status === 507 || /StorageFull|QuotaExceeded|InsufficientStorage/.test(reason)) {
    return new AppError(
      'STORAGE_FULL',
      'The file storage is full; nothing was changed. Free some space and try again.',
      { cause },
    )
  }
  return status >= 500 || status === 429 ? unreachable(cause) : rejected(reason, setting)
}
