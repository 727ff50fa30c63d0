import type { FastifyReply, FastifyRequest } from 'fastify'

/** Headers of every response. */
export function setBaseHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
}

/** Makes browsers that have used TLS once use nothing else. */
export function setTransportSecurity(reply: FastifyReply, publicUrl: string | undefined): void {
  if (publicUrl?.startsWith('https:') !== true) return
  reply.header('strict-transport-security', 'max-age=31536000')
}
