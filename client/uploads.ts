import { rejectRedirect, toError, unreachable } from './answers.ts'
import { QuireError } from './errors.ts'
import type { ClientOptions } from './index.ts'
import { withRetries } from './retries.ts'
import { userAgentHeader } from './user-agent.ts'

export type Upload = {
  workspaceId: string
  /** Name of the file, such as `plan.pdf`. */
  name: string
  /** MIME type, if the name does not imply it. */
  type?: string
  /** In Node, `openAsBlob(path)` of `node:fs` reads the file part by part. */
  contents: Blob
  /** Called with the number of bytes that the server has. */
  onProgress?: (bytes: number) => void
  signal?: AbortSignal
  /** How often each part is sent again after a failure that may pass; 5 when left out. */
  retries?: number
  /** Size of a part; 16 MiB when left out. */
  partBytes?: number
}

const defaultPartBytes = 16 * 1024 * 1024
const defaultRetries = 5
const protocol = { 'tus-resumable': '1.0.0' }

/**
 * Uploads a file of any size up to the limit of the server, in parts that continue where the connection was lost
 * (https://tus.io/protocols/resumable-upload), and returns its ID. Attach it with `pageFiles.attachFile`.
 */
export async function uploadFile(options: ClientOptions, upload: Upload): Promise<string> {
  const { contents, signal, retries = defaultRetries, partBytes = defaultPartBytes } = upload
  const again = { retries, signal }
  const begun = await withRetries(() => begin(options, upload), again)
  const request = { location: begun.location, signal }
  let state: State = { offset: 0, fileId: begun.fileId }
  let isKnown = true
  const sendPart = async (): Promise<State> => {
    // After a failure only the server knows how much arrived.
    if (!isKnown) state = await send(options, request, { method: 'HEAD' })
    if (state.fileId !== undefined) return state
    isKnown = false
    const { offset } = state
    const body = contents.slice(offset, offset + partBytes)
    const sent = await send(options, request, { method: 'PATCH', body, offset })
    if (sent.fileId === undefined && !(sent.offset > offset)) throw stuck()
    isKnown = true
    return sent
  }
  for (;;) {
    if (state.fileId !== undefined) return state.fileId
    state = await withRetries(sendPart, again)
    upload.onProgress?.(state.offset)
  }
}

/** Otherwise the same part would be sent forever. */
function stuck(): QuireError {
  const message = 'The server accepts the parts of the file, but does not count them.'
  return new QuireError(message, { code: 'UNEXPECTED_ANSWER', status: 204, operation: 'uploads' })
}

type State = { offset: number; fileId: string | undefined }

async function begin(
  options: ClientOptions,
  { workspaceId, name, type, contents, signal }: Upload,
): Promise<{ location: string; fileId: string | undefined }> {
  const metadata = {
    workspaceId,
    filename: name,
    ...(type === undefined ? {} : { filetype: type }),
  }
  const response = await request(options, '/v1/uploads', {
    method: 'POST',
    headers: {
      'upload-length': String(contents.size),
      'upload-metadata': Object.entries(metadata)
        .map(([key, text]) => `${key} ${toBase64(text)}`)
        .join(','),
    },
    ...(signal === undefined ? {} : { signal }),
  })
  const location = response.headers.get('location') ?? ''
  return { location, fileId: response.headers.get('quire-file-id') ?? undefined }
}

async function send(
  options: ClientOptions,
  { location, signal }: { location: string; signal: AbortSignal | undefined },
  { method, body, offset }: { method: 'HEAD' | 'PATCH'; body?: Blob; offset?: number },
): Promise<State> {
  const response = await request(options, new URL(location, options.baseUrl).pathname, {
    method,
    headers: {
      ...(offset === undefined ? {} : { 'upload-offset': String(offset) }),
      ...(body === undefined ? {} : { 'content-type': 'application/offset+octet-stream' }),
    },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  })
  return {
    offset: Number(response.headers.get('upload-offset')),
    fileId: response.headers.get('quire-file-id') ?? undefined,
  }
}

async function request(
  { baseUrl, apiKey, userAgent, fetch: send = fetch }: ClientOptions,
  path: string,
  init: { method: string; headers: Record<string, string>; body?: Blob; signal?: AbortSignal },
): Promise<Response> {
  const url = baseUrl.replace(/\/+$/, '') + path
  const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
  const headers = {
    ...userAgentHeader(userAgent),
    ...protocol,
    ...authorization,
    ...init.headers,
  }
  const response = await send(url, { ...init, headers, redirect: 'manual' }).catch(
    (cause: unknown) => {
      if (init.signal?.aborted === true) throw cause
      throw unreachable(url, cause)
    },
  )
  rejectRedirect(response, 'uploads')
  if (response.ok) return response
  const error = await toError(response)
  // Another request of this upload is still being read: the next attempt asks for the offset first.
  if (error.code === 'UPLOAD_CONFLICT') throw unreachable(url, error)
  throw error
}

/** btoa takes characters up to U+00FF. */
function toBase64(text: string): string {
  return btoa(
    Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''),
  )
}
