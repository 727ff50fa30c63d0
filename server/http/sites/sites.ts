import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { style, styleName } from '../../domain/sharing/sites/rendering/style.ts'
import { createSiteReader } from '../../domain/sharing/sites/site-reader.ts'
import { sendFile } from '../files.ts'
import { redirect, sendNoSite } from './answers.ts'
import { createAnswerCache, sendNotFound, sendPath } from './send.ts'

/** Answers the requests of visitors to published sites. */
export type Sites = ReturnType<typeof createSites>

const styleCaching = 'public, max-age=31536000, immutable'
const fileCaching = 'public, no-cache'

export function createSites(context: Context) {
  const reader = createSiteReader(context)
  const cache = createAnswerCache()

  function sendStyle(name: string, reply: FastifyReply): FastifyReply {
    if (name !== styleName) return sendNoSite(reply)
    return reply.header('cache-control', styleCaching).type('text/css; charset=utf-8').send(style)
  }

  async function sendStart(slug: string, reply: FastifyReply): Promise<FastifyReply> {
    const site = await reader.open(slug)
    return site === undefined ? sendNoSite(reply) : redirect(reply, `${site.basePath}/`)
  }

  async function send(
    { slug, path }: { slug: string; path: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
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
  }

  return { sendStyle, sendStart, send }
}
