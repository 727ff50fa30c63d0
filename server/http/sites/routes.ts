import type { FastifyInstance } from 'fastify'
import type { Caller, Context } from '../../domain/context.ts'
import { loadLater } from '../../lib/load-later.ts'
import { asRequestOf } from '../../lib/scheduling/current-request.ts'
import { anonymousCaller } from '../identity/browser-request.ts'
import { siteHeaders } from './headers.ts'
import type { Sites } from './sites.ts'

const open = { config: { open: true } }

/** Published sites, for anyone. They read no cookie, set none and run no script. */
export async function routeSites(
  server: FastifyInstance,
  contextFor: (caller: Caller) => Context,
): Promise<void> {
  let opened: Promise<Sites> | undefined
  const openSites = () =>
    (opened ??= import('./sites.ts').then(({ createSites }) =>
      createSites(contextFor(anonymousCaller)),
    ))
  server.addHook('onListen', async () => loadLater(openSites))

  await server.register(async (sites) => {
    sites.addHook('onRequest', async (_request, reply) => {
      reply.headers(siteHeaders)
    })
    sites.get<{ Params: { name: string } }>('/sites/-/:name', open, async (request, reply) =>
      (await openSites()).sendStyle(request.params.name, reply),
    )
    sites.get<{ Params: { slug: string } }>('/sites/:slug', open, async (request, reply) =>
      (await openSites()).sendStart(request.params.slug, reply),
    )
    sites.get<{ Params: { slug: string; '*': string } }>(
      '/sites/:slug/*',
      open,
      async (request, reply) => {
        const { slug, '*': path } = request.params
        const opened = await openSites()
        return asRequestOf(request.ip, () => opened.send({ slug, path }, request, reply))
      },
    )
  })
}
