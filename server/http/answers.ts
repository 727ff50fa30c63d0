import type { FastifyReply, FastifyRequest } from 'fastify'

/** Headers of every response. */
export function setBaseHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
}

/** Tells browsers that used TLS once to use nothing else. */
export function setTransportSecurity(reply: FastifyReply, publicUrl: string | undefined): void {
  if (publicUrl?.startsWith('https:') !== true) return
  reply.header('strict-transport-security', 'max-age=31536000')
}
