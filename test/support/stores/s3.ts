import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startFauxqs } from 'fauxqs'
import type { S3Options } from '../../../server/files/s3-requests.ts'

export type S3Server = {
  options: S3Options
  folder: string
  /** Faults of the next answers to GET requests for objects, one for each answer. */
  faults: Fault[]
  /** The same for PUT requests. */
  writeFaults: WriteFault[]
  close: () => Promise<void>
}

/** `half stored` breaks off after half of the bytes were stored, and `reset` after all of them were. */
export type WriteFault = 500 | 503 | 'refused' | 'reset' | 'half stored'

/** A status, or how the answer goes wrong; `short` ends cleanly after half of the bytes, without a length. */
export type Fault = 500 | 503 | 'reset' | 'cut' | 'short' | 'flipped' | 'drip' | 'not found'

/**
 * A server that speaks S3 with its limits, and keeps its objects in a temporary folder. It believes every
 * signature, so a door before it checks those, and the hash of each body, as S3 does.
 */
export async function startS3(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-s3-'))
  const service = await startFauxqs({ port: 0, logger: false, s3StorageDir: folder })
  service.createBucket('quire')
  const keys = { region: 'us-east-1', accessKeyId: 'test', secretAccessKey: 'secret' }
  const faults: Fault[] = []
  const writeFaults: WriteFault[] = []
  const proxy = createServer((request, response) => {
    void pass(request, response, { keys, port: service.port, faults, writeFaults })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    options: { url: `http://127.0.0.1:${port}/quire`, ...keys },
    folder,
    faults,
    writeFaults,
    close: async () => {
      proxy.closeAllConnections()
      proxy.close()
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Keys = Omit<S3Options, 'url'>
type Backend = Pick<S3Server, 'faults' | 'writeFaults'> & { keys: Keys; port: number }

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { keys, port, faults, writeFaults }: Backend,
): Promise<void> {
  const { method = '', url = '', headers } = request
  const body = await buffer(request)
  const refused = refusalOf(request, body, keys)
  if (refused !== undefined) {
    response.writeHead(403, { 'content-type': 'application/xml' })
    response.end(method === 'HEAD' ? '' : `<Error><Code>${refused}</Code></Error>`)
    return
  }
  const forwarded = Object.entries(headers).flatMap(([name, value]) =>
    ['host', 'connection', 'content-length'].includes(name) ? [] : [[name, String(value)]],
  )
  const writeFault = method === 'PUT' ? writeFaults.shift() : undefined
  if (writeFault === 'refused') return void response.destroy()
  if (typeof writeFault === 'number') return void response.writeHead(writeFault).end()
  const stored = writeFault === 'half stored' ? body.subarray(0, body.length / 2) : body
  const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
    method,
    headers: Object.fromEntries(forwarded),
    ...(body.length > 0 || method === 'PUT' ? { body: new Uint8Array(stored) } : {}),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (writeFault !== undefined) return void response.destroy()
  const isObject = method === 'GET' && !url.includes('?')
  const fault = isObject ? faults.shift() : undefined
  if (fault !== undefined) return fail(response, fault, { answer, bytes })
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(bytes)
}

async function fail(
  response: ServerResponse,
  fault: Fault,
  { answer, bytes }: { answer: Response; bytes: Buffer },
): Promise<void> {
  const headers = Object.fromEntries(answer.headers)
  const half = bytes.subarray(0, bytes.length / 2)
  if (fault === 'reset') response.destroy()
  else if (typeof fault === 'number') response.writeHead(fault).end()
  else if (fault === 'not found') response.writeHead(404).end()
  else if (fault === 'cut') {
    response.writeHead(answer.status, headers)
    response.write(half, () => response.destroy())
  } else if (fault === 'short') {
    const { 'content-length': _length, ...others } = headers
    response.writeHead(answer.status, others).end(half)
  } else {
    if (fault === 'flipped') bytes[0] = (bytes[0] ?? 0) ^ 1
    response.writeHead(answer.status, headers)
    for (let start = 0; start < bytes.length; start += 10_000) {
      await new Promise((resolve) => response.write(bytes.subarray(start, start + 10_000), resolve))
    }
    response.end()
  }
}

/** Signature Version 4, https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function refusalOf(
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  { region, accessKeyId, secretAccessKey }: Keys,
): string | undefined {
  const sha256 = createHash('sha256').update(body).digest('hex')
  if (headers['x-amz-content-sha256'] !== sha256) return 'XAmzContentSHA256Mismatch'
  const found = /Credential=([^/]+)\/(\d+)\/[^,]+, SignedHeaders=([^,]+), Signature=(\w+)/.exec(
    headers.authorization ?? '',
  )
  const [, id, day = '', signed = '', signature] = found ?? []
  if (id !== accessKeyId) return 'InvalidAccessKeyId'
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const query = [...searchParams]
    .map(([name, value]) => `${escape(name)}=${escape(value)}`)
    .toSorted()
    .join('&')
  const named = signed.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const canonical = [method, pathname, query, named.join(''), signed, sha256].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const hashed = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, hashed].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  )
  const expected = createHmac('sha256', key).update(text).digest('hex')
  return signature === expected ? undefined : 'SignatureDoesNotMatch'
}

function escape(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
