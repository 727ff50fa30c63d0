import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { AppError } from '../lib/errors.ts'

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
}

/** Returns the response, including 404; throws for other errors. */
export type AskS3 = (request: S3Request) => Promise<Response>

const emptyHash = createHash('sha256').digest('hex')
/** Called with the headers of the response. */
const timeoutMs = 60_000

/**
 * Signs and sends requests. The signature covers the hash of the body, so that the service rejects bytes that
 * changed in transit.
 */
export function createRequests({
  url,
  setting = 'S3_BUCKET_URL',
  ...credentials
}: S3Options): AskS3 {
  const client = new AwsClient({ ...credentials, service: 's3', retries: 3 })
  return async ({ method, key, query = {}, headers = {}, body }) => {
    const target = new URL(key === '' ? url : `${url}/${key}`)
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
    const sha256 = body === undefined ? emptyHash : createHash('sha256').update(body).digest('hex')
    let response: Response
    try {
      response = await client.fetch(target, {
        method,
        headers: { ...headers, 'x-amz-content-sha256': sha256 },
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body }),
      })
    } catch (error) {
      throw unreachable(error)
    }
    if (response.ok || response.status === 404) return response
    throw await refusal(response, setting)
  }
}

function unreachable(cause: unknown): AppError {
  return new AppError('BUSY', 'The file storage cannot be reached. Try again shortly.', {
    cause,
  })
}

async function refusal(response: Response, setting: string): Promise<AppError> {
  const text = await response.text().catch(() => '')
  const reason = /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? `status ${response.status}`
  const cause = new AppError('INTERNAL', reason)
  if (response.status === 507 || /StorageFull|QuotaExceeded|InsufficientStorage/.test(reason)) {
    return new AppError(
      'STORAGE_FULL',
      'The file storage is full; nothing was changed. Free some space and try again.',
      { cause },
    )
  }
  if (response.status >= 500 || response.status === 429) return unreachable(cause)
  return new AppError(
    'STORE_UNUSABLE',
    `The file storage rejected the request (${reason}). Check ${setting} and its key.`,
    { cause },
  )
}
