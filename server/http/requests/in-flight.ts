import type { ServerResponse } from 'node:http'
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

export function trackRequests(server: FastifyInstance): void {
  const waiting = new Map<ServerResponse, FastifyReply>()
  // One listener for all requests: a closure for each costs as much as the rest of this hook.
  function forget(this: ServerResponse): void {
    waiting.delete(this)
  }
  server.addHook('onRequest', (_request, reply, done) => {
    waiting.set(reply.raw, reply)
    // Fastify does not call onResponse when the client disconnects; this event always comes.
    reply.raw.on('close', forget)
    done()
  })
  server.decorate('endRequests', () => {
    for (const reply of waiting.values()) {
      if (!reply.sent && !reply.raw.headersSent) reply.send(stopped(reply.request))
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
