import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import type { Caller, Context } from '../domain/context.ts'
import { downloadPage } from '../domain/pages/read.ts'
import { enterWorkspace } from '../domain/people/access.ts'
import { Type } from '../lib/json/type.ts'
import { asRequestOf } from '../lib/scheduling/current-request.ts'
import { downloadFormats } from '../lib/vocabulary.ts'
import { whoWaits } from '../operations/call.ts'
import * as fields from '../operations/fields.ts'
import { createParser } from '../operations/parse.ts'
import { requireCaller } from './identity/authentication.ts'

const formats = {
  markdown: { extension: 'md', type: 'text/markdown; charset=utf-8' },
  html: { extension: 'html', type: 'text/html; charset=utf-8' },
} as const

const parse = createParser(
  Type.Object({
    workspaceId: fields.workspaceId,
    pageId: fields.pageId,
    format: fields.oneOf(downloadFormats, 'Of the file.'),
  }),
)
/** Not to be shown here, where it would be of this origin. */
const policy = "default-src 'none'; sandbox"
const maxNameLength = 100

/** A page as a file to keep. */
export function routeDownloads(
  server: FastifyInstance,
  contextFor: (caller: Caller) => Context,
): void {
  server.get(
    '/v1/pages/download',
    { config: { audience: 'people and keys' } },
    async (request, reply) => {
      const caller = requireCaller(request)
      const input = parse(request.query)
      const workspaceId = String(input['workspaceId'])
      const context = await enterWorkspace(contextFor(caller), workspaceId, 'read')
      const format = input['format'] === 'html' ? 'html' : 'markdown'
      const page = { workspaceId, pageId: String(input['pageId']) }
      const { title, text } = await asRequestOf(whoWaits(caller), () =>
        downloadPage(context, page, format),
      )
      const { extension, type } = formats[format]
      return reply
        .type(type)
        .header('content-disposition', contentDisposition(`${nameOf(title)}.${extension}`))
        .header('content-security-policy', policy)
        .header('cache-control', 'no-store')
        .send(text)
    },
  )
}

/** What no system takes in a name becomes a space. */
function nameOf(title: string): string {
  const name = title.replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|\s]+/gu, ' ').trim()
  return Array.from(name).slice(0, maxNameLength).join('').replace(/^\.+/, '').trim() || 'page'
}
