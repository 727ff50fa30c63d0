import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Caller, Context } from '../../domain/context.ts'
import { findExamples } from '../../domain/examples.ts'
import { AppError } from '../../lib/errors.ts'
import { exampleIds } from '../../operations/fields.ts'
import { sendStaticFile } from '../static-files.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const swaggerUi = join(
  dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui/package.json'))),
  'static',
)
const ours = fileURLToPath(new URL('./docs/', import.meta.url))
const files = {
  'docs.js': ours,
  'docs.css': ours,
  'swagger-ui-bundle.js': swaggerUi,
  'swagger-ui.css': swaggerUi,
}

/** Swagger UI over the OpenAPI document. With a key the examples carry ids of the caller's own. */
export async function routeDocs(
  server: FastifyInstance,
  contextFor: (caller: Caller) => Context,
): Promise<void> {
  const open = { config: { open: true } }
  await server.register(async (docs) => {
    docs.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', policy)
    })
    docs.get('/docs', open, (request, reply) =>
      sendStaticFile({ request, reply }, { folder: ours, name: 'docs.html' }),
    )
    for (const [name, folder] of Object.entries(files)) {
      docs.get(`/docs/${name}`, open, (request, reply) =>
        sendStaticFile({ request, reply }, { folder, name }),
      )
    }
  })

  let template: string | undefined
  server.get('/docs/json', open, async (request, reply) => {
    template ??= JSON.stringify((await import('./openapi.ts')).createDocument())
    const { identity } = request
    const isKnown = identity !== undefined && !(identity instanceof AppError)
    const own = isKnown ? await findExamples(contextFor(identity)) : {}
    return reply
      .type('application/json')
      .header('cache-control', 'no-store')
      .send(fill(template, own))
  })
}

/** The document with the ids of nobody replaced by real ones where there are any. */
function fill(template: string, own: { readonly [name: string]: string }): string {
  return Object.entries(exampleIds).reduce(
    (text, [name, id]) => text.replaceAll(id, own[name] ?? id),
    template,
  )
}
