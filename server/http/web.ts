import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { appAddresses, movedAddresses } from './app-addresses.ts'
import { visitorHeaders } from './identity/visitors.ts'
import { loadStaticFilesLater, sendStaticFile } from './static-files.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // Components place themselves with style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'content-security-policy': policy,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  // Addresses of pages are nobody else's business.
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
}

const unbuilt =
  'The web app has not been built. Run `npm run build` where Quire is installed, then load this page again.\n'

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** The web app: one document for all its addresses, and what that document loads. */
export async function routeWeb(
  server: FastifyInstance,
  { folder = built, hasOfflinePages }: { folder?: string; hasOfflinePages: boolean },
): Promise<void> {
  const open = { config: { open: true } }
  server.get<{ Params: { workspaceId: string; pageId: string } }>(
    '/workspaces/:workspaceId/pages/:pageId',
    open,
    (request, reply) => reply.redirect(`/pages/${encodeURIComponent(request.params.pageId)}`, 302),
  )

  server.addHook('onListen', async () => loadStaticFilesLater())
  await server.register(async (web) => {
    web.addHook('onRequest', async (_request, reply) => {
      reply.headers(headers)
    })
    for (const address of [...appAddresses, ...movedAddresses])
      web.get(address, open, (request, reply) => {
        if (address.startsWith('/s/')) reply.headers(visitorHeaders)
        return sendApp({ request, reply }, folder)
      })
    // Their names change with their content.
    web.get<{ Params: { name: string } }>('/assets/:name', open, (request, reply) => {
      const { name } = request.params
      if (!/^\w[\w.-]*$/.test(name)) return reply.callNotFound()
      const file = { folder, name: `assets/${name}`, isCompressed: true, maxAge: '1y' } as const
      return sendStaticFile({ request, reply }, file)
    })
    // At the root, as its address limits what it may control. A worker that is refused with 404 removes itself.
    web.get('/service-worker.js', open, (request, reply) => {
      if (!hasOfflinePages) return reply.callNotFound()
      const file = { folder, name: 'service-worker.js', isCompressed: true, isRevalidated: true }
      return sendStaticFile({ request, reply }, file)
    })
  })
}

async function sendApp(
  exchange: { request: FastifyRequest; reply: FastifyReply },
  folder: string,
): Promise<FastifyReply> {
  const reply = exchange.reply.header('cache-control', 'no-store')
  if (existsSync(join(folder, 'index.html'))) {
    const file = { folder, name: 'index.html', isCompressed: true, isCacheable: false }
    return sendStaticFile(exchange, file)
  }
  return reply.code(503).type('text/plain; charset=utf-8').send(unbuilt)
}
