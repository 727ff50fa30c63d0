import { open as openFile } from 'node:fs/promises'
import { DamagedContent } from '../lib/damaged-content.ts'
import { AppError } from '../lib/errors.ts'
import { type OpenPart, unreachable } from './reader.ts'
import type { AskS3, S3Answer } from './s3-requests.ts'

/** S3 accepts no part below 5 MiB except the last; content up to one part is uploaded in a single request. */
export const partSize = 8 * 1024 * 1024

export async function putBytes(
  ask: AskS3,
  key: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' }
  await expectDone(await ask({ method: 'PUT', key, headers, body }))
}

/** Uploads a local file in parts; the object appears when it is complete. */
export async function putParts(ask: AskS3, key: string, path: string): Promise<void> {
  const uploadId = await startParts(ask, key)
  try {
    await uploadParts(ask, key, uploadId, path)
  } catch (error) {
    await ask({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
    throw error
  }
}

async function startParts(ask: AskS3, key: string): Promise<string> {
  const response = await ask({ method: 'POST', key, query: { uploads: '' } })
  const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(await response.text())?.[1]
  if (uploadId !== undefined) return uploadId
  throw new AppError('STORE_UNUSABLE', 'The file storage does not support multipart uploads.')
}

async function uploadParts(ask: AskS3, key: string, uploadId: string, path: string): Promise<void> {
  const tags: string[] = []
  for await (const body of partsOf(path)) {
    const query = { uploadId, partNumber: String(tags.length + 1) }
    const response = await expectDone(await ask({ method: 'PUT', key, query, body }))
    tags.push(response.headers.get('etag') ?? '')
  }
  const parts = tags.map(
    (tag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`,
  )
  const body = new TextEncoder().encode(
    `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
  )
  const response = await ask({ method: 'POST', key, query: { uploadId }, body })
  // S3 can respond with 200 and report an error in the body.
  const failure = /<Error>[^]*<Code>([^<]*)<\/Code>/.exec(await response.text())?.[1]
  if (failure !== undefined || response.status !== 200) {
    throw new AppError(
      'BUSY',
      `The file storage could not complete the upload (${failure}). Try again.`,
    )
  }
}

/** Fills each part except the last; a plain file stream could return less per read. */
async function* partsOf(path: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const handle = await openFile(path)
  try {
    for (;;) {
      const part = new Uint8Array(partSize)
      let length = 0
      for (let read = -1; read !== 0 && length < partSize; length += read) {
        read = (await handle.read(part, length, partSize - length)).bytesRead
      }
      if (length > 0) yield part.subarray(0, length)
      if (length < partSize) return
    }
  } finally {
    await handle.close()
  }
}

/** Opens parts of an object; the reader asks again when a request fails. */
export function partsOfObject(ask: AskS3, key: string): OpenPart {
  return async ({ start, end, signal, isFresh }) => {
    const range = start === 0 && end === Infinity ? undefined : `bytes=${start}-${lastOf(end)}`
    const headers: Record<string, string> = range === undefined ? {} : { range }
    const answer = await ask({ method: 'GET', key, headers, signal, isFresh, isSingle: true })
    if (answer.status === 404) throw new DamagedContent('lost')
    // There are no bytes from `start` on.
    if (answer.status === 416) return nothing()
    return start === 0 && answer.status === 200 ? answer.bytes() : fromStart(answer, start)
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function lastOf(end: number): string {
  return end === Infinity ? '' : String(end)
}

/** A service may ignore the range and send the object from its beginning. */
async function* fromStart(
  { status, headers, bytes }: S3Answer,
  start: number,
): AsyncGenerator<Uint8Array> {
  const sent = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1]
  let skipped = start - (status === 206 ? Number(sent ?? start) : 0)
  if (skipped < 0) throw unreachable(new AppError('INTERNAL', 'another range than requested'))
  for await (const chunk of bytes()) {
    const rest = chunk.subarray(skipped)
    skipped -= chunk.byteLength - rest.byteLength
    if (rest.byteLength > 0) yield rest
  }
}

export async function expectDone(response: S3Answer): Promise<S3Answer> {
  if (response.status < 300) return response
  throw new AppError(
    'STORE_UNUSABLE',
    'The bucket no longer exists. Check its address in the settings.',
  )
}

/** The keys of a bucket that start with a prefix, in order. */
export async function* listKeys(ask: AskS3, prefix = ''): AsyncGenerator<string> {
  let token: string | undefined
  do {
    const query = {
      'list-type': '2',
      ...(prefix === '' ? {} : { prefix }),
      ...(token === undefined ? {} : { 'continuation-token': token }),
    }
    const response = await expectDone(await ask({ method: 'GET', key: '', query }))
    const page: string = await response.text()
    for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) yield key
    token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(page)?.[1]
  } while (token !== undefined)
}
