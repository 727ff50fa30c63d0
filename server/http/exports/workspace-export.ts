import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { noteAudit } from '../../domain/administration/audit.ts'
import type { Caller, Context, WorkspaceContext } from '../../domain/context.ts'
import { reauthorize } from '../../domain/people/reauthorize.ts'
import type { ArchiveInput } from '../../domain/transfer/export/export-archive.ts'
import { type AppError, invalidInput } from '../../lib/errors.ts'
import { Type } from '../../lib/json/type.ts'
import { downloadFormats } from '../../lib/vocabulary.ts'
import * as fields from '../../operations/fields.ts'
import { createParser } from '../../operations/parse.ts'
import { requireCaller } from '../identity/authentication.ts'

const formats = [...downloadFormats, 'pdf'] as const
const perPerson = { max: 30, windowMs: 3_600_000 }

const parse = createParser(
  Type.Object({
    workspaceId: fields.workspaceId,
    pageId: Type.Optional(fields.id('ID of the page to export with all pages below it.')),
    format: Type.Optional(fields.oneOf(formats, 'Of the pages; `markdown` by default.')),
  }),
)

/** The pages that the caller can read, as a ZIP archive of Markdown or HTML files; a page with those below it also as a PDF. */
export function routeWorkspaceExport(
  server: FastifyInstance,
  contextFor: (caller: Caller) => Context,
): void {
  server.get(
    '/v1/workspace/export',
    { exposeHeadRoute: false, config: { isStream: true, audience: 'people and keys' } },
    async (request, reply) => {
      const context = contextFor(requireCaller(request))
      const { workspaceId: workspace, pageId: page, format: given } = parse(request.query)
      const workspaceId = String(workspace)
      const pageId = typeof page === 'string' ? page.toLowerCase() : undefined
      const format = given === 'html' ? 'html' : 'markdown'
      if (given === 'pdf' && pageId === undefined) throw needsPage()
      const viewer = await reauthorize(context, workspaceId)
      const { signIn, caller, store } = context
      signIn.throttle.take({ subject: `export of pages by ${caller.userId}`, limit: perPerson })
      const within = { ...context, viewer }
      const { title, content, type } =
        given === 'pdf' && pageId !== undefined
          ? await pdf(within, { workspaceId, pageId })
          : await archive(within, { workspaceId, pageId, format })
      const subject = pageId ?? workspaceId
      await noteAudit(store, caller, { action: 'workspace.export', workspaceId, subject })
      return reply
        .type(type)
        .header('content-disposition', contentDisposition(`${fileName(title)}.${type.slice(12)}`))
        .header('cache-control', 'no-store')
        .send(Readable.from(content))
    },
  )
}

async function archive(context: WorkspaceContext, input: ArchiveInput) {
  const { exportArchive } = await import('../../domain/transfer/export/export-archive.ts')
  return { ...(await exportArchive(context, input)), type: 'application/zip' }
}

async function pdf(context: WorkspaceContext, input: { workspaceId: string; pageId: string }) {
  const { exportPdf } = await import('../../domain/transfer/export/pdf/export-pdf.ts')
  return { ...(await exportPdf(context, input)), type: 'application/pdf' }
}

function needsPage(): AppError {
  const message = 'is required for a PDF'
  return invalidInput([{ path: '/pageId', rule: 'required', message }])
}

/** The name of a file on every system. */
function fileName(title: string): string {
  const name = title.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-').replace(/^[.\- ]+/, '')
  return name.slice(0, 80).trim() || 'pages'
}
