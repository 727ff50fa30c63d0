import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, commitUnknown } from '../../lib/errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers every request that still waits with 503, for a stop that cannot wait any longer. */
    endRequests: () => void
  }
  interface FastifyContextConfig {
    /** Changes nothing, whatever its method. */
    reads?: boolean
  }
}

export function followRequests(server: FastifyInstance): void {
  const waiting = new Map<FastifyRequest, FastifyReply>()
  server.addHook('onRequest', (request, reply, done) => {
    waiting.set(request, reply)
    // Fastify's onResponse is not called for a sender that gives up; this comes in every case.
    reply.raw.once('close', () => waiting.delete(request))
    done()
  })
  server.decorate('endRequests', () => {
    for (const [request, reply] of waiting) {
      if (!reply.sent && !reply.raw.headersSent) reply.send(stopped(request))
    }
  })
}

/** What may be under way in a database that does not answer is not to be repeated blindly. */
function stopped({ method, routeOptions }: FastifyRequest): AppError {
  const isRead = method === 'GET' || method === 'HEAD' || routeOptions.config.reads === true
  return isRead
    ? new AppError('BUSY', 'The server is stopping. Try again shortly.')
    : commitUnknown('The server had to stop before the database answered')
}
