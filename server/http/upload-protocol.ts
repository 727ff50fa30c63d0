import type { IncomingMessage, ServerResponse } from 'node:http'
import { Server, type ServerOptions } from '@tus/server'
import type { FastifyBaseLogger } from 'fastify'
import type { App } from '../app.ts'
import type { Context } from '../domain/context.ts'
import { beginUpload, finishUpload, uploadNotFound } from '../domain/files/uploads.ts'
import { AppError, type ErrorCode, errorStatus } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { toBody } from './errors.ts'

type Request = Parameters<NonNullable<ServerOptions['onUploadFinish']>>[0]

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

  async answer(
    context: Context,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    contexts.set(request, context)
    await this.handle(request, response)
  }
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

type Settings = { path: string; limit: number; log: FastifyBaseLogger }

export function createProtocol(
  incoming: Awaited<ReturnType<App['incoming']>>,
  { path, limit, log }: Settings,
): Protocol {
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
    onUploadFinish: async (request, { id, size = 0, metadata }) => ({
      headers: {
        [fileIdHeader]: await finishUpload(contextOf(request), incoming, { id, size, metadata }),
      },
    }),
    onResponseError: (_request, thrown) => {
      if (!(thrown instanceof Error)) return undefined
      const error = incoming.faultOf(thrown)
      if (!(error instanceof AppError)) log.error({ err: error, url: path }, 'upload failed')
      const known =
        error instanceof AppError
          ? error
          : new AppError('INTERNAL', 'Something went wrong on the server.')
      return { status_code: errorStatus(known.code), body: JSON.stringify(toBody(known)) }
    },
  })
}
