import type { IncomingMessage } from 'node:http'
import { Metadata, Server, type ServerOptions, type Upload } from '@tus/server'
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
import { AppError, type ErrorCode, errorStatus } from '../lib/errors.ts'
import { isId, newId } from '../lib/ids.ts'
import type { Audience } from '../operations/operation.ts'
import { toBody } from './errors.ts'
import { requireCaller } from './identity/authentication.ts'
import { allowSlowRequest } from './requests/broken-requests.ts'

type Request = Parameters<NonNullable<ServerOptions['onUploadFinish']>>[0]

const sweepInterval = 3_600_000
const fileIdHeader = 'quire-file-id'

/** What tus itself refuses, by the status it does so with. */
const codes: Record<number, ErrorCode> = {
  403: 'FORBIDDEN',
  404: 'UPLOAD_NOT_FOUND',
  409: 'UPLOAD_CONFLICT',
  410: 'UPLOAD_NOT_FOUND',
  412: 'VERSION_NOT_SUPPORTED',
  413: 'FILE_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  500: 'INTERNAL',
  501: 'NOT_SUPPORTED',
}

/** Answers refusals in the one shape of all. */
class Protocol extends Server {
  override write(...[context, headers, status, body]: Parameters<Server['write']>) {
    if (status < 400 || body === undefined) return super.write(context, headers, status, body)
    headers.set('content-type', 'application/json; charset=utf-8')
    if (body.startsWith('{')) return super.write(context, headers, status, body)
    const error = new AppError(codes[status] ?? 'VALIDATION_FAILED', body.trim())
    return super.write(context, headers, status, JSON.stringify(toBody(error)))
  }
}

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
    app.incoming
      .deleteExpired()
      .catch((error: unknown) => server.log.error({ err: error }, 'old uploads not removed'))
  // Each server for itself: the folder may be on its own disk.
  const timer = setInterval(() => void sweep(), sweepInterval).unref()
  server.addHook('onReady', async () => void sweep())
  server.addHook('onClose', async () => clearInterval(timer))
}

/** Who asks, for the hooks of tus, which know the request only. */
const contexts = new WeakMap<IncomingMessage, Context>()

function contextOf({ runtime }: Request): Context {
  const raw = runtime?.node?.req
  // SAFETY: the requests of this server are Node's own.
  const context = contexts.get(raw as IncomingMessage)
  if (context === undefined) throw uploadNotFound()
  return context
}

type UploadRoute = { path: string; audience: Audience; limit: number }

function mount(server: FastifyInstance, app: App, { path, audience, limit }: UploadRoute): void {
  const { incoming, contextFor } = app
  const protocol = createProtocol(app, { path, limit, log: server.log })

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    contexts.set(request.raw, contextFor(requireCaller(request)))
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    reply.hijack()
    const done = allowSlowRequest(request.raw.socket)
    try {
      await protocol.handle(request.raw, reply.raw)
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
          await beginUpload(context, { ...readHeaders(request), limit })
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
        const fileId = await checkUpload(context, incoming, { id, method: request.method })
        if (fileId !== undefined) reply.header(fileIdHeader, fileId)
        await answer(request, reply)
      },
    })
  })
}

type Settings = { path: string; limit: number; log: FastifyInstance['log'] }

function createProtocol({ incoming }: App, { path, limit, log }: Settings): Protocol {
  return new Protocol({
    path,
    datastore: incoming,
    maxSize: limit,
    relativeLocation: true,
    // None: no other site uploads here.
    allowedOrigins: [],
    namingFunction: () => newId(),
    onUploadCreate: async (request, { metadata, size }) => ({
      metadata: await beginUpload(contextOf(request), { metadata, size, limit }),
    }),
    onUploadFinish: async (request, upload) => ({
      headers: { [fileIdHeader]: await keep(contextOf(request), incoming, upload) },
    }),
    onResponseError: (_request, error) => {
      if (!(error instanceof Error)) return undefined
      if (!(error instanceof AppError)) log.error({ err: error, url: path }, 'upload failed')
      const known =
        error instanceof AppError
          ? error
          : new AppError('INTERNAL', 'Something went wrong on the server.')
      return { status_code: errorStatus(known.code), body: JSON.stringify(toBody(known)) }
    },
  })
}

function keep(
  context: Context,
  incoming: App['incoming'],
  { id, size = 0, metadata }: Upload,
): Promise<string> {
  return finishUpload(context, incoming, { id, size, metadata })
}

/** Returns the file of a complete upload: the server may have stopped, or its last response may be lost. */
async function checkUpload(
  context: Context,
  incoming: App['incoming'],
  { id, method }: { id: string; method: string },
): Promise<string | undefined> {
  const upload = isId(id) ? await incoming.getUpload(id).catch(() => undefined) : undefined
  if (upload === undefined) throw uploadNotFound()
  await requireUploader(context, upload.metadata)
  if (upload.offset !== upload.size) return undefined
  if (method === 'DELETE') throw uploadNotFound()
  return keep(context, incoming, upload)
}

function readHeaders({ headers }: FastifyRequest) {
  const length = headers['upload-length']
  const size = typeof length === 'string' && /^\d{1,15}$/.test(length) ? Number(length) : undefined
  try {
    return { metadata: Metadata.parse(String(headers['upload-metadata'] ?? '')), size }
  } catch {
    return { metadata: undefined, size }
  }
}
