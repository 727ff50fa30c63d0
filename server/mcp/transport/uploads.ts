import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../app.ts'
import type { Config } from '../../config.ts'
import { openUploadLink, uploaderOf } from '../../domain/files/upload-links.ts'
import { uploadTo } from '../../domain/pages/attachments.ts'
import { reauthorize } from '../../domain/people/reauthorize.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'

/** The files of agents that are too large for a tool call: the link says where they go and in whose name. */
export function routeUploadLinks(
  server: FastifyInstance,
  { contextFor }: Pick<App, 'contextFor'>,
  { uploadLimit }: Pick<Config, 'uploadLimit'>,
): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Read piece by piece below.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.route<{ Params: { '*': string } }>({
      method: 'PUT',
      url: '/mcp/uploads/*',
      config: { open: true },
      handler: async (request) => {
        const system = contextFor({ ...anonymous })
        const { workspaceId, pageId, name, mimeType, ...uploader } = openUploadLink(
          system,
          request.params['*'],
        )
        const context = contextFor(uploaderOf(uploader))
        const viewer = await reauthorize(context, workspaceId, {
          reader: context.store,
          right: 'write',
        })
        const size = Number(request.headers['content-length'])
        if (!Number.isSafeInteger(size)) {
          throw invalidInput([
            { path: '/Content-Length', rule: 'required', message: 'is required' },
          ])
        }
        if (size > uploadLimit) throw tooLarge(uploadLimit)
        const file = { workspaceId, pageId, name, mimeType, size }
        const fileId = await uploadTo({ ...context, viewer }, file, limited(request.raw, size))
        return { fileId, pageId }
      },
    })
  })
}

const anonymous = {
  userId: '',
  keyId: undefined,
  via: 'mcp',
  readOnly: true,
  workspaceIds: [],
} as const

/** Never more than was announced. */
async function* limited(body: Readable, size: number): AsyncGenerator<Uint8Array> {
  let left = size
  for await (const chunk of body) {
    // SAFETY: a request without an encoding is read as bytes.
    const bytes = chunk as Uint8Array
    left -= bytes.length
    if (left < 0) throw tooLarge(size)
    yield bytes
  }
}

function tooLarge(limit: number): AppError {
  return new AppError('FILE_TOO_LARGE', `The file is larger than ${limit} bytes.`)
}
