import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { loadLater } from '../lib/load-later.ts'
import { qualityOf } from './requests/quality.ts'

const encodings = { br: '.br', gzip: '.gz' } as const
type Encoding = keyof typeof encodings

export type StaticFile = {
  folder: string
  /** Below the folder. Never what a request contains, unless it was checked. */
  name: string
  /** Whether compressed copies may be beside it. */
  isCompressed?: boolean
  maxAge?: '1y'
  /** Without it, the answer has no header for caches. */
  isCacheable?: boolean
  /** Whether a cache has to ask the server each time. */
  isRevalidated?: boolean
}

const loadSend = () => import('@fastify/send')

export function loadStaticFilesLater(): void {
  loadLater(loadSend)
}

/** Sends a file of the program itself. */
export async function sendStaticFile(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  {
    folder,
    name,
    isCompressed = false,
    maxAge,
    isCacheable = true,
    isRevalidated = false,
  }: StaticFile,
): Promise<FastifyReply> {
  const { default: send } = await loadSend()
  const path = join(folder, name)
  const encoding = isCompressed
    ? await encodingFor(path, request.headers['accept-encoding'])
    : undefined
  const found = await send(
    request.raw,
    encoding === undefined ? name : name + encodings[encoding],
    {
      root: folder,
      index: false,
      acceptRanges: false,
      cacheControl: isCacheable,
      etag: isCacheable,
      lastModified: isCacheable,
      ...(maxAge === undefined ? {} : { maxAge, immutable: true }),
    },
  )
  if (found.type !== 'file') {
    reply.callNotFound()
    return reply
  }
  reply.code(found.statusCode).headers(found.headers)
  if (isRevalidated) reply.header('cache-control', 'no-cache')
  if (isCompressed) reply.header('vary', 'accept-encoding')
  if (encoding !== undefined) {
    const type = send.mime.getType(name) ?? 'application/octet-stream'
    const charset = send.isUtf8MimeType(type) ? '; charset=utf-8' : ''
    reply.type(type + charset).header('content-encoding', encoding)
  }
  return reply.send(found.stream)
}

/** The encoding that the client prefers, of those that there is a copy in. */
async function encodingFor(path: string, accepted = ''): Promise<Encoding | undefined> {
  const [br, gzip] = [qualityOf(accepted, 'br'), qualityOf(accepted, 'gzip')]
  const wanted: Encoding[] = gzip > br ? ['gzip', 'br'] : ['br', 'gzip']
  for (const encoding of wanted) {
    if (qualityOf(accepted, encoding) === 0) continue
    if (await isThere(path + encodings[encoding])) return encoding
  }
  return undefined
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
