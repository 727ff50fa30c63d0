import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller, Context } from '../../domain/context.ts'
import { createSiteReader } from '../../domain/sharing/sites/site-reader.ts'
import { sendFile } from '../files.ts'
import { anonymousCaller } from '../identity/browser-request.ts'
import { redirect, sendNoSite, setSiteHeaders } from './answers.ts'
import { createAnswerCache, sendNotFound, sendPath } from './send.ts'
import { style, styleName } from './style.ts'

type SiteRequest = FastifyRequest<{ Params: { slug: string; '*': string } }>

const open = { config: { open: true } }
const styleCaching = 'public, max-age=31536000, immutable'
const fileCaching = 'public, no-cache'

/** Published sites, for anyone. They read no cookie, set none and run no script. */
export async function routeSites(
  server: FastifyInstance,
  contextFor: (caller: Caller) => Context,
): Promise<void> {
  const context = contextFor(anonymousCaller)
  const reader = createSiteReader(context)
  const cache = createAnswerCache()

  await server.register(async (sites) => {
    sites.addHook('onRequest', async (_request, reply) => setSiteHeaders(reply))
    sites.get<{ Params: { name: string } }>('/sites/-/:name', open, (request, reply) => {
      if (request.params.name !== styleName) return sendNoSite(reply)
      return reply.header('cache-control', styleCaching).type('text/css; charset=utf-8').send(style)
    })
    sites.get<{ Params: { slug: string } }>('/sites/:slug', open, async (request, reply) => {
      const site = await reader.open(request.params.slug)
      return site === undefined ? sendNoSite(reply) : redirect(reply, `${site.basePath}/`)
    })
    sites.get('/sites/:slug/*', open, async (request: SiteRequest, reply) => {
      const { slug, '*': path } = request.params
      const site = await reader.open(slug)
      if (site === undefined) return sendNoSite(reply)
      const [first, pageKey = '', fileKey = ''] = path.split('/')
      if (first !== 'files') {
        return sendPath({ context, reader, cache, site, request, reply }, path)
      }
      const page = site.pages.byKey.get(pageKey)
      const file = page === undefined ? undefined : await reader.file(site, page, fileKey)
      if (file === undefined) return sendNotFound({ site, request, reply })
      return sendFile(context, file, { request, reply, cacheControl: fileCaching })
    })
  })
}
