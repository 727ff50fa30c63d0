import type { FastifyRequest } from 'fastify'
import type { Caller, Visit } from '../domain/context.ts'

/** Who asks while nobody is known. */
export const nobody: Caller = {
  userId: '',
  keyId: undefined,
  via: 'api',
  readOnly: true,
  workspaceIds: [],
}

/** A browser's request, and what it is to keep once the answer is sent. */
export function openVisit(
  request: FastifyRequest,
  publicUrl: string | undefined,
): { visit: Visit; kept: () => { token: string | undefined } | undefined } {
  let kept: { token: string | undefined } | undefined
  const visit: Visit = {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    origin: publicUrl ?? `${request.protocol}://${request.host}`,
    keepToken: (token) => (kept = { token }),
    report: (error) => request.log.warn({ err: error }, 'after an answer'),
  }
  return { visit, kept: () => kept }
}
