import type { FastifyReply, FastifyRequest } from 'fastify'

/** What every answer carries. */
export function markAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
}
