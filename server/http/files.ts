import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Context } from '../domain/context.ts'
import { countMarked } from '../domain/files/contents.ts'
import { openFile, requireReadableFile } from '../domain/files/files.ts'
import { AppError } from '../lib/errors.ts'
import type { Store } from '../store/index.ts'
import { requireCaller } from './identity/authentication.ts'
import { parseRange } from './ranges.ts'

/**
 * Types a browser may show in place. SVG is among them because the policy below keeps it from running, and PDF
 * because browsers show it in a viewer of their own, also under that policy.
 */
const shown = new Set(
  `image/png image/jpeg image/gif image/webp image/avif image/svg+xml application/pdf
   audio/mpeg audio/mp4 audio/ogg audio/wav audio/webm audio/flac audio/aac
   video/mp4 video/webm video/ogg video/quicktime`.split(/\s+/),
)
/**
 * What a browser runs or styles a page with when it is of this origin: handed out as bytes, so that no markup that
 * got into a page could load it.
 */
const active =
  /^(?:application|text)\/(?:(?:x-)?(?:java|ecma)script|j(?:ava)?script1\.\d|jscript|livescript|css|xsl|xslt\+xml|wasm)$/i
const mimeType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const cachedForever = 'private, max-age=31536000, immutable'

const forMembers = { config: { audience: 'people and keys', visitors: true } } as const

/** The bytes of a file, to members of its workspace. Content never changes, so its hash is its ETag. */
export function routeFiles(server: FastifyInstance, contextFor: (caller: Caller) => Context): void {
  server.get<{ Params: { fileId: string } }>(
    '/files/:fileId',
    forMembers,
    async (request, reply) => {
      const context = contextFor(requireCaller(request))
      const file = await requireReadableFile(context, request.params.fileId)
      return sendFile(context, file, { request, reply, cacheControl: cachedForever })
    },
  )
}

/** Shows the number of damaged contents at `/metrics`. */
export function countDamage(server: FastifyInstance, store: Store): void {
  server.addMetric({
    name: 'quire_damaged_contents',
    help: 'Contents of files that are marked as missing or damaged.',
    type: 'gauge',
    read: () => countMarked(store),
  })
}

/** Sends the bytes of a file that the caller may read, or a part of them. */
export async function sendFile(
  context: Context,
  file: Awaited<ReturnType<typeof requireReadableFile>>,
  {
    request,
    reply,
    cacheControl,
  }: { request: FastifyRequest; reply: FastifyReply; cacheControl: string },
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`
  const headers = { etag, cacheControl }
  if (isListed(etag, request.headers['if-none-match'])) {
    describe(reply, file, headers)
    return reply.code(304).send()
  }
  const isFresh = (request.headers['if-range'] ?? etag) === etag
  const range = isFresh ? parseRange(request.headers.range, file.size) : undefined
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`)
    throw new AppError(
      'RANGE_NOT_SATISFIABLE',
      `The file has ${file.size} bytes. Ask for a part of those.`,
    )
  }
  const bytes = await openFile(context, file, range)
  // Only now: a refusal must neither look like the file nor be kept as long.
  describe(reply, file, headers)
  const length = range === undefined ? file.size : range.end - range.start + 1
  if (range !== undefined) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  }
  return reply.header('content-length', length).send(bytes)
}

/** The weak comparison of RFC 9110, section 13.1.2: a proxy that compresses marks a tag as weak. */
export function isListed(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.some((tag) => tag === etag || tag === '*')
}

function describe(
  reply: FastifyReply,
  file: { name: string; mimeType: string },
  { etag, cacheControl }: { etag: string; cacheControl: string },
): void {
  const type = shown.has(file.mimeType) ? 'inline' : 'attachment'
  reply
    .type(isPlain(file.mimeType) ? file.mimeType : 'application/octet-stream')
    .header('content-disposition', contentDisposition(file.name, { type }))
    .header('content-security-policy', policy)
    .header('cross-origin-resource-policy', 'same-origin')
    .header('accept-ranges', 'bytes')
    .header('cache-control', cacheControl)
    .header('etag', etag)
}

function isPlain(type: string): boolean {
  return mimeType.test(type) && !active.test(type)
}
