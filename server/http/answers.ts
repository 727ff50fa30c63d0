import type { FastifyReply, FastifyRequest } from 'fastify'

/** What every answer carries. */
export function markAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
}

/** Whoever came by TLS once is never asked for a password without it. */
export function keepToTls(reply: FastifyReply, publicUrl: string | undefined): void {
  if (publicUrl?.startsWith('https:') !== true) return
  reply.header('strict-transport-security', 'max-age=31536000')
}
