import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Set when a stop is asked for: requests are still answered, but no more should be sent here. */
    isDraining: boolean
  }
  interface FastifyContextConfig {
    /** Asked again and again: a failure is one line in the log. */
    isProbe?: boolean
  }
}

/** Answers 200 while a load balancer should send requests here. `/healthz` says only that the process lives. */
export function routeReadiness(server: FastifyInstance, requireStore: () => Promise<void>): void {
  server.decorate('isDraining', false)
  server.get('/readyz', { config: { open: true, isProbe: true } }, async (_request, reply) => {
    if (server.isDraining) throw new AppError('BUSY', 'This node is stopping. Ask another one.')
    await requireStore()
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}
