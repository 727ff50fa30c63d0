import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { Context } from '../domain/context.ts'
import {
  beginUpload,
  finishUpload,
  requireUploader,
  uploadNotFound,
} from '../domain/files/uploads.ts'
import { AppError } from '../lib/errors.ts'
import { isId } from '../lib/ids.ts'
import { loadLater } from '../lib/load-later.ts'
import type { Audience } from '../operations/operation.ts'
import { requireCaller } from './identity/authentication.ts'
import { allowSlowRequest } from './requests/broken-requests.ts'
import type { createProtocol } from './upload-protocol.ts'

const sweepInterval = 3_600_000
/** As `upload-protocol.ts` sends it. */
const fileIdHeader = 'quire-file-id'

/**
 * Resumable uploads, https://tus.io/protocols/resumable-upload: for the browser's session under /app, for
 * keys under /v1. The bytes go to a folder, and become a file of their workspace once they are complete.
 */
export function routeUploads(
  server: FastifyInstance,
  app: App,
  { roles, uploadLimit: limit }: Pick<Config, 'roles' | 'uploadLimit'>,
): void {
  if (roles.has('web')) mount(server, app, { path: '/app/uploads', audience: 'people', limit })
  if (roles.has('api')) {
    mount(server, app, { path: '/v1/uploads', audience: 'people and keys', limit })
  }
  const sweep = () =>
    app
      .incoming()
      .then((incoming) => incoming.deleteExpired())
      .catch((error: unknown) => server.log.error({ err: error }, 'old uploads not removed'))
  // Each server for itself: the folder may be on its own disk.
  const timer = setInterval(() => void sweep(), sweepInterval).unref()
  server.addHook('onListen', async () => {
    loadLater(loadProtocol)
    loadLater(sweep)
  })
  server.addHook('onClose', async () => clearInterval(timer))
}

const loadProtocol = () => import('./upload-protocol.ts')

type UploadRoute = { path: string; audience: Audience; limit: number }

function mount(server: FastifyInstance, app: App, { path, audience, limit }: UploadRoute): void {
  const { contextFor } = app
  let protocol: ReturnType<typeof createProtocol> | undefined

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = requireCaller(request)
    const { createProtocol } = await loadProtocol()
    const incoming = await app.incoming()
    protocol ??= createProtocol(incoming, { path, limit, log: server.log })
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    reply.hijack()
    const done = allowSlowRequest(request.raw.socket)
    try {
      await protocol.answer(contextFor(caller), request.raw, reply.raw)
    } catch (error) {
      request.log.error({ err: error, url: path }, 'upload failed')
      reply.raw.destroy()
    } finally {
      done()
    }
  }

  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Read by tus, piece by piece.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.route({
      method: ['POST', 'OPTIONS'],
      url: path,
      config: { audience },
      handler: async (request, reply) => {
        const context = contextFor(requireCaller(request))
        // Before tus checks anything, so that a refusal has our format.
        if (request.method === 'POST') {
          await beginUpload(context, { ...(await readHeaders(request)), limit })
        }
        await answer(request, reply)
      },
    })
    scope.route<{ Params: { id: string } }>({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${path}/:id`,
      config: { audience },
      handler: async (request, reply) => {
        const { id } = request.params
        const context = contextFor(requireCaller(request))
        const incoming = await app.incoming()
        const fileId = await checkUpload(context, incoming, { id, method: request.method })
        if (fileId !== undefined) reply.header(fileIdHeader, fileId)
        await answer(request, reply)
      },
    })
  })
}

/** Returns the file of a complete upload: the server may have stopped, or its last response may be lost. */
async function checkUpload(
  context: Context,
  incoming: Awaited<ReturnType<App['incoming']>>,
  { id, method }: { id: string; method: string },
): Promise<string | undefined> {
  if (!isId(id)) throw uploadNotFound()
  const upload = await incoming.getUpload(id).catch((error: unknown) => {
    const fault = incoming.faultOf(error)
    // A disk that fails has not lost the upload.
    throw fault instanceof AppError ? fault : uploadNotFound()
  })
  await requireUploader(context, upload.metadata)
  if (upload.offset !== upload.size) return undefined
  if (method === 'DELETE') throw uploadNotFound()
  const { size = 0, metadata } = upload
  return finishUpload(context, incoming, { id, size, metadata })
}

async function readHeaders({ headers }: FastifyRequest) {
  const { Metadata } = await import('@tus/utils')
  const length = headers['upload-length']
  const size = typeof length === 'string' && /^\d{1,15}$/.test(length) ? Number(length) : undefined
  try {
    return { metadata: Metadata.parse(String(headers['upload-metadata'] ?? '')), size }
  } catch {
    return { metadata: undefined, size }
  }
}
